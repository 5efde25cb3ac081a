"""Poker Hand History out: TOML, `.phh` one hand, `.phhs` many.

Amounts are minor units, so that they are whole; `_currency` and `_decimals` say of what. Players stand in the order of
the format: left of the dealer first, the dealer last. With two, the format writes antes and blinds the other way round.
"""

from collections.abc import Iterable
from typing import Any

from games.engine import GAMES
from games.formats import phh_actions, toml_writer
from games.formats.errors import NotExpressible
from games.formats.hand_story import Story
from games.formats.standard_games import is_pot_limit_omaha

FORMAT = "tableside-phh/1"
POT_LIMIT_OMAHA = "PO"


def phh(story: Story, as_standard: bool = False) -> str:
    """One hand. `as_standard` writes a fixed code where the hand was, move for move, one of that game.

    Raises NotExpressible for a hand without chips, or with a stack of none: the format has no such hands.
    """
    setup = story.setup
    if not setup.game.has_money:
        raise NotExpressible("PHH is for games with chips: {game} has none.", game=setup.game.title, hand=str(story.id))
    if min(setup.stacks) < 1:
        raise NotExpressible("In PHH nobody is dealt in without chips.", hand=str(story.id))
    code = POT_LIMIT_OMAHA if as_standard and is_pot_limit_omaha(story) else setup.game.name
    lines = [toml_writer.line(key, value) for key, value in _required(story, code).items()]
    lines.append(f"actions = {toml_writer.lines_of(phh_actions.written(story))}")
    rest = {**_optional(story), **_own(story)}
    lines += [toml_writer.line(key, value) for key, value in rest.items() if value is not None]
    return "\n".join(lines) + "\n"


def phhs(hands: Iterable[str]) -> str:
    """Many hands, each a table under its number in the file."""
    return "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, 1))


def _required(story: Story, code: str) -> dict[str, Any]:
    """What the format asks of every hand, and where there are blinds, of their games."""
    setup, rules = story.setup, story.setup.rules
    fields: dict[str, Any] = {"variant": code, "antes": _by_position(story, _antes(story))}
    if setup.game.name == "council-bluffs":
        # written as with three and more: with two, readers turn them round
        blinds = [rules["small_blind"], rules["big_blind"], *[0] * (len(setup.names) - 2)]
        fields["blinds_or_straddles"] = blinds
        if rules["limit"] == "fixed_limit":
            fields |= {"small_bet": rules["small_bet"], "big_bet": rules["big_bet"]}
        else:
            fields["min_bet"] = rules["big_blind"]
    elif setup.game.name == "the-bluffs":
        blind = [rules["blind"], *[0] * (len(setup.names) - 1)]
        fields["blinds_or_straddles"] = blind if len(setup.names) > 2 else blind[::-1]
        fields["min_bet"] = rules["bets"][0]
    fields["starting_stacks"] = [setup.stacks[seat] for seat in setup.order]
    return fields


def _antes(story: Story) -> list[int]:
    """By seat; as agreed, not as a short stack posted them."""
    setup, ante = story.setup, story.setup.rules["ante"]
    if "antes_paid_by" not in setup.game.setup_keys:
        return [ante] * len(setup.names)
    return [before - now for before, now in zip(setup.stacks, story.start.chips.stacks, strict=True)]


def _by_position(story: Story, by_seat: list[int]) -> list[int]:
    values = [by_seat[seat] for seat in story.setup.order]
    return values if len(values) > 2 else values[::-1]


def _optional(story: Story) -> dict[str, Any]:
    """Fields of the format that it leaves open; `seats` count from 1 in the order of the hand file."""
    setup, at = story.setup, story.started_at
    finishing = [story.end.chips.stacks[seat] for seat in setup.order]
    return {
        "event": story.night,
        "time": at.time(),
        "time_zone": story.time_zone,
        "day": at.day,
        "month": at.month,
        "year": at.year,
        "hand": story.number,
        "seats": [seat + 1 for seat in setup.order],
        "players": [setup.names[seat] for seat in setup.order],
        # below zero is owed, which this field cannot say
        "finishing_stacks": finishing if min(finishing) >= 0 else None,
        "winnings": _winnings(story),
    }


def _winnings(story: Story) -> list[int]:
    """What each took out of the pots."""
    won = dict.fromkeys(story.setup.names, 0)
    for pot in story.result["pots"]:
        for award in pot["awards"]:
            for winner in award["winners"]:
                won[winner["player"]] += winner["amount"]
    return [won[story.setup.names[seat]] for seat in story.setup.order]


def _own(story: Story) -> dict[str, Any]:
    """Facts of ours, in fields that other readers pass over."""
    setup, result = story.setup, story.result
    carries = "carry" in setup.game.setup_keys
    return {
        "_tableside": FORMAT,
        "_hand_id": str(story.id),
        "_game": setup.game.name,
        "_title": GAMES[setup.game.name].title,
        "_rules": {rule: list(value) if isinstance(value, tuple) else value for rule, value in setup.rules.items()},
        "_edition": setup.edition.number,
        "_chip": setup.chip,
        "_currency": story.currency,
        "_decimals": story.decimals,
        "_status": result["status"],
        "_net": [result["net"][setup.names[seat]] for seat in setup.order],
        "_carry": setup.carry if carries else None,
        "_carry_after": result["carry"] if carries else None,
        "_antes_paid_by": None if setup.antes_paid_by is None else setup.names[setup.antes_paid_by],
    }
