"""What lies on the table in each game, and what a hand came to."""

from api.v1.openapi.moves import DECLARATIONS
from api.v1.openapi.shapes import (
    CARD,
    FLAG,
    PLAYER,
    TEXT,
    WHOLE,
    Schema,
    by_player,
    camel,
    described,
    exact,
    listed,
    nullable,
    one_of,
    words,
)
from games import engine
from games.models import Match

_MATCH_STATUSES = words(*Match.Status.values)
_PLAYER_OR_NULL = {"type": ["string", "null"], "format": "uuid"}
_TEXT_OR_NULL = {"type": ["string", "null"]}

# What a game may lay out beside stacks and bets, by the keys it does it under (`Game.lays`).
LAID: dict[str, Schema] = {
    "layout": described(
        listed(listed(nullable(CARD), minItems=4, maxItems=4), minItems=2, maxItems=2),
        "Two rows of four; null where a card is face down.",
    ),
    "turning": described(
        listed(listed(WHOLE, minItems=2, maxItems=2)),
        "Where the next pair is turned: row and column of each, from 0; empty once all lie open.",
    ),
    "board": described(WHOLE, "How many cards lie in the middle once all are turned."),
    "low_ranks": described(WHOLE, "How many ranks of eight or lower lie on the board."),
    "plays_low": described(FLAG, "Whether there are enough of them for a low hand."),
    "plays_high": described(FLAG, "Whether there can no more be enough of them."),
    "match": described(WHOLE, "What a loser would pay into the pot."),
    "offer": nullable(
        exact(
            {
                "card": CARD,
                "to": PLAYER,
                "discarded_by": _PLAYER_OR_NULL,
                "passed": described(WHOLE, "How many have left it."),
            },
            description="The card that goes round.",
        )
    ),
    "laid": by_player(listed(CARD)),
    "to_beat": nullable(
        exact(
            {"players": listed(PLAYER), "hand": described(TEXT, "In words, such as `one pair`.")},
            description="The best hand showing, and whose it is; null before a card lies.",
        )
    ),
    "multiplier": WHOLE,
    "pegs": described(by_player(WHOLE), "The hole of each before the hand."),
    "double_declared_by": _PLAYER_OR_NULL,
}

_EVENT = exact(
    {"event": TEXT, "player": PLAYER, "amount": WHOLE, "cards": listed(CARD), "text": TEXT},
    optional=("player", "amount", "cards", "text"),
    description="What the last action made happen.",
)


def components() -> dict[str, Schema]:
    tables = {name: f"{camel(name)}Table" for name in engine.GAMES}
    found = {component: _table(name) for name, component in tables.items()}
    found["TableEvent"] = _EVENT
    table = one_of("game", tables, "What lies on the table, by game; empty for a hand nobody entered.")
    # No discriminator: an empty table has no game to be told by.
    del table["discriminator"]
    table["oneOf"].append(exact({}))
    return found | {
        "Table": table,
        "MoneyResult": _money_result(),
        "PegResult": _peg_result(),
        "NetResult": exact({"net": by_player(WHOLE)}, description="Of a hand nobody entered."),
        "HandResult": {
            "oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in ("MoneyResult", "PegResult", "NetResult")],
            "description": "What a hand came to.",
        },
    }


def _table(name: str) -> Schema:
    game = engine.GAMES[name]
    properties: dict[str, Schema] = {
        "game": {"type": "string", "const": name},
        "status": words("in_progress", "complete", "void"),
        "phase": TEXT,
        "to_act": listed(PLAYER),
        "dealer": PLAYER,
        "board": described(listed(CARD), "What lies open in the middle, in the order it came."),
        "table": exact({key: LAID.get(key, {}) for key in game.lays}),
        "players": listed(_player(game.has_money)),
        "events": listed({"$ref": "#/components/schemas/TableEvent"}),
    }
    if game.has_money:
        properties["pot"] = described(WHOLE, "All that lies in the middle.")
        properties["pots"] = listed(exact({"amount": WHOLE, "contenders": listed(PLAYER)}))
    return exact(properties, description=f"{game.title}: what everybody at the table sees.")


def _player(has_money: bool) -> Schema:
    properties: dict[str, Schema] = {
        "player": PLAYER,
        "live": described(FLAG, "Still in the hand."),
        "known": described(listed(CARD), "Cards of this player that everybody has seen."),
        "declared": {
            "oneOf": [DECLARATIONS, FLAG, {"type": "null"}],
            "description": "The word once it is in the open, or your own; before, whether there is one.",
        },
    }
    if has_money:
        properties |= {
            "stack": WHOLE,
            "bet": described(WHOLE, "In this round."),
            "paid": described(WHOLE, "In this hand."),
        }
    return exact(properties)


def _money_result() -> Schema:
    winner = exact(
        {"player": PLAYER, "amount": WHOLE, "cards": nullable(listed(CARD)), "hand": _TEXT_OR_NULL},
    )
    award = exact({"share": TEXT, "amount": WHOLE, "winners": listed(winner)})
    pot = exact({"amount": WHOLE, "contenders": listed(PLAYER), "awards": listed(award)})
    properties = {
        "status": TEXT,
        "phase": TEXT,
        "to_act": listed(PLAYER),
        "net": described(by_player(WHOLE), "What each has won, or, negative, lost."),
        "stacks": by_player(WHOLE),
        "pots": listed(pot),
        "carry": described(WHOLE, "What waits in the pot for the next deal."),
        "antes_paid_by": described(_PLAYER_OR_NULL, "Who owes all antes of the next deal."),
    }
    return exact(properties, description="Of a hand for money.")


def _peg_result() -> Schema:
    match = exact({"status": _MATCH_STATUSES, "players": listed(PLAYER)})
    properties = {
        "status": TEXT,
        "phase": TEXT,
        "to_act": listed(PLAYER),
        "pegs": described(by_player(WHOLE), "The hole of each after the hand."),
        "moves": by_player(WHOLE),
        "multiplier": WHOLE,
        "match": match,
    }
    return exact(properties, description="Of a hand for holes on the peg board.")
