"""The draw of Bluff N' Peg (rules 4.2): each discards up to three cards and is dealt as many."""

from __future__ import annotations

from games.engine.actions import Action
from games.engine.events import Event
from games.engine.offers import Offer
from games.engine.stage import Stage, refuse_turn
from games.engine.state import State


class Draw(Stage):
    """From the left of the dealer each player still in draws once. Work is the seat whose turn it is."""

    __slots__ = ("most",)
    name = "draw"
    kinds = ("draw",)

    def __init__(self, most: int) -> None:
        self.most = most

    def begin(self, state: State) -> State:
        """Left of the dealer."""
        return state._replace(work=_next(state, 0))

    def to_act(self, state: State) -> tuple[int, ...]:
        """The one whose turn it is."""
        return (state.work,)

    def offer(self, state: State, kind: str, seat: int | None) -> Offer:
        """Raises `not_your_turn`."""
        if seat is None or seat != state.work:
            refuse_turn(state, seat)
        return Offer("draw", seat, counts=(0, self.most))

    def take(self, state: State, action: Action, offer: Offer) -> State:
        """Discards are face down: nothing becomes known."""
        seat = offer.seat
        assert seat is not None
        turn = _next(state, state.setup.order.index(seat) + 1)
        return state._replace(work=turn, events=(Event("drew", seat, action.number),))


def _next(state: State, place: int) -> int | None:
    return next((seat for seat in state.setup.order[place:] if state.live >> seat & 1), None)
