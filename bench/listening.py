"""Those who look on: event streams, all read by one loop of this process."""

import asyncio
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.figures import at_most

GOAL_MS = 100
# When each event of a night was heard by each who listens, by its number.
Heard = dict[int, list[float]]


async def listen(port: int, night: str, token: str, heard: Heard, after: int = 0) -> "asyncio.Task[None]":
    """Let in when this returns; the task reads on until it is cancelled."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    path = f"/api/v1/nights/{night}/events/?after={after}"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in head, head

    async def on() -> None:
        async for line in reader:
            if line.startswith(b"id: "):
                heard.setdefault(int(line[4:]), []).append(time.monotonic())
        writer.close()

    return asyncio.create_task(on())


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
