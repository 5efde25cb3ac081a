"""Two processes, one Redis: one writes, the other has who listens. And what happens when Redis goes, and comes back."""

import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from games.accounts.services import users
from tests.games.cast import Table
from tests.live.server import Ear, Server, a_server, free_port

AT_ONCE = 0.4
# A listener that nobody wakes looks every second.
BY_ITSELF = 4.0
BACK = 15


@contextmanager
def a_redis(port: int, folder: Path) -> Iterator[None]:
    program = shutil.which("redis-server")
    assert program, "`python -m tests` installs it"
    quiet = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no", "--dir", str(folder)]
    process = subprocess.Popen([program, *quiet], stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def two_servers(url: str) -> Iterator[tuple[Server, Server]]:
    with a_server(REDIS_URL=url) as writes, a_server(REDIS_URL=url) as streams:
        yield writes, streams


def delay(table: Table, server: Server, token: str, ear: Ear) -> float:
    """From the answer to a write in one process to the listener in the other; and a write never waits long."""
    number = ear.numbers[-1] + 1
    began = time.monotonic()
    body = {"player": str(table.players["Ann"].pk), "amount": 25}
    assert server.ask("POST", f"nights/{table.night.pk}/buy-ins/", token, body)[0] == 201
    answered = time.monotonic()
    assert answered - began < BY_ITSELF
    return ear.until(number) - answered


def test_another_process_is_woken_and_without_redis_looks_by_itself(table: Table, tmp_path: Path) -> None:
    port = free_port()
    token, _ = users.add_device(table.cast.sue.user, "phone")
    with two_servers(f"redis://127.0.0.1:{port}/0") as (writes, streams):
        with a_redis(port, tmp_path):
            ear = streams.listen(table.night.pk, token)
            ear.until(7)
            settle(lambda: delay(table, writes, token, ear) < AT_ONCE)
            woken = [delay(table, writes, token, ear) for _ in range(9)]
            assert statistics.median(woken) < AT_ONCE, woken
        alone = [delay(table, writes, token, ear) for _ in range(4)]
        assert max(alone) < BY_ITSELF, alone
        with a_redis(port, tmp_path):
            settle(lambda: delay(table, writes, token, ear) < AT_ONCE)
            again = [delay(table, writes, token, ear) for _ in range(9)]
            assert statistics.median(again) < AT_ONCE, again
        assert ear.numbers == list(range(1, ear.numbers[-1] + 1))
        assert not ear.over


def settle(holds: Callable[[], bool]) -> None:
    """Until both processes have found Redis."""
    deadline = time.monotonic() + BACK
    good = 0
    while good < 3:
        assert time.monotonic() < deadline
        good = good + 1 if holds() else 0


@pytest.mark.django_db(transaction=True)
def test_a_process_without_a_loop_answers_what_there_is_and_closes(table: Table) -> None:
    """A proxy that sends a stream to the wrong process breaks nothing: the client comes back, and polls so to speak."""
    from django.test import Client

    token, _ = users.add_device(table.cast.sue.user, "phone")
    path = f"/api/v1/nights/{table.night.pk}/events/"
    answer = Client(headers={"Authorization": f"Bearer {token}", "Last-Event-ID": "4"}).get(path)
    assert answer.content.startswith(b"retry: 1000\n\nid: 5\n")
