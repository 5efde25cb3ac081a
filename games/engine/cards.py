"""Cards, and their notation both ways.

A card is a small int, `rank * 4 + suit`, with ranks 0 to 12 for 2 to A and suits 0 to 3 for c d h s; the joker is 52.
So cards compare by rank first, and a set of cards is one int with bit `1 << card` set.
"""

from collections.abc import Iterable
from typing import Final

Card = int
"""One card: 0 to 51, or `JOKER`."""

CardSet = int
"""A set of cards: a bit mask."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
JOKER: Final[Card] = 52

NAMES: Final[tuple[str, ...]] = (*(rank + suit for rank in RANKS for suit in SUITS), "JK")
"""Card -> text."""

CARDS: Final[dict[str, Card]] = {name: card for card, name in enumerate(NAMES)}
"""Text -> card, the joker included. Whatever is no key is no card."""

DECK: Final[CardSet] = (1 << JOKER) - 1
"""The 52 cards."""

DECK_WITH_JOKER: Final[CardSet] = DECK | 1 << JOKER


def rank(card: Card) -> int:
    """0 to 12 for 2 to A. The joker has no rank of its own: it gives 13, which equals that of no card."""
    return card >> 2


def suit(card: Card) -> int:
    """0 to 3 for c d h s; of no meaning for the joker."""
    return card & 3


def mask(cards: Iterable[Card]) -> CardSet:
    """The set of these cards. A card given twice is in it once."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def cards_in(mask: CardSet) -> tuple[Card, ...]:
    """The cards of a set, the highest first (the joker before the aces)."""
    found = []
    while mask:
        card = mask.bit_length() - 1
        found.append(card)
        mask ^= 1 << card
    return tuple(found)
