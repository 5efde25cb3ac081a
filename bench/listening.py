"""Those who look on: event streams, all read by one loop of this process."""

import asyncio
import re
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any, cast

from bench.figures import at_most

GOAL_MS = 100
NUMBER = re.compile(rb"^id: (\d+)$", re.MULTILINE)
# When each event of a night was heard by each who listens, by its number.
Heard = dict[int, list[float]]


class Listener(asyncio.Protocol):
    """One who looks on, and notes when it hears of what. It reads no more than it must: it takes its part of the
    machine that is measured.
    """

    def __init__(self, request: bytes, heard: Heard) -> None:
        self.request, self.heard, self.rest = request, heard, b""
        self.let_in = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.line = cast(asyncio.Transport, transport)
        self.line.write(self.request)

    def data_received(self, data: bytes) -> None:
        *whole, self.rest = (self.rest + data).split(b"\n\n")
        if not self.let_in.done() and b"\r\n\r\n" in data:
            self.let_in.set_result(data)
        for event in whole:
            if number := NUMBER.search(event):
                self.heard.setdefault(int(number[1]), []).append(time.monotonic())


async def listen(port: int, night: str, token: str, heard: Heard, after: int = 0) -> Listener:
    """Let in when this returns; it listens on until its `line` is closed."""
    path = f"/api/v1/nights/{night}/events/?after={after}"
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    loop = asyncio.get_running_loop()
    _, listener = await loop.create_connection(lambda: Listener(request, heard), "127.0.0.1", port)
    head = await listener.let_in
    assert b" 200 " in head, head
    return listener


def lateness(heard: Heard, answered: list[float], listeners: int) -> list[list[float]]:
    """Of each of the last writes of a night, how long after its answer each heard of it, in seconds."""
    numbers = sorted(heard)[-len(answered) :]
    assert all(len(heard[number]) == listeners for number in numbers), "somebody has missed something"
    # heard before the writer had its answer: at once
    return [[max(0.0, at - done) for at in heard[number]] for number, done in zip(numbers, answered, strict=True)]


def how_late(figure: str, late: list[float], **more: Any) -> dict[str, Any]:
    """How late listeners heard, in the median, with all that is told beside it."""
    p99 = round(quantiles(late, n=100)[98] * 1000, 1)
    return at_most(figure, round(median(late) * 1000, 1), GOAL_MS, "ms", p99_ms=p99, **more)


def memory(pid: int) -> int:
    """What a process holds, in bytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) * 1024
