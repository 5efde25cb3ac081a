"""An entry in a few words, for the button that takes it back."""

from collections.abc import Mapping
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
    kind = str(body.get("type"))
    words = _WORDS.get(kind, kind)
    if _FIELD.get(kind, kind) not in body and kind in _BARE:
        words = _BARE[kind]
    values = {key: _text(key, value, decimals) for key, value in body.items()}
    said = words.format_map(values)
    who = names.get(str(body.get("player")))
    return f"{who} {said}" if who else said


def _text(key: str, value: Any, decimals: int) -> str:
    if key == "to" and isinstance(value, int):
        return money(value, decimals)
    return " ".join(value) if isinstance(value, list) else str(value)


def money(amount: int, decimals: int) -> str:
    """Minor units as people write them: 1250 is 12.50."""
    if not decimals:
        return str(amount)
    whole, part = divmod(abs(amount), 10**decimals)
    return f"{'-' if amount < 0 else ''}{whole}.{part:0{decimals}}"
