"""Which version of a hand an entry may be made at, and when a hand may still be reopened."""

from collections.abc import Mapping, Sequence
from typing import Any

from games import engine
from games.models import Entry, Hand, Night
from games.services.errors import Conflict, PreconditionRequired, Stale
from games.services.table import dealt_in, who_left

# a tuple: what was sent as a type is not read yet, and may be anything
_FREE_ACTIONS = ("declare", "show", "muck")
_COUNTED = (Entry.Kind.CASH_OUT, Entry.Kind.RECOUNT, Entry.Kind.TAKE_BACK)
_ALL_REST_ON = (Entry.Kind.POT, Entry.Kind.ANTES, Entry.Kind.FORFEIT, Entry.Kind.MATCH_END)


def check(hand: Hand, expected: int | None, actions: Sequence[Mapping[str, Any]] = (), *, free: bool = False) -> None:
    """Raises PreconditionRequired without a version, Stale for one that the hand has left behind.

    Where the order is free, entries of that kind are good at any version since the phase began: several phones
    do not trip each other.
    """
    if expected is None:
        raise PreconditionRequired("Say at which version of the hand this was entered.", version=hand.version)
    if expected == hand.version:
        return
    free = free or (bool(actions) and all(body.get("type") in _FREE_ACTIONS for body in actions))
    if free and hand.free_since is not None and hand.free_since <= expected < hand.version:
        return
    raise Stale("The hand has moved on since: look at it again.", version=hand.version)


def move_on(hand: Hand, before: engine.State, after: engine.State) -> None:
    """Note at which version a phase of free order began; the hand's version is that of `after`."""
    if hand.free_since is not None and before.phase == after.phase:
        return
    hand.free_since = free_from(after, hand.version)


def free_from(state: engine.State, version: int) -> int | None:
    """The `version` of a hand that has just come to this state, if it is in a phase of free order now."""
    at_once = state.phase == "declare" and len(state.to_act) > 1
    return version if at_once or state.phase == "showdown" else None


def check_last(night: Night, hand: Hand) -> None:
    """Raises Conflict where something already rests on a finished hand: then it is corrected, not undone."""
    check_rests(night, hand)
    if hand.corrections and hand.entries.filter(kind=Entry.Kind.CORRECTION, number=hand.version).exists():
        raise Conflict("This hand was corrected: correct it again.")
    if hand.rulings:
        raise Conflict("There was a ruling on this hand: it can only be corrected, and the ruling stands.")


def check_rests(night: Night, hand: Hand) -> None:
    """Raises Conflict where a later hand, a settlement, a count or somebody's leaving rests on a finished hand."""
    if night.hands.filter(number__gt=hand.number).exists():
        raise Conflict("A later hand has begun: this one can only be corrected.")
    if night.shares.exists():
        raise Conflict("This night was settled: the hand can only be corrected.")
    players = dealt_in(hand)
    since = night.entries.filter(kind__in=_COUNTED + _ALL_REST_ON, body__after_hand__gte=hand.number)
    for entry in since:
        counted = {entry.body.get("player"), *entry.body.get("counts", ()), *entry.body.get("players", ())}
        if entry.kind in _ALL_REST_ON or counted & players:
            raise Conflict("Chips were counted or paid since: this hand can only be corrected.")
    # without a count: who had lost everything. A hand is played on by people who are there
    if gone := who_left(night, players):
        raise Conflict(
            "{players} left the table since: seat them again, or correct the hand.", players=", ".join(gone.values())
        )
