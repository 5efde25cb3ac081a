"""Figures of the desk: its lists and searches in a club of a thousand nights, beside one of a hundred.

A night has 125 hands and a thousand postings: the larger club has more than 100,000 hands and a million postings. What
is asked for is the same in both: each list, its first page and the last that it goes back to, by each of its filters,
and each search.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from bench.asking import DATABASES, grown, keeper, on_each_database

SIZES = {"nights_100": 100, "nights_1000": 1000}
GOAL = 1.5
ROUNDS = 5
WORKS = ("lists", "deep", "filters", "searches", "pages")


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    return on_each_database(_grown)


def _grown(database: str) -> Iterator[dict[str, Any]]:
    with ExitStack() as stack:
        clubs = {name: stack.enter_context(keeper(database, "desk_club", size)) for name, size in SIZES.items()}
        for work in WORKS:
            figure = f"desk.{work}.nights_1000_vs_100{DATABASES[database]}"
            yield grown(figure, work, clubs, GOAL, rounds=ROUNDS)
