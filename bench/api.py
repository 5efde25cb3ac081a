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
from contextlib import ExitStack
from typing import Any

from bench.figures import at_least
from bench.serving import LOOP, WSGI, server
from tests.servers import Unavailable
from tests.servers.postgresql import postgresql

CLIENTS = 8
POSTS = 25
ROUNDS = 5
GOAL = 0.5
MIGRATE = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
# Nobody is turned away; requests are counted as ever.
SETTINGS = {"DJANGO_SETTINGS_MODULE": "bench.bare.settings", "TABLESIDE_REQUESTS_A_MINUTE": str(10**9)}


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    yield _measured("", {"DATABASE_URL": "", "WORKERS": "1"}, LOOP)
    try:
        with postgresql() as url:
            yield _measured(".postgresql", {"DATABASE_URL": url, "WORKERS": "2"}, WSGI)
    except Unavailable as error:
        print(f"Not measured on PostgreSQL: {error}", file=sys.stderr)


def _measured(on: str, settings: Mapping[str, str], application: tuple[str, ...]) -> dict[str, Any]:
    """The best round of each, taken in turns."""
    with ExitStack() as stack:
        var = stack.enter_context(tempfile.TemporaryDirectory(prefix="tableside-bench-"))
        environment = {**os.environ, "TABLESIDE_VAR": var, "REDIS_URL": "", **SETTINGS, **settings}
        # The bare tables refer to ours, which must be there first.
        for more in ([], ["--run-syncdb"]):
            subprocess.run([*MIGRATE, *more], env=environment, check=True)
        make = [sys.executable, "-m", "bench.api_tables", str(CLIENTS)]
        made = subprocess.run(make, env=environment, check=True, stdout=subprocess.PIPE)
        port = stack.enter_context(server(environment, application))[0]
        clients = [Client(port, table) for table in json.loads(made.stdout)]
        pool = stack.enter_context(ThreadPoolExecutor(CLIENTS))
        for work in (Client.post, Client.bare):
            _a_second(pool, clients, work)
        rounds = [[_a_second(pool, clients, work) for work in (Client.post, Client.bare)] for _ in range(ROUNDS)]
        posted, bare = (max(column) for column in zip(*rounds, strict=True))
    return at_least(
        f"api.post.vs_bare{on}",
        round(posted / bare, 2),
        GOAL,
        clients=CLIENTS,
        posts_a_second=round(posted),
        bare_a_second=round(bare),
    )


def _a_second(pool: ThreadPoolExecutor, clients: list["Client"], work: Callable[["Client"], None]) -> float:
    """How many a second all clients together get done, each on a new line: the server closes one that is idle."""
    for client in clients:
        client.line.close()
    began = time.monotonic()
    list(pool.map(lambda client: [work(client) for _ in range(POSTS)], clients))
    return CLIENTS * POSTS / (time.monotonic() - began)


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
