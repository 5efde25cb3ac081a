"""What lies before a player while a hand is being played, and what the next hand adds to it."""

from typing import NamedTuple

from games.models import Hand
from games.services.replaying import last_step


class Stack(NamedTuple):
    """In minor units: what the felt shows `now`, and what was bought (or put right) since the deal, `to_come`."""

    now: int
    to_come: int


def stack_of(player: str, booked: int, hand: Hand | None) -> Stack:
    """`booked` is what the player has by the book, before the night's last hand if that is open."""
    if hand is None or hand.status != Hand.Status.OPEN or hand.set_up is None:
        return Stack(booked, 0)
    state = last_step(hand).state
    setup = state.setup
    if not setup.game.has_money or player not in setup.names:
        return Stack(booked, 0)
    seat = setup.names.index(player)
    return Stack(state.chips.stacks[seat], booked - setup.stacks[seat])
