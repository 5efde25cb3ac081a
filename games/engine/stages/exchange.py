"""The exchange of The Bluffs (rules 1.6): each may buy one card."""

from __future__ import annotations

from games.engine.actions import Action
from games.engine.events import Event
from games.engine.offers import Offer
from games.engine.refusal import Refusal
from games.engine.seats import put
from games.engine.stage import Stage, refuse_turn
from games.engine.state import State


class Exchange(Stage):
    """From the left of the dealer each active player buys a card for the fee or declines. Work is the seat on turn."""

    __slots__ = ("fee",)
    name = "exchange"
    kinds = ("exchange", "stand")

    def __init__(self, fee: int) -> None:
        self.fee = fee

    def begin(self, state: State) -> State:
        """The first active player left of the dealer who has chips, or anybody active where it costs nothing."""
        return self._ask(state, 0)

    def to_act(self, state: State) -> tuple[int, ...]:
        """The one whose turn it is."""
        return (state.work,)

    def offer(self, state: State, kind: str, seat: int | None) -> Offer:
        """Raises `not_your_turn`, or `cannot_afford` for a stack below the fee."""
        if seat is None or seat != state.work:
            refuse_turn(state, seat)
        if kind == "stand":
            return Offer("stand", seat)
        if state.chips.stacks[seat] < self.fee:
            raise Refusal("cannot_afford", fee=self.fee, stack=state.chips.stacks[seat])
        return Offer("exchange", seat, amount=self.fee)

    def take(self, state: State, action: Action, offer: Offer) -> State:
        """The fee is dead money in the main pot (0.9)."""
        seat = offer.seat
        assert seat is not None
        event = Event("stood", seat)
        if action.kind == "exchange":
            chips = state.chips
            stacks = put(chips.stacks, seat, chips.stacks[seat] - self.fee)
            state = state._replace(chips=chips._replace(stacks=stacks, dead=chips.dead + self.fee))
            event = Event("card_exchanged", seat, self.fee)
        return self._ask(state._replace(events=(event,)), state.setup.order.index(seat) + 1)

    def _ask(self, state: State, place: int) -> State:
        for seat in state.setup.order[place:]:
            if state.live >> seat & 1 and (state.chips.stacks[seat] or not self.fee):
                return state._replace(work=seat)
        return state._replace(work=None)
