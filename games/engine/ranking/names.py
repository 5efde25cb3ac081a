"""Hands in words: the only strings of the ranking."""

from collections.abc import Sequence
from typing import Final

from games.engine.ranking.values import Category

CATEGORY_NAMES: Final = {
    Category.HIGH_CARD: "high card",
    Category.ONE_PAIR: "one pair",
    Category.TWO_PAIR: "two pair",
    Category.THREE_OF_A_KIND: "three of a kind",
    Category.STRAIGHT: "straight",
    Category.FLUSH: "flush",
    Category.FULL_HOUSE: "full house",
    Category.FOUR_OF_A_KIND: "four of a kind",
    Category.STRAIGHT_FLUSH: "straight flush",
    Category.FIVE_OF_A_KIND: "five of a kind",
}

ROYAL_FLUSH: Final = "royal flush"

RANK_NAMES: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def low(ranks: Sequence[int]) -> str:
    """A low without a pair, by its ranks: `10-8-5-4-2 low`."""
    return "-".join(RANK_NAMES[rank] for rank in ranks) + " low"
