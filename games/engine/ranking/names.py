"""Hands in words: the only strings of the ranking."""

from collections.abc import Callable, Sequence
from typing import Final

from games.engine.marking import gettext_noop as _
from games.engine.ranking.values import Category

CATEGORY_NAMES: Final = {
    Category.HIGH_CARD: _("high card"),
    Category.ONE_PAIR: _("one pair"),
    Category.TWO_PAIR: _("two pair"),
    Category.THREE_OF_A_KIND: _("three of a kind"),
    Category.STRAIGHT: _("straight"),
    Category.FLUSH: _("flush"),
    Category.FULL_HOUSE: _("full house"),
    Category.FOUR_OF_A_KIND: _("four of a kind"),
    Category.STRAIGHT_FLUSH: _("straight flush"),
    Category.FIVE_OF_A_KIND: _("five of a kind"),
}

ROYAL_FLUSH: Final = _("royal flush")

LOW: Final = _("{ranks} low")

RANK_NAMES: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def low(ranks: Sequence[int]) -> str:
    """A low without a pair, by its ranks: `10-8-5-4-2 low`."""
    return LOW.format(ranks="-".join(RANK_NAMES[rank] for rank in ranks))


def translated(hand: str, words: Callable[[str], str]) -> str:
    """A hand in words of another language: `words` turns an English text of ours, its fields in braces, into it."""
    if not hand:
        return hand
    ranks = hand.removesuffix(LOW.format(ranks=""))
    return words(hand) if ranks == hand else words(LOW).format(ranks=ranks)
