"""Figures of live events: how long after its answer an entry is on 200 other phones, and what a listener costs.

Everything runs on this machine, the listeners too: they take a part of the processor that phones would not.
"""

import asyncio
import time
from collections.abc import Iterator
from itertools import chain
from statistics import median
from typing import Any, NamedTuple

from bench.figures import at_most
from bench.listening import Heard, how_late, lateness, listen, memory
from bench.phones import Phone
from bench.serving import Serving, filled, on_both, serving

LISTENERS = 200
WRITES = 60
GAP = 0.1
GOAL_KIB = 100
SETTINGS = {"DJANGO_SETTINGS_MODULE": "config.settings.dev"}


class Measured(NamedTuple):
    """In seconds: how late each listener heard of each write, how long each write took with and without listeners.

    In bytes: what a listener costs the process that holds the streams.
    """

    late: list[list[float]]
    took: list[float]
    alone: list[float]
    each: float


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    return on_both(_figures, SETTINGS)


def _figures(on: str, environment: dict[str, str]) -> Iterator[dict[str, Any]]:
    found = measured(environment, LISTENERS)
    late = list(chain.from_iterable(found.late))
    yield how_late(
        f"live.heard{on}",
        late,
        listeners=LISTENERS,
        write_ms=round(median(found.took) * 1000, 1),
        write_alone_ms=round(median(found.alone) * 1000, 1),
    )
    yield at_most(f"live.memory_a_listener{on}", round(found.each / 1024, 1), GOAL_KIB, "KiB", listeners=LISTENERS)


def measured(environment: dict[str, str], listeners: int) -> Measured:
    table = filled(environment, "live_table")
    with serving(environment) as ports:
        writer = Caller(ports.requests, table)
        alone = writer.writes(WRITES)[0]
        before = memory(ports.loop)
        late, took, held = asyncio.run(_listened(ports, writer, listeners))
    return Measured(late, took, alone, (held - before) / listeners)


async def _listened(ports: Serving, writer: "Caller", listeners: int) -> tuple[list[list[float]], list[float], int]:
    """How long after each answer each listener heard of it; how long each write took; what the process then held."""
    heard: Heard = {}
    night, token = writer.table["night"], writer.table["ear"]
    listening = await asyncio.gather(*(listen(ports.streams, night, token, heard) for _ in range(listeners)))
    await asyncio.sleep(1)
    held = memory(ports.loop)
    took, answered = await asyncio.to_thread(writer.writes, WRITES)
    await asyncio.sleep(1)
    for listener in listening:
        listener.line.close()
    return lateness(heard, answered, listeners), took, held


class Caller(Phone):
    """A call and its undo in turns."""

    def post(self) -> None:
        if self.hand["undo"] is None:
            self.act(self.table["call"])
        else:
            self.hand = self.sent("POST", f"hands/{self.hand['id']}/undo/", {}, str(self.hand["version"]))

    def writes(self, times: int) -> tuple[list[float], list[float]]:
        """One entry at a time: how long each took, and when it was answered."""
        took, answered = [], []
        for _ in range(times):
            began = time.monotonic()
            self.post()
            answered.append(time.monotonic())
            took.append(answered[-1] - began)
            time.sleep(GAP)
        self.line.close()
        return took, answered
