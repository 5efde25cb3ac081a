"""A card in words, and as it is jotted down. Cards are named as in a hand file: "Qs", "Th", "JK" for a joker."""

from django.utils.translation import gettext_lazy as _

JOKER = "JK"

SUITS = {
    "s": ("\N{BLACK SPADE SUIT}", _("spades")),
    "h": ("\N{BLACK HEART SUIT}", _("hearts")),
    "d": ("\N{BLACK DIAMOND SUIT}", _("diamonds")),
    "c": ("\N{BLACK CLUB SUIT}", _("clubs")),
}
RANKS = {
    "A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack"), "T": _("ten"), "9": _("nine"), "8": _("eight"),
    "7": _("seven"), "6": _("six"), "5": _("five"), "4": _("four"), "3": _("three"), "2": _("two"),
}  # fmt: skip


def in_words(name: str) -> str:
    """A card as it is said: queen of spades."""
    if name == JOKER:
        return str(_("joker"))
    return _("{rank} of {suit}").format(rank=RANKS[name[0]], suit=SUITS[name[1]][1])


def short(name: str) -> str:
    """A card as it is jotted down: Q♠."""
    return f"{rank(name)}{sign(name)}"


def rank(name: str) -> str:
    return "" if name == JOKER else "10" if name[0] == "T" else name[0]


def sign(name: str) -> str:
    return "\N{BLACK STAR}" if name == JOKER else SUITS[name[1]][0]
