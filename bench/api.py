"""Figures of the API: entries that eight phones post at once, beside a bare endpoint of the same server."""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Any, NamedTuple

from bench.figures import at_least, at_most
from bench.serving import LOOP, WSGI, server
from tests.servers import Unavailable
from tests.servers.postgresql import postgresql

CLIENTS = 8
POSTS = 25
ROUNDS = 5
GOAL = 0.5
LATENCY_GOAL = 2.5
MIGRATE = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
# Nobody is turned away; requests are counted as ever.
SETTINGS = {"DJANGO_SETTINGS_MODULE": "bench.bare.settings", "TABLESIDE_REQUESTS_A_MINUTE": str(10**9)}


class Round(NamedTuple):
    """How many a second all clients together got done, and how long one took: its median and its p99, in seconds."""

    a_second: float
    median: float
    p99: float


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    yield from _measured("", {"DATABASE_URL": "", "WORKERS": "1"}, LOOP)
    try:
        with postgresql() as url:
            yield from _measured(".postgresql", {"DATABASE_URL": url, "WORKERS": "2"}, WSGI)
    except Unavailable as error:
        print(f"Not measured on PostgreSQL: {error}", file=sys.stderr)


def _measured(on: str, settings: Mapping[str, str], application: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """The best round of each, taken in turns."""
    with _clients(settings, application) as clients, ThreadPoolExecutor(CLIENTS) as pool:
        for work in (Client.post, Client.bare):
            _round(pool, clients, work)
        rounds = [[_round(pool, clients, work) for work in (Client.post, Client.bare)] for _ in range(ROUNDS)]
    posted, bare = (max(column) for column in zip(*rounds, strict=True))
    yield at_least(
        f"api.post.vs_bare{on}",
        round(posted.a_second / bare.a_second, 2),
        GOAL,
        clients=CLIENTS,
        posts_a_second=round(posted.a_second),
        bare_a_second=round(bare.a_second),
    )
    for name, ours, theirs in (("median", posted.median, bare.median), ("p99", posted.p99, bare.p99)):
        more = {"milliseconds": round(ours * 1000, 1), "bare_milliseconds": round(theirs * 1000, 1)}
        yield at_most(f"api.post.{name}.vs_bare{on}", round(ours / theirs, 2), LATENCY_GOAL, **more)


@contextmanager
def _clients(settings: Mapping[str, str], application: tuple[str, ...]) -> Iterator[list["Client"]]:
    """Each at a table of its own, of a new server with a new database."""
    with ExitStack() as stack:
        var = stack.enter_context(tempfile.TemporaryDirectory(prefix="tableside-bench-"))
        environment = {**os.environ, "TABLESIDE_VAR": var, "REDIS_URL": "", **SETTINGS, **settings}
        # The bare tables refer to ours, which must be there first.
        for more in ([], ["--run-syncdb"]):
            subprocess.run([*MIGRATE, *more], env=environment, check=True)
        make = [sys.executable, "-m", "bench.api_tables", str(CLIENTS)]
        made = subprocess.run(make, env=environment, check=True, stdout=subprocess.PIPE)
        port = stack.enter_context(server(environment, application))[0]
        yield [Client(port, table) for table in json.loads(made.stdout)]


def _round(pool: ThreadPoolExecutor, clients: list["Client"], work: Callable[["Client"], None]) -> Round:
    """Each client on a new line: the server closes one that is idle."""
    for client in clients:
        client.line.close()
    began = time.monotonic()
    times = sorted(chain.from_iterable(pool.map(lambda client: [_timed(client, work) for _ in range(POSTS)], clients)))
    a_second = len(times) / (time.monotonic() - began)
    return Round(a_second, times[len(times) // 2], times[len(times) * 99 // 100])


def _timed(client: "Client", work: Callable[["Client"], None]) -> float:
    began = time.monotonic()
    work(client)
    return time.monotonic() - began


class Client:
    """A phone at a table of its own. It enters what was offered last: whoever is on turn takes the card."""

    def __init__(self, port: int, table: Mapping[str, Any]) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port)
        self._table = table
        self._hand = self._sent("GET", f"/api/v1/hands/{table['hand']}/", None, self._signed())

    def post(self) -> None:
        offer = next(offer for offer in self._hand["legal"] if offer["type"] == "accept")
        action = {"type": "accept", "player": offer["player"], "discard": offer["discard"]["can"][0]}
        headers = {"Idempotency-Key": str(uuid.uuid4()), "If-Match": f'"{self._hand["version"]}"', **self._signed()}
        self._hand = self._sent("POST", f"/api/v1/hands/{self._table['hand']}/actions/", action, headers)["hand"]

    def bare(self) -> None:
        headers = {"Authorization": f"Token {self._table['bare_token']}"}
        body = {"type": "accept", "player": self._table["hand"], "discard": "2s"}
        self._sent("POST", f"/bare/{self._table['sheet']}/", body, headers)

    def _signed(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._table['token']}"}

    def _sent(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        self.line.request(method, path, json.dumps(body), {**headers, "Content-Type": "application/json"})
        answer = self.line.getresponse()
        content = answer.read()
        assert answer.status < 300, content
        return json.loads(content)
