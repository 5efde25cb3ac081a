"""Every action of the hand file, and what `legal` offers of it, as a shape of its own."""

from typing import Any

from api.v1.openapi.shapes import (
    CARD,
    CARD_COMPONENT,
    PLAYER,
    TEXT,
    WHOLE,
    Schema,
    camel,
    described,
    exact,
    listed,
    nullable,
    one_of,
    words,
)
from games.core.validators import LONGEST_REASON
from games.engine.actions import FORMS

DECLARATIONS = words("high", "low", "both", "in", "out")

MEANINGS = {
    "fold": "Gives up the hand.",
    "check": "Passes, with nothing to call.",
    "call": "Matches the bet, as far as the stack goes.",
    "bet": "The first bet of a round.",
    "raise": "Raises the bet.",
    "reveal": "Cards are turned over in the middle, or the one that goes round.",
    "exchange": "Pays to exchange a card.",
    "stand": "Exchanges nothing.",
    "declare": "Says what one plays for. A simultaneous declaration stays secret until all are in.",
    "accept": "Takes the card that goes round, and discards another; or accepts that the hand counts double.",
    "reject": "Leaves the card that goes round; or folds rather than play for double.",
    "draw": "Draws so many cards.",
    "play": "Lays a card.",
    "double": "Declares that the hand counts double.",
    "show": "Shows the hand.",
    "muck": "Gives the claim up without showing.",
    "void": "A misdeal: everybody has back what they put in.",
}

_VALUES: dict[str, Schema] = {
    "player": PLAYER,
    "to": described(WHOLE, "The bet that it is made to, in minor units: not what is added."),
    "cards": listed(CARD),
    "card": CARD,
    "discard": CARD,
    "count": WHOLE,
    "as": DECLARATIONS,
    "reason": {**TEXT, "maxLength": LONGEST_REASON},
}

_EXAMPLES: dict[str, Any] = {
    "player": "0b8f6a52-0f0e-4c56-8f53-5d0a3c3f9d11",
    "to": 300,
    "cards": ["Qs", "Qd"],
    "card": "Kh",
    "discard": "2s",
    "count": 1,
    "as": "in",
    "reason": "The deck was short of a card",
}

_AMOUNTS: Schema = {
    "oneOf": [
        exact({"choices": listed(WHOLE), "all_in": {"type": ["integer", "null"]}}),
        exact(
            {"step": WHOLE, "all_in": {"type": ["integer", "null"]}, "min": WHOLE, "max": WHOLE},
            optional=("min", "max"),
        ),
    ],
    "description": "One of `choices`, or a multiple of `step` from `min` to `max`; or exactly `all_in`.",
}
_CARDS = exact(
    {"count": WHOLE, "must": listed(CARD), "can": listed(CARD)},
    description="`count` different cards of `can`, those of `must` among them.",
)
_BOUNDS: dict[str, Schema] = {
    "player": PLAYER,
    "to": {"$ref": "#/components/schemas/AmountBounds"},
    "cards": {"$ref": "#/components/schemas/CardBounds"},
    "card": {"$ref": "#/components/schemas/CardBounds"},
    "discard": {"$ref": "#/components/schemas/CardBounds"},
    "count": exact({"min": WHOLE, "max": WHOLE}),
    "as": exact({"choices": listed(DECLARATIONS)}),
    "reason": described(exact({}), "Free text, which may be empty."),
}
_COSTS = ("call", "exchange")


def components() -> dict[str, Schema]:
    found: dict[str, Schema] = {"Card": CARD_COMPONENT, "AmountBounds": _AMOUNTS, "CardBounds": _CARDS}
    for kind in FORMS:
        example = {"type": kind, **{key: _EXAMPLES[key] for key in FORMS[kind][-1]}}
        found[f"{camel(kind)}Action"] = _shape(kind, _VALUES) | {"examples": [example]}
        found[f"{camel(kind)}Offer"] = _shape(kind, _BOUNDS)
    actions = {kind: f"{camel(kind)}Action" for kind in FORMS}
    offers = {kind: f"{camel(kind)}Offer" for kind in FORMS}
    found["Action"] = one_of("type", actions, "An action of the hand file, players by their ids.")
    found["ActionRequest"] = {"$ref": "#/components/schemas/Action"}
    found["Offer"] = one_of(
        "type",
        offers,
        "An action that may come next. A value of your choice has its exact bounds under the same name.",
    )
    return found


def _shape(kind: str, values: dict[str, Schema]) -> Schema:
    keys = FORMS[kind][-1]
    properties: dict[str, Any] = {"type": {"type": "string", "const": kind}, **{key: values[key] for key in keys}}
    optional = [key for key in keys if key not in FORMS[kind][0]]
    if values is _BOUNDS and kind in _COSTS:
        properties["amount"] = described(WHOLE, "What it costs.")
    return exact(properties, optional, MEANINGS[kind])


def nothing_or(name: str) -> Schema:
    return nullable({"$ref": f"#/components/schemas/{name}"})
