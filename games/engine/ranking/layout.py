"""The five cards in the order in which a person lays them out: groups first, then downward."""

from collections.abc import Callable, Sequence
from itertools import accumulate, product
from operator import itemgetter
from typing import Final

from games.engine.cards import Card
from games.engine.ranking.values import ACE_HIGH, WHEEL, Category, encode

WHEELS: Final = frozenset(
    encode(category, WHEEL, ACE_HIGH) for category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
)
"""The high hands in which an ace is laid last."""

Neighbours = tuple[bool, bool, bool, bool]
"""Of five cards given downward, each with the next: whether they are of one rank."""

Move = Callable[[Sequence[Card]], tuple[Card, ...]]


def _groups_first() -> dict[Neighbours, Move]:
    moves: dict[Neighbours, Move] = {}
    either = (False, True)
    for alike in product(either, either, either, either):
        group_of = (0, *accumulate(int(not same) for same in alike))
        order = sorted(range(5), key=lambda place: -group_of.count(group_of[place]))
        moves[alike] = itemgetter(*order)
    return moves


GROUPS_FIRST: Final = _groups_first()
"""What puts the groups of five natural cards first. Where each stands follows from which are alike, so that a hand need
be sorted but once, by its cards."""
