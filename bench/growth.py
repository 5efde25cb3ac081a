"""Figures of growth: what an evening costs a club of a thousand nights, beside one of ten.

A night has about a thousand postings, so the books grow with it: from ten thousand of them to a million. What is looked
at is the same in both clubs: tonight, and a player who was there on ten nights.
"""

from collections.abc import Iterator
from typing import Any

from bench.asking import grown_clubs

SIZES = {"nights_10": 10, "nights_1000": 1000}
GOAL = 1.2
WORKS = ("action", "hand", "night_page", "statement")


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    works = {work: f"growth.{work}.nights_1000_vs_10" for work in WORKS}
    return grown_clubs("growth_club", SIZES, works, GOAL)
