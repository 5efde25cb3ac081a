"""The five cards in the order in which a person lays them out: groups first, then downward."""

from collections.abc import Callable, Sequence
from itertools import groupby, product
from operator import itemgetter
from typing import Final

from games.engine.cards import Card
from games.engine.ranking.values import ACE_HIGH, WHEEL, Category, encode

WHEELS: Final = frozenset(
    encode(category, WHEEL, ACE_HIGH) for category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
)
"""The high hands in which an ace is laid last."""

Neighbours = tuple[bool, bool, bool, bool]
"""Of five cards, each with the next: whether they are of one rank."""


def _moves() -> dict[Neighbours, Callable[[Sequence[Card]], tuple[Card, ...]]]:
    moves = {}
    for alike in product((False, True), repeat=4):
        starts = [0, *(place for place, same in enumerate(alike, 1) if not same)]
        group_of = [max(start for start in starts if start <= place) for place in range(5)]
        order = sorted(range(5), key=lambda place: (-group_of.count(group_of[place]), place))
        moves[alike] = itemgetter(*order)
    return moves


_MOVES: Final = _moves()


def groups_first(downward: Sequence[Card]) -> tuple[Card, ...]:
    """Five natural cards, given downward, with the groups put first: where they stand follows from which are alike."""
    a, b, c, d, e = downward
    # Two cards are of one rank when they differ in the suit's two bits alone.
    return _MOVES[a ^ b < 4, b ^ c < 4, c ^ d < 4, d ^ e < 4](downward)
