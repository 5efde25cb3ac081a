"""What a card adds to the key of a hand.

The key of some cards is the sum of their `KEYS`, and names how many cards there are and how many of each rank: two
hands have the same key exactly when they have the same ranks. So the key of five cards is the sum of the keys of its
two parts, whichever way it is divided, and a part's key can be worked out once for all the hands it is part of.
"""

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Final

# Chosen so that no two different choices of five ranks (a rank at most four times) have the same sum. Small numbers:
# Python adds and hashes ints below 2**30 fastest. The largest sum of five is 360918, which the joker's exceeds.
_RANK_KEYS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
_JOKER_KEY: Final = 1 << 19

# Counts the cards, above all sums of the other numbers: without it a deuce would add nothing.
_ONE_CARD: Final = 1 << 20

RANK_KEYS: Final = tuple(_ONE_CARD + key for key in _RANK_KEYS)
"""Rank -> what a card of it adds to a key."""

JOKER_KEY: Final = _ONE_CARD + _JOKER_KEY

KEYS: Final = (*(RANK_KEYS[card >> 2] for card in range(52)), JOKER_KEY)
"""Card -> what it adds to a key."""

TWO: Final = {
    key: place for place, key in enumerate(a + b for a, b in combinations_with_replacement((*RANK_KEYS, JOKER_KEY), 2))
}
"""Key of two cards -> their place among all choices of two. (Two jokers are one: nobody holds them.)"""

ANY_SUIT: Final = 0b1111

SUITS: Final = (*(1 << (card & 3) for card in range(52)), ANY_SUIT)
"""Card -> the suits it can be of, a bit each: one, or all four for the joker. Cards can be of one suit exactly when the
`&` of these is not 0."""

SUITS_DEUCES_WILD: Final = (*(ANY_SUIT if card < 4 else 1 << (card & 3) for card in range(52)), ANY_SUIT)
"""The same where every deuce is wild."""


def key_of_ranks(ranks: Iterable[int]) -> int:
    """The key of cards of these ranks."""
    return sum(RANK_KEYS[rank] for rank in ranks)
