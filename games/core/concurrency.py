"""Which version of a hand an entry may be made at."""

from collections.abc import Mapping, Sequence
from typing import Any

from games import engine
from games.core.errors import PreconditionRequired, Stale
from games.models import Hand

# a tuple: what was sent as a type is not read yet, and may be anything
_FREE_ACTIONS = ("declare", "show", "muck")


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
