"""Phones that work at the same time, and a bare endpoint of the same server beside which their work is timed."""

import http.client
import json
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Any, NamedTuple

from bench.figures import at_least, at_most

# In seconds: what is not answered by then never will be.
PATIENCE = 60
POSTS = 25
ROUNDS = 15
GOAL = 0.5
LATENCY_GOAL = 2.5
# For the server's environment: nobody is turned away; requests are counted as ever.
SETTINGS = {"DJANGO_SETTINGS_MODULE": "bench.bare.settings", "TABLESIDE_REQUESTS_A_MINUTE": str(10**9)}


class Phone(ABC):
    """At a table of its own, out of `bench.api_tables`. `post` is what it does there."""

    def __init__(self, port: int, table: Mapping[str, Any]) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.table = table
        self.hand = self.sent("GET", f"hands/{table['hand']}/")

    @abstractmethod
    def post(self) -> None:
        """The next entry."""

    def bare(self) -> None:
        headers = {"Authorization": f"Token {self.table['bare_token']}"}
        body = {"type": "accept", "player": self.table["hand"], "discard": "2s"}
        self._answered("POST", f"/bare/{self.table['sheet']}/", body, headers)

    def act(self, action: Mapping[str, Any]) -> None:
        """Enter it in the hand as the last answer showed it."""
        answer = self.sent("POST", f"hands/{self.hand['id']}/actions/", action, str(self.hand["version"]))
        self.hand = answer["hand"]

    def sent(self, method: str, path: str, body: Any = None, version: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {self.table['token']}", "Idempotency-Key": str(uuid.uuid4())}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        return self._answered(method, f"/api/v1/{path}", body, headers)

    def _answered(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> Any:
        self.line.request(method, path, json.dumps(body), {**headers, "Content-Type": "application/json"})
        answer = self.line.getresponse()
        content = answer.read()
        assert answer.status < 300, content
        return json.loads(content)


class Round(NamedTuple):
    """How many a second all phones together got done, and how long one took: its median and its p99, in seconds."""

    a_second: float
    median: float
    p99: float


class Turn(NamedTuple):
    """A round of the phones and one of the bare endpoint, one right after the other."""

    posted: Round
    bare: Round


def beside_bare(figure: str, on: str, phones: Sequence[Phone]) -> Iterator[dict[str, Any]]:
    """What the phones do, by what the bare endpoint does for as many: taken in turns, and the middle of the ratios.

    A machine that others use is now faster and now slower. The best round of each would compare the luckiest moments,
    and what takes less time has the better ones.
    """
    works = [lambda phone: phone.post(), lambda phone: phone.bare()]
    with ThreadPoolExecutor(len(phones)) as pool:
        for work in works:
            _round(pool, phones, work)
        turns = [Turn(*(_round(pool, phones, work) for work in works)) for _ in range(ROUNDS)]
    ours, theirs = _middle(turns, "a_second")
    a_second = {"posts_a_second": round(ours), "bare_a_second": round(theirs)}
    yield at_least(f"{figure}.vs_bare{on}", round(ours / theirs, 2), GOAL, clients=len(phones), **a_second)
    for name in ("median", "p99"):
        ours, theirs = _middle(turns, name)
        more = {"milliseconds": round(ours * 1000, 1), "bare_milliseconds": round(theirs * 1000, 1)}
        yield at_most(f"{figure}.{name}.vs_bare{on}", round(ours / theirs, 2), LATENCY_GOAL, **more)


def _middle(turns: "Sequence[Turn]", of: str) -> tuple[float, float]:
    """Ours and the bare endpoint's, of the turn whose ratio is in the middle."""
    pairs = [(getattr(turn.posted, of), getattr(turn.bare, of)) for turn in turns]
    return sorted(pairs, key=lambda pair: pair[0] / pair[1])[len(pairs) // 2]


def _round(pool: ThreadPoolExecutor, phones: Sequence[Phone], work: Callable[[Phone], None]) -> Round:
    """Each phone on a new line: the server closes one that is idle."""
    for phone in phones:
        phone.line.close()
    began = time.monotonic()
    times = sorted(chain.from_iterable(pool.map(lambda phone: [_timed(phone, work) for _ in range(POSTS)], phones)))
    a_second = len(times) / (time.monotonic() - began)
    return Round(a_second, times[len(times) // 2], times[len(times) * 99 // 100])


def _timed(phone: Phone, work: Callable[[Phone], None]) -> float:
    began = time.monotonic()
    work(phone)
    return time.monotonic() - began
