"""An entry in a few words, for the button that takes it back."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models.words import word

_WORDS = {
    "fold": _("folded"),
    "check": _("checked"),
    "call": _("called"),
    "bet": _("bet {to}"),
    "raise": _("raised to {to}"),
    "reveal": _("{cards} turned"),
    "exchange": _("bought a card"),
    "stand": _("stood"),
    "declare": _("declared {as}"),
    "accept": _("took the card, discarded {discard}"),
    "reject": _("passed the card on"),
    "draw": _("drew {count}"),
    "play": _("laid {card}"),
    "double": _("doubled"),
    "show": _("showed {cards}"),
    "muck": _("mucked"),
    "void": _("misdeal"),
}
# The same type without a field that it has in another game, or that nobody may see yet
_BARE = {"accept": _("accepted"), "declare": _("declared")}
_FIELD = {"accept": "discard", "declare": "as"}


def label(body: Mapping[str, Any], names: Mapping[str, str], decimals: int) -> str:
    """Such as "Ann raised to 3.00"; amounts as the table says them."""
    words = said(body, partial(money, decimals=decimals))
    who = names.get(str(body.get("player")))
    return f"{who} {words}" if who else words


def said(body: Mapping[str, Any], amount: Callable[[int], str], card: Callable[[str], str] = str) -> str:
    """The same without the name: "raised to 3.00". Amounts and cards as they are to be written."""
    kind = str(body.get("type"))
    words: str | Promise = _WORDS.get(kind, kind)
    if _FIELD.get(kind, kind) not in body and kind in _BARE:
        words = _BARE[kind]
    write: Mapping[str, Callable[[Any], str]] = {
        "to": lambda to: amount(to) if isinstance(to, int) else str(to),
        "cards": lambda cards: " ".join(map(card, cards)),
        "card": card,
        "discard": card,
        "as": word,
    }
    return str(words).format_map({key: write.get(key, str)(value) for key, value in body.items()})


def money(amount: int, decimals: int) -> str:
    """Minor units as people write them: 1250 is 12.50."""
    if not decimals:
        return str(amount)
    whole, part = divmod(abs(amount), 10**decimals)
    return f"{'-' if amount < 0 else ''}{whole}.{part:0{decimals}}"
