"""Figures of live events: how long after its answer an entry is on 200 other phones, and what a listener costs.

Everything runs on this machine, the listeners too: they take a part of the processor that phones would not.
"""

import asyncio
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.figures import at_most
from bench.serving import LOOP, WSGI, server
from tests.servers import Unavailable
from tests.servers.postgresql import postgresql
from tests.servers.redis import redis

LISTENERS = 200
WRITES = 60
GAP = 0.1
GOAL_MS = 100
GOAL_KIB = 100


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    with tempfile.TemporaryDirectory(prefix="tableside-bench-") as var:
        yield from _measured("", {"TABLESIDE_VAR": var, "DATABASE_URL": "", "REDIS_URL": ""}, served=False)
    try:
        with ExitStack() as stack:
            var = stack.enter_context(tempfile.TemporaryDirectory(prefix="tableside-bench-"))
            urls = {"DATABASE_URL": stack.enter_context(postgresql()), "REDIS_URL": stack.enter_context(redis())}
            yield from _measured(".served", {"TABLESIDE_VAR": var, "WORKERS": "2", **urls}, served=True)
    except Unavailable as error:
        print(f"Not measured with Redis: {error}", file=sys.stderr)


def _measured(on: str, settings: Mapping[str, str], served: bool) -> Iterator[dict[str, Any]]:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.dev", **settings}
    python = [sys.executable]
    subprocess.run([*python, "manage.py", "migrate", "--verbosity", "0"], env=environment, check=True)
    made = subprocess.run([*python, "-m", "bench.live_table"], env=environment, check=True, stdout=subprocess.PIPE)
    table = json.loads(made.stdout)
    with ExitStack() as stack:
        streams, loop = stack.enter_context(server(environment | {"WORKERS": "1"}, LOOP))
        requests = stack.enter_context(server(environment, WSGI))[0] if served else streams
        alone = _writes(requests, table, WRITES)[0]
        before = _memory(loop)
        late, took, held = asyncio.run(_listened(streams, requests, table, loop))
        each = (held - before) / LISTENERS
    yield at_most(
        f"live.heard{on}",
        round(median(late) * 1000, 1),
        GOAL_MS,
        "ms",
        p99_ms=round(quantiles(late, n=100)[98] * 1000, 1),
        listeners=LISTENERS,
        write_ms=round(median(took) * 1000, 1),
        write_alone_ms=round(median(alone) * 1000, 1),
    )
    yield at_most(f"live.memory_a_listener{on}", round(each / 1024, 1), GOAL_KIB, "KiB", listeners=LISTENERS)


async def _listened(
    streams: int, requests: int, table: dict[str, Any], loop: int
) -> tuple[list[float], list[float], int]:
    """How long after each answer each listener heard of it; how long each write took; what the process then held."""
    heard: dict[int, list[float]] = {}
    reading = await asyncio.gather(*(_listen(streams, table, heard) for _ in range(LISTENERS)))
    await asyncio.sleep(1)
    held = _memory(loop)
    took, answered = await asyncio.to_thread(_writes, requests, table, WRITES)
    await asyncio.sleep(1)
    for task in reading:
        task.cancel()
    numbers = sorted(heard)[-len(answered) :]
    assert all(len(heard[number]) == LISTENERS for number in numbers), "somebody has missed something"
    # heard before the writer had its answer: at once
    late = [max(0.0, at - done) for number, done in zip(numbers, answered, strict=True) for at in heard[number]]
    return late, took, held


async def _listen(port: int, table: dict[str, Any], heard: dict[int, list[float]]) -> asyncio.Task[None]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    token = table["phones"][1]
    request = (
        f"GET /api/v1/nights/{table['night']}/events/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}"
    )
    writer.write(f"{request}\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in head, head

    async def on() -> None:
        async for line in reader:
            if line.startswith(b"id: "):
                heard.setdefault(int(line[4:]), []).append(time.monotonic())
        writer.close()

    return asyncio.create_task(on())


def _writes(port: int, table: dict[str, Any], times: int) -> tuple[list[float], list[float]]:
    """A call and its undo in turns, one entry at a time: how long each took, and when it was answered."""
    link = http.client.HTTPConnection("127.0.0.1", port)
    took, answered = [], []
    version = int(_sent(link, table, "GET", "", None, 0)["version"])
    for turn in range(times):
        path, body = ("actions/", table["call"]) if turn % 2 == 0 else ("undo/", {})
        began = time.monotonic()
        _sent(link, table, "POST", path, body, version)
        answered.append(time.monotonic())
        took.append(answered[-1] - began)
        version += 1
        time.sleep(GAP)
    link.close()
    return took, answered


def _sent(link: http.client.HTTPConnection, table: dict[str, Any], method: str, path: str, body: Any, at: int) -> Any:
    headers = {
        "Authorization": f"Bearer {table['phones'][0]}",
        "Idempotency-Key": str(uuid.uuid4()),
        "If-Match": f'"{at}"',
        "Content-Type": "application/json",
    }
    link.request(
        method, f"/api/v1/hands/{table['hand']}/{path}", json.dumps(body) if body is not None else None, headers
    )
    answer = link.getresponse()
    content = answer.read()
    assert answer.status < 300, content
    return json.loads(content)


def _memory(pid: int) -> int:
    """What a process holds, in bytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) * 1024
