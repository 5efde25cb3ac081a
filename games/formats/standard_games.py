"""Whether a hand of one of our games was, move for move, a hand of a game that other programs know."""

from typing import Any

from games.engine import legal
from games.formats.hand_story import Story, Told


def is_pot_limit_omaha(story: Story) -> bool:
    """Council Bluffs in pot limit, won without a showdown or at one for high.

    So strict that any replayer of that game comes to the same stacks: blinds and antes whole, no short all-in after
    which programs differ on who may raise, nobody mucked, no odd chips, and with two players no equal blinds: by those
    a program that reads the file cannot tell who deals and so acts first.
    """
    setup = story.setup
    if setup.game.name != "council-bluffs" or setup.rules["limit"] != "pot_limit" or story.end.status != "complete":
        return False
    if len(setup.names) == 2 and setup.rules["small_blind"] == setup.rules["big_blind"]:
        return False
    if min(setup.stacks) <= setup.rules["ante"] + setup.rules["big_blind"]:
        return False
    return all(map(_is_plain, story.told)) and _is_for_high(story) and _shares_evenly(story)


def _is_plain(told: Told) -> bool:
    """A bet or raise is a full one, and somebody has the chips to answer it; nobody mucks."""
    if told.action.kind in ("bet", "raise"):
        return _is_full(told) and _can_be_answered(told)
    return told.action.kind != "muck"


def _is_full(told: Told) -> bool:
    offers = (offer for offer in legal(told.before) if (offer.kind, offer.seat) == (told.action.kind, told.seat))
    bounds = next(offer.to for offer in offers)
    return bounds is not None and told.action.to is not None and bounds.low <= told.action.to <= bounds.high


def _can_be_answered(told: Told) -> bool:
    """Programs differ on a raise that nobody can call with more than they have put in already."""
    before = told.before
    highest = max(before.chips.bets)
    seats = range(len(before.setup.names))
    return any(
        before.chips.stacks[seat] + before.chips.bets[seat] > highest
        for seat in seats
        if seat != told.seat and before.live >> seat & 1
    )


def _is_for_high(story: Story) -> bool:
    contested = any(award["share"] != "uncontested" for award in _awards(story))
    return not contested or not story.setup.game.table(story.end)["plays_low"]


def _shares_evenly(story: Story) -> bool:
    return all(award["amount"] % (len(award["winners"]) * story.setup.chip) == 0 for award in _awards(story))


def _awards(story: Story) -> list[dict[str, Any]]:
    return [award for pot in story.result["pots"] for award in pot["awards"]]
