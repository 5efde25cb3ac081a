"""The structure of Open Hand History as its specification (1.4.7) tells it, as a JSON schema.

`game_type` may be any text here: that it is none of the known ones is what the extension's flag says.
"""

from typing import Any

DECIMAL = {"type": "number", "minimum": 0}
CARD = {"type": "string", "pattern": "^[AKQJT98765432][hsdc]$"}
ACTIONS = [
    "Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead",
    "Post Extra Blind", "Fold", "Check", "Bet", "Raise", "Call", "Added Chips", "Sits Down", "Stands Up", "Add to Pot",
]  # fmt: skip
GAME_TYPES = ["Holdem", "Omaha", "OmahaHiLo", "Stud", "StudHiLo", "Draw"]


def whole(required: dict[str, Any], optional: dict[str, Any] | None = None, own: bool = False) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(required),
        "properties": {**required, **(optional or {})},
        "additionalProperties": False,
        **({"patternProperties": {"^_": {}}} if own else {}),
    }


ACTION = whole(
    {"action_number": {"type": "integer", "minimum": 0}, "action": {"enum": ACTIONS}},
    {
        "player_id": {"type": "integer"},
        "amount": DECIMAL,
        "is_allin": {"type": "boolean"},
        "cards": {"type": "array", "items": CARD},
    },
)
ROUND = whole(
    {
        "id": {"type": "integer", "minimum": 0},
        "street": {"enum": ["Preflop", "Flop", "Turn", "River", "Showdown"]},
        "actions": {"type": "array", "items": ACTION},
    },
    {"cards": {"type": ["array", "null"], "items": CARD}},
)
POT = whole(
    {
        "number": {"type": "integer", "minimum": 0},
        "amount": DECIMAL,
        "player_wins": {"type": "array", "items": whole({"player_id": {"type": "integer"}, "win_amount": DECIMAL})},
    },
    {"rake": DECIMAL},
)
PLAYER = whole(
    {
        "id": {"type": "integer"},
        "seat": {"type": "integer", "minimum": 1},
        "name": {"type": "string"},
        "starting_stack": DECIMAL,
    }
)
HAND = whole(
    {
        "spec_version": {"const": "1.4.7"},
        "site_name": {"type": "string"},
        "network_name": {"type": "string"},
        "internal_version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "tournament": {"const": False},
        "game_number": {"type": "string"},
        "start_date_utc": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
        "table_name": {"type": "string"},
        "game_type": {"type": "string", "not": {"enum": GAME_TYPES}},
        "bet_limit": whole({"bet_type": {"enum": ["NL", "PL", "FL"]}, "bet_cap": DECIMAL}),
        "table_size": {"type": "integer", "minimum": 2},
        "currency": {"type": "string", "pattern": "^[A-Z]{3}$"},
        "dealer_seat": {"type": "integer"},
        "ante_amount": DECIMAL,
        "small_blind_amount": DECIMAL,
        "big_blind_amount": DECIMAL,
        "players": {"type": "array", "items": PLAYER, "minItems": 2},
        "rounds": {"type": "array", "items": ROUND, "minItems": 1},
        "pots": {"type": "array", "items": POT},
    },
    {"hero_player_id": {"type": ["integer", "null"]}, "flags": {"type": "array", "items": {"type": "string"}}},
    own=True,
)
FILE = {"type": "object", "required": ["ohh"], "properties": {"ohh": HAND}, "additionalProperties": False}
