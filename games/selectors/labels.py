"""An entry in a few words, for the button that takes it back."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

_WORDS = {
    "fold": "folded",
    "check": "checked",
    "call": "called",
    "bet": "bet {to}",
    "raise": "raised to {to}",
    "reveal": "{cards} turned",
    "exchange": "bought a card",
    "stand": "stood",
    "declare": "declared {as}",
    "accept": "took the card, discarded {discard}",
    "reject": "passed the card on",
    "draw": "drew {count}",
    "play": "laid {card}",
    "double": "doubled",
    "show": "showed {cards}",
    "muck": "mucked",
    "void": "misdeal",
}
# The same type without a field that it has in another game, or that nobody may see yet
_BARE = {"accept": "accepted", "declare": "declared"}
_FIELD = {"accept": "discard", "declare": "as"}


def label(body: Mapping[str, Any], names: Mapping[str, str], decimals: int) -> str:
    """Such as "Ann raised to 3.00"; amounts as the table says them."""
    words = said(body, partial(money, decimals=decimals))
    who = names.get(str(body.get("player")))
    return f"{who} {words}" if who else words


def said(body: Mapping[str, Any], amount: Callable[[int], str], card: Callable[[str], str] = str) -> str:
    """The same without the name: "raised to 3.00". Amounts and cards as they are to be written."""
    kind = str(body.get("type"))
    words = _WORDS.get(kind, kind)
    if _FIELD.get(kind, kind) not in body and kind in _BARE:
        words = _BARE[kind]
    write: Mapping[str, Callable[[Any], str]] = {
        "to": lambda to: amount(to) if isinstance(to, int) else str(to),
        "cards": lambda cards: " ".join(map(card, cards)),
        "card": card,
        "discard": card,
    }
    return words.format_map({key: write.get(key, str)(value) for key, value in body.items()})


def money(amount: int, decimals: int) -> str:
    """Minor units as people write them: 1250 is 12.50."""
    if not decimals:
        return str(amount)
    whole, part = divmod(abs(amount), 10**decimals)
    return f"{'-' if amount < 0 else ''}{whole}.{part:0{decimals}}"
