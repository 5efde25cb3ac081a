"""Figures of the desk: its lists and searches in a club of a thousand nights, beside one of a hundred.

A night has 125 hands and a thousand postings: the larger club has more than 100,000 hands and a million postings. What
is asked for is the same in both: each list, its first page and the last that it goes back to, by each of its filters,
and each search.
"""

from collections.abc import Iterator
from typing import Any

from bench.asking import grown_clubs

SIZES = {"nights_100": 100, "nights_1000": 1000}
GOAL = 1.5
ROUNDS = 5
WORKS = ("lists", "deep", "filters", "searches", "pages")


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    works = {work: f"desk.{work}.nights_1000_vs_100" for work in WORKS}
    return grown_clubs("desk_club", SIZES, works, GOAL, rounds=ROUNDS)
