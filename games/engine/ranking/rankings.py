"""The rankings: which of two hands is better. In each, the bigger value is the better hand, and equal values tie."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Final

from games.engine.cards import JOKER, Card
from games.engine.ranking import names
from games.engine.ranking.keys import KEYS, SUITS, SUITS_DEUCES_WILD
from games.engine.ranking.layout import GROUPS_FIRST, WHEELS
from games.engine.ranking.tables import (
    Tables,
    ace_to_five_tables,
    ace_to_six_tables,
    high_tables,
    showing_deuces_wild_tables,
    showing_tables,
    three_card_tables,
)
from games.engine.ranking.values import ACE, ACE_HIGH, ACE_LOW, LOWEST_LOW, THREE_CARD_CATEGORIES, Category, numbers_of

ROYAL: Final = [ACE, ACE - 1, ACE - 2, ACE - 3, ACE - 4]
"""The ranks of a royal flush."""


class Ranking:
    """One way to rank hands. Its tables are built at the first hand it judges."""

    def __init__(
        self,
        build: Callable[[], Tables],
        *,
        low: bool = False,
        wild: Iterable[Card] = (JOKER,),
        suits: Sequence[int] = SUITS,
        categories: Sequence[Category] = tuple(Category),
    ) -> None:
        self._build = build
        self.low = low
        self.order = ACE_LOW if low else ACE_HIGH
        self.order_of_cards = [
            *((self.order[card >> 2] << 2) + (card & 3) for card in range(52)),
            JOKER + 4,
        ].__getitem__
        self.wild = frozenset(wild)
        self.suits = suits
        self.categories = categories

    @cached_property
    def tables(self) -> Tables:
        """Key -> value."""
        return self._build()

    def value(self, cards: Iterable[Card]) -> int:
        """What these cards are worth. A number of cards that the ranking does not judge is a `KeyError`."""
        key = 0
        one_suit = -1
        for card in cards:
            key += KEYS[card]
            one_suit &= self.suits[card]
        plain, suited, _ = self.tables
        if one_suit:
            return suited.get(key) or plain[key]
        return plain[key]

    def numbers(self, value: int) -> tuple[int, ...]:
        """What stands in a value for its ranks (by `order`), as they are laid out; 0 for a missing card."""
        return numbers_of(LOWEST_LOW - value if self.low else value)

    def ranks(self, value: int) -> list[int]:
        """The ranks of a hand of this value as they are laid out; what a wild card stands for included."""
        return [self.order.index(number) for number in self.numbers(value) if number]

    def category(self, value: int) -> Category:
        """The category of a hand of this value; of a low, what it is as a high hand with aces low."""
        return self.categories[(LOWEST_LOW - value if self.low else value) >> 20]


HIGH: Final = Ranking(high_tables)
"""Five cards, the joker wild (0.4, 0.5)."""

ACE_TO_SIX: Final = Ranking(ace_to_six_tables, low=True)
"""Five cards for low, straights and flushes counting against them (0.6); the joker is the best card for the low."""

ACE_TO_FIVE: Final = Ranking(ace_to_five_tables, low=True)
"""Five cards for low, straights and flushes ignored (0.7); the joker is the best card for the low."""

SHOWING: Final = Ranking(showing_tables, wild=())
"""None to five cards (4.3); of fewer than five groups and ranks alone count."""

SHOWING_DEUCES_WILD: Final = Ranking(showing_deuces_wild_tables, wild=range(4), suits=SUITS_DEUCES_WILD)
"""None to five cards, every deuce wild (4.1, 4.3)."""

THREE_CARDS: Final = Ranking(three_card_tables, wild=(), categories=THREE_CARD_CATEGORIES)
"""Three cards, straights and flushes among them, in the order of three: a flush below a straight, that below three of a
kind."""

RANKINGS: Final = (HIGH, ACE_TO_SIX, ACE_TO_FIVE, SHOWING, SHOWING_DEUCES_WILD, THREE_CARDS)


def build_tables() -> None:
    """Of all rankings, so that no first hand waits for its own: a third of a second, and 6 MB."""
    for ranking in RANKINGS:
        _ = ranking.tables


def showing(cards: Iterable[Card], deuces_wild: bool) -> int:
    """What none to five cards showing in Bluff N' Peg are worth (4.3); a missing card is lower than any card."""
    return (SHOWING_DEUCES_WILD if deuces_wild else SHOWING).value(cards)


def arranged(ranking: Ranking, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards groups first, then downward; A-2-3-4-5 as 5-4-3-2-A, and in a low the ace last.

    A wild card stands where the card that it stands for would.
    """
    return laid_out(ranking, ranking.value(cards), cards)


def laid_out(ranking: Ranking, value: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    """As `arranged`, for cards whose value is known."""
    downward = sorted(cards, key=ranking.order_of_cards, reverse=True)
    if len(downward) == 5 and value not in WHEELS and ranking.wild.isdisjoint(cards):
        a, b, c, d, e = downward
        # Two cards are of one rank when they differ in the suit's two bits alone.
        return GROUPS_FIRST[a ^ b < 4, b ^ c < 4, c ^ d < 4, d ^ e < 4](downward)
    numbers = ranking.numbers(value)
    order = ranking.order
    wild = [card for card in downward if card in ranking.wild]
    placed = [card for card in downward if card not in ranking.wild]
    placed.sort(key=lambda card: numbers.index(order[card >> 2]))
    for place, number in enumerate(numbers[: len(cards)]):
        if place == len(placed) or order[placed[place] >> 2] != number:
            placed.insert(place, wild.pop(0))
    return tuple(placed)


def words(ranking: Ranking, cards: Iterable[Card]) -> str:
    """The hand in words: `two pair`, `royal flush`; a low without pair, straight or flush as `10-8-5-4-2 low`."""
    return value_words(ranking, ranking.value(cards))


def value_words(ranking: Ranking, value: int) -> str:
    """As `words`, for a hand whose value is known."""
    category = ranking.category(value)
    if ranking.low:
        if category is Category.HIGH_CARD:
            return names.low(ranking.ranks(value))
    elif category is Category.STRAIGHT_FLUSH and ranking.ranks(value) == ROYAL:
        return names.ROYAL_FLUSH
    return names.CATEGORY_NAMES[category]
