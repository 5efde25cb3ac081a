"""Open Hand History out, under an extension of ours: the format has no game type for any of our games.

Only Council Bluffs has the streets that the format has words for. Its own word stands as the game type, a flag and the
field `_tableside` say what it is: a reader that does not know them refuses the hand instead of reading another game.
Amounts are in whole units of the currency, as the format wants; an action's is what that action put in.
"""

import json
from collections.abc import Iterable
from datetime import UTC
from typing import Any

from games.formats.errors import NotExpressible
from games.formats.hand_story import Story
from games.formats.ohh_rounds import rounds

SPEC_VERSION = "1.4.7"
EXTENSION = "tableside-ohh/1"
FLAG = "Tableside_Extension"
SITE = "Tableside"
GAME_TYPE = "CouncilBluffs"
_BET_TYPES = {"pot_limit": "PL", "no_limit": "NL", "fixed_limit": "FL"}


def ohh(story: Story, extension: bool) -> dict[str, Any]:
    """One hand as `{"ohh": {...}}`. Raises NotExpressible for another game, or where the extension is not asked for."""
    setup = story.setup
    if setup.game.name != "council-bluffs":
        raise NotExpressible(
            "Open Hand History has neither a game type nor the streets of {game}.",
            game=setup.game.title,
            hand=str(story.id),
        )
    if not extension:
        raise NotExpressible(
            "Open Hand History has no game type for {game}: ask for the extension to have it all the same.",
            game=setup.game.title,
            hand=str(story.id),
        )
    return {"ohh": {**_head(story), **_table(story), "rounds": rounds(story), "pots": _pots(story), **_own(story)}}


def ohh_file(hands: Iterable[dict[str, Any]]) -> str:
    """One blank line between hands."""
    return "\n".join(json.dumps(hand, ensure_ascii=False, indent=1) + "\n" for hand in hands)


def amount(story: Story, minor: int) -> float:
    """In units of the currency: the nearest double, whose shortest form is the exact decimal."""
    return float(minor) / 10**story.decimals


def _head(story: Story) -> dict[str, Any]:
    return {
        "spec_version": SPEC_VERSION,
        "site_name": SITE,
        "network_name": SITE,
        "internal_version": "1.0.0",
        "tournament": False,
        "game_number": str(story.id),
        "start_date_utc": story.started_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "table_name": story.night,
        "game_type": GAME_TYPE,
        "bet_limit": {"bet_type": _BET_TYPES[story.setup.rules["limit"]], "bet_cap": 0},
        "currency": story.currency,
    }


def _table(story: Story) -> dict[str, Any]:
    """Ids are seats from 0, seat numbers count from 1. Nobody's cards were seen by the one who wrote: no hero."""
    setup = story.setup
    return {
        "table_size": setup.game.most_players,
        "dealer_seat": setup.dealer + 1,
        "small_blind_amount": amount(story, setup.rules["small_blind"]),
        "big_blind_amount": amount(story, setup.rules["big_blind"]),
        "ante_amount": amount(story, setup.rules["ante"]),
        "hero_player_id": None,
        "flags": [FLAG],
        "players": [
            {"id": seat, "seat": seat + 1, "name": name, "starting_stack": amount(story, setup.stacks[seat])}
            for seat, name in enumerate(setup.names)
        ],
    }


def _pots(story: Story) -> list[dict[str, Any]]:
    """An uncalled bet stands in no pot: it went back."""
    ids = {name: seat for seat, name in enumerate(story.setup.names)}
    return [
        {
            "number": number,
            "amount": amount(story, pot["amount"]),
            "rake": 0.0,
            "player_wins": [
                {"player_id": ids[winner["player"]], "win_amount": amount(story, winner["amount"])}
                for award in pot["awards"]
                for winner in award["winners"]
            ],
        }
        for number, pot in enumerate(story.result["pots"])
    ]


def _own(story: Story) -> dict[str, Any]:
    return {
        "_tableside": {
            "extension": EXTENSION,
            "game": story.setup.game.name,
            "edition": story.setup.edition.number,
            "status": story.result["status"],
            "plays_low": story.setup.game.table(story.end)["plays_low"],
            "hand_file": dict(story.document),
        }
    }
