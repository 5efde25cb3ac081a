"""Figures of a crowd: 500 who look on at one process, what each costs it, and when the last of them has an entry."""

from collections.abc import Iterator
from statistics import median
from typing import Any

from bench.figures import at_most
from bench.live import GOAL_KIB, SETTINGS, measured
from bench.serving import on_both

WATCHERS = 500
# From the answer to the last of them.
GOAL_MS = 250


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    return on_both(_figures, SETTINGS)


def _figures(on: str, environment: dict[str, str]) -> Iterator[dict[str, Any]]:
    found = measured(environment, WATCHERS)
    last = [max(late) * 1000 for late in found.late]
    more = {"slowest_ms": round(max(last), 1), "first_ms": round(median(min(late) for late in found.late) * 1000, 1)}
    yield at_most(f"watchers.all_reached{on}", round(median(last), 1), GOAL_MS, "ms", watchers=WATCHERS, **more)
    yield at_most(f"watchers.memory_a_watcher{on}", round(found.each / 1024, 1), GOAL_KIB, "KiB", watchers=WATCHERS)
