"""How figures are measured and written: ratios, side by side in one run, in turns: the best round or the middle one."""

from collections.abc import Callable, Sequence
from time import process_time_ns
from typing import Any

Work = Callable[[], object]
ROUNDS = 15


def nanoseconds(work: Work, times: int) -> int:
    """The processor's time for one piece of work, on average: what else the machine does is not in it."""
    start = process_time_ns()
    for _ in range(times):
        work()
    return (process_time_ns() - start) // times


def side_by_side(*works: tuple[Work, int], rounds: int = ROUNDS, of: Callable[[Sequence[int]], int] = min) -> list[int]:
    """Nanoseconds of each piece of work, done so many times a round; in turns, so that a slow spell hits all alike.

    The best round of each counts, or whichever `of` takes from all.
    """
    for work, _ in works:
        work()
    measured = [[nanoseconds(work, times) for work, times in works] for _ in range(rounds)]
    return [of(column) for column in zip(*measured, strict=True)]


def told(figure: str, value: float, unit: str, **more: Any) -> dict[str, Any]:
    """A figure without a goal."""
    return {"figure": figure, "value": value, "unit": unit, **more}


def at_least(figure: str, value: float, goal: float, **more: Any) -> dict[str, Any]:
    """A figure that is the better the larger it is."""
    return told(figure, value, "x", goal=goal, ok=value >= goal, **more)


def at_most(figure: str, value: float, goal: float, unit: str = "x", **more: Any) -> dict[str, Any]:
    """A figure that is the better the smaller it is."""
    return told(figure, value, unit, goal=goal, better="less", ok=value <= goal, **more)
