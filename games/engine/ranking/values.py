"""The value of a hand: an int that can be compared, and read back.

A value is the category of the hand, then the five ranks as a person would lay them out (groups first, then downward;
A-2-3-4-5 as 5-4-3-2-A), four bits each. A missing card is 0, lower than any rank (4.3). Comparing two values therefore
compares category by category and rank by rank, which is the whole of high ranking (0.4).
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

ACE: Final = 12
WHEEL: Final = (3, 2, 1, 0, ACE)
"""A-2-3-4-5, the one straight in which the ace is low."""

# The number that stands in a value for ranks 0 to 12 (2 to A).
ACE_HIGH: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
ACE_LOW: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1)


class Category(IntEnum):
    """The categories of high hands, worst first (0.4)."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9


THREE_CARD_CATEGORIES: Final = (
    Category.HIGH_CARD,
    Category.ONE_PAIR,
    Category.FLUSH,
    Category.STRAIGHT,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
)
"""The categories of three cards where straights and flushes count, worst first: of three, fewer make a straight."""

LOWEST_LOW: Final = 10 << 20
"""A low's value is this minus that of the same cards as a high hand: the worse the high, the better the low (0.6)."""

_CATEGORY_OF_GROUPS: Final = {
    (2, 1): Category.ONE_PAIR,
    (2, 2): Category.TWO_PAIR,
    (3, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
    (5, 0): Category.FIVE_OF_A_KIND,
    (2, 0): Category.ONE_PAIR,
    (3, 0): Category.THREE_OF_A_KIND,
    (4, 0): Category.FOUR_OF_A_KIND,
}


def encode(category: Category, ranks: Sequence[int], order: Sequence[int]) -> int:
    """The value of at most five ranks, given as they are laid out; `order` says what each rank counts."""
    value = int(category)
    for rank in ranks:
        value = value << 4 | order[rank]
    return value << 4 * (5 - len(ranks))


def grouped(ranks: Sequence[int], order: Sequence[int]) -> int:
    """The value of one to five ranks by groups alone, straights and flushes left out of account."""
    groups = sorted([(ranks.count(rank), order[rank], rank) for rank in set(ranks)], reverse=True)
    sizes = (groups[0][0], groups[1][0] if len(groups) > 1 else 0)
    laid_out = [rank for count, _, rank in groups for _ in range(count)]
    return encode(_CATEGORY_OF_GROUPS.get(sizes, Category.HIGH_CARD), laid_out, order)


def as_three_cards(value: int) -> int:
    """The value of three cards, its category counted by the order of three cards instead of that of five."""
    category, ranks = divmod(value, 1 << 20)
    return THREE_CARD_CATEGORIES.index(Category(category)) << 20 | ranks


def numbers_of(value: int) -> tuple[int, int, int, int, int]:
    """What stands in a value (of a high hand) for its ranks, as they are laid out; 0 for a missing card."""
    return value >> 16 & 15, value >> 12 & 15, value >> 8 & 15, value >> 4 & 15, value & 15
