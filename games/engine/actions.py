"""One entry of the hand file, as a value (hand-file: Actions)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from games.engine.limits import is_text, is_whole
from games.engine.refusal import Refusal


class Action(NamedTuple):
    """What the scorekeeper entered. Cards stay text: whether they are cards is for the rules to say.

    `cards` holds what the hand file writes as `cards`, `card` or `discard`; `word` what it writes as `as`.
    """

    kind: str
    player: str | None = None
    to: int | None = None
    cards: tuple[str, ...] = ()
    word: str | None = None
    number: int | None = None
    reason: str | None = None


Form = tuple[str, ...]
Forms = Mapping[str, tuple[Form, ...]]

# The keys of each type beside `type`. `accept` is written in two forms; a game of its own says which is its (see
# `Game.forms`), elsewhere either is well-formed, though never possible.
FORMS: Forms = {
    "fold": (("player",),),
    "check": (("player",),),
    "call": (("player",),),
    "bet": (("player", "to"),),
    "raise": (("player", "to"),),
    "reveal": (("cards",),),
    "exchange": (("player",),),
    "stand": (("player",),),
    "declare": (("player", "as"),),
    "accept": (("player",), ("player", "discard")),
    "reject": (("player",),),
    "draw": (("player", "count"),),
    "play": (("player", "card"),),
    "double": (("player",),),
    "show": (("player", "cards"),),
    "muck": (("player",),),
    "void": (("reason",),),
}

_PLAYER_ALONE = ("player",)
_PLAYER_TO = ("player", "to")
_SLOTS = {"as": "word", "count": "number", "discard": "cards", "card": "cards"}


def load_action(document: object, forms: Forms = FORMS) -> Action:
    """An entry from its JSON. Raises `bad_format`: no object, unknown type, missing or unknown key, wrong type."""
    if not isinstance(document, dict):
        raise Refusal("bad_format", "action_no_object")
    kind = document.get("type")
    if not isinstance(kind, str) or kind not in forms:
        raise Refusal("bad_format", "unknown_type", type=kind, known=list(forms))
    for form in forms[kind]:
        if document.keys() == _keys(form):
            break
    else:
        raise Refusal("bad_format", "action_keys", type=kind, keys=list(forms[kind][0]))
    # most actions are one of these, so the short way
    if form == _PLAYER_ALONE and is_text(document["player"]):
        return Action(kind, document["player"])
    if form == _PLAYER_TO and is_text(document["player"]) and is_whole(document["to"]):
        return Action(kind, document["player"], document["to"])
    return Action(kind, **{_SLOTS.get(name, name): _value(kind, name, document[name]) for name in form})


@cache
def _keys(form: Form) -> frozenset[str]:
    return frozenset(("type", *form))


def _value(kind: str, name: str, value: object) -> Any:
    if name == "to" or name == "count":
        if is_whole(value):
            return value
    elif name == "cards":
        if isinstance(value, list) and all(is_text(card) for card in value):
            return tuple(value)
    elif is_text(value):
        return (value,) if name == "card" or name == "discard" else value
    raise Refusal("bad_format", "action_value", type=kind, key=name)


def dump_action(action: Action) -> dict[str, Any]:
    """The entry as the hand file writes it."""
    document: dict[str, Any] = {"type": action.kind}
    for name in FORMS[action.kind][-1]:
        value = getattr(action, _SLOTS.get(name, name))
        if name == "cards":
            document[name] = list(value)
        elif name not in ("card", "discard"):
            document[name] = value
        elif value:
            document[name] = value[0]
    return document
