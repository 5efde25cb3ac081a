"""Who sends or reads slowly, or never to an end, keeps nobody else waiting, and is given up in the end."""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from games.accounts.services import users
from games.models import User
from tests.games.cast import Table, make_cast, make_table
from tests.live.server import Server, a_server

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.any_database("what is tried is how a server reads and sends"),
]

# Of each sort: more than the server has threads.
MANY = 50
# Of the server here, in seconds; thirty elsewhere.
PATIENCE = 3
AT_ONCE = 2.0
POST = b"POST /api/v1/tokens/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
LISTEN = b"GET /api/v1/nights/x/events/ HTTP/1.1\r\nHost: localhost\r\n"
HALVES = (
    b"POST /api/v1/to",
    POST + b"Content-Le",
    POST + b"Content-Length: 100\r\n\r\n",
    LISTEN + b"Content-Length: 100\r\n\r\n",
)
# What comes byte by byte, and what each byte is sent as.
DRIPS = (
    (POST + b"X: ", b"x"),
    (POST + b"Content-Length: 1000\r\n\r\n", b" "),
    (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
)


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table(make_cast())


@pytest.fixture(scope="module")
def server(django_db_setup: None) -> Iterator[Server]:
    with a_server(at_home=True, REDIS_URL="", REQUEST_SECONDS=str(PATIENCE)) as one:
        yield one


def opened(server: Server, sent: bytes, reads: int = 0) -> socket.socket:
    link = socket.socket()
    if reads:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, reads)
    link.settimeout(PATIENCE * 5)
    link.connect(("127.0.0.1", server.port))
    link.sendall(sent)
    return link


def longest_wait(server: Server, table: Table, token: str) -> float:
    """Of somebody who buys chips meanwhile, and looks at the table."""
    longest = 0.0
    for _ in range(3):
        began = time.monotonic()
        body = {"player": str(table.players["Ann"].pk), "amount": 25}
        assert server.ask("POST", f"nights/{table.night.pk}/buy-ins/", token, body)[0] == 201
        assert server.ask("GET", f"nights/{table.night.pk}/", token)[0] == 200
        longest = max(longest, time.monotonic() - began)
    return longest


def drip(links: list[tuple[socket.socket, bytes]]) -> None:
    for link, byte in links:
        # given up already
        with suppress(OSError):
            link.sendall(byte)


def told(link: socket.socket) -> bytes:
    """What it was told before it was closed."""
    heard = b""
    with suppress(ConnectionError):
        while part := link.recv(65536):
            heard += part
    link.close()
    return heard


@pytest.mark.slow
def test_half_sent_requests_keep_nobody_waiting_and_are_given_up(table: Table, server: Server) -> None:
    token, _ = users.add_device(table.cast.sue.user, "phone")
    silent = [opened(server, b"") for _ in range(MANY)]
    halves = [opened(server, half) for half in HALVES for _ in range(MANY)]
    dripping = [(opened(server, start), byte) for start, byte in DRIPS for _ in range(MANY)]
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        assert longest_wait(server, table, token) < AT_ONCE
        drip(dripping)
    assert all(told(link).startswith(b"HTTP/1.1 408 ") for link in [*silent, *halves])
    # who goes on sending may be cut off before reading why
    assert all(told(link)[:13] in (b"HTTP/1.1 408 ", b"") for link, _ in dripping)
    assert time.monotonic() - began < PATIENCE * 2


@pytest.fixture(scope="module")
def home(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With its static files, as `make run` has them."""
    var = str(tmp_path_factory.mktemp("var"))
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings.dev", "TABLESIDE_VAR": var}
    with a_server(at_home=True, REDIS_URL="", REQUEST_SECONDS=str(PATIENCE), **settings) as one:
        yield one


@pytest.mark.slow
def test_who_reads_slowly_keeps_nobody_waiting_and_is_given_up(table: Table, home: Server) -> None:
    token, _ = users.add_device(table.cast.sue.user, "phone")
    page = told(opened(home, b"GET /api/docs/ HTTP/1.0\r\nHost: localhost\r\n\r\n")).decode()
    script = re.search(r'src="(/static/[^"]*bundle[^"]*)"', page)
    assert script
    request = f"GET {script[1]} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 20
    links = [opened(home, request, reads=2048) for _ in range(MANY)]
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE + 1:
        assert longest_wait(home, table, token) < AT_ONCE
    for link in links:
        heard = told(link)
        assert heard.startswith(b"HTTP/1.1 200 ")
        assert heard.count(b"HTTP/1.1 200 ") < 20


@pytest.mark.parametrize("endless", [b"GET /" + b"x" * 70_000, POST + b"X: y\r\n" * 20_000])
def test_a_head_without_end_is_refused(server: Server, endless: bytes) -> None:
    with suppress(ConnectionError), opened(server, endless) as link:
        assert told(link).startswith(b"HTTP/1.1 431 ")


def test_a_body_that_is_far_too_long_is_refused_before_it_has_come(server: Server) -> None:
    link = opened(server, POST + b"Content-Length: 100000000\r\n\r\n")
    began = time.monotonic()
    with suppress(ConnectionError):
        for _ in range(50):
            link.sendall(b" " * 100_000)
    heard = b""
    while b"too_large" not in heard and (part := link.recv(65536)):
        heard += part
    assert heard.startswith(b"HTTP/1.1 413 ")
    assert b"too_large" in heard
    assert time.monotonic() - began < PATIENCE
    link.close()


def test_half_a_form_does_nothing(table: Table, server: Server) -> None:
    """Whoever hangs up within a body has sent nothing: what came of it could pass for all of it."""
    User.objects.create_user("Mia", "a password")
    body = b'{"login": "Mia", "password": "a password", "device_name": "x"}'
    for missing in (1, 0):
        head = b"Content-Length: %d\r\nConnection: close\r\n\r\n" % (len(body) + missing)
        link = opened(server, POST + head + body)
        if missing:
            link.shutdown(socket.SHUT_WR)
            time.sleep(0.5)
            link.close()
        else:
            assert told(link).startswith(b"HTTP/1.1 201 ")
        assert User.objects.get(name="Mia").devices.count() == 1 - missing
