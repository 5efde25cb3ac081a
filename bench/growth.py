"""Figures of growth: what an evening costs a club of a thousand nights, beside one of ten.

A night has about a thousand postings, so the books grow with it: from ten thousand of them to a million. What is looked
at is the same in both clubs: tonight, and a player who was there on ten nights.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from bench.asking import DATABASES, grown, keeper, on_each_database

SIZES = {"nights_10": 10, "nights_1000": 1000}
GOAL = 1.2
WORKS = ("action", "hand", "night_page", "statement")


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    return on_each_database(_grown)


def _grown(database: str) -> Iterator[dict[str, Any]]:
    with ExitStack() as stack:
        clubs = {name: stack.enter_context(keeper(database, "growth_club", size)) for name, size in SIZES.items()}
        for work in WORKS:
            yield grown(f"growth.{work}.nights_1000_vs_10{DATABASES[database]}", work, clubs, GOAL)
