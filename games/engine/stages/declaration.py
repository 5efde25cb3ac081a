"""Declarations: high, low or both (rules 1.7), in or out (3.5); at once or in turn."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.actions import Action
from games.engine.events import Event
from games.engine.offers import Offer
from games.engine.refusal import Refusal
from games.engine.seats import mask_of, put, seats_of
from games.engine.stage import Stage, refuse_turn
from games.engine.state import State


class Declaring(NamedTuple):
    """What has been declared so far, by seat; `open` where declarations are made in turn, for all to hear.

    Otherwise they are secret until all are in: they join `State.declared` only then, and nothing but `observe`, for
    their own player, reads them here.
    """

    words: tuple[str | None, ...]
    open: bool


class Declaration(Stage):
    """Every live seat declares one of `words`, all-in or not. Whoever says a word not in `stay` is no longer live."""

    __slots__ = ("in_turn", "stay", "words")
    name = "declare"
    kinds = ("declare",)

    def __init__(self, words: tuple[str, ...], in_turn: bool, stay: frozenset[str]) -> None:
        self.words = words
        self.in_turn = in_turn
        self.stay = stay

    def begin(self, state: State) -> State:
        """Nobody has declared."""
        return state._replace(work=Declaring((None,) * len(state.setup.names), self.in_turn))

    def to_act(self, state: State) -> tuple[int, ...]:
        """All who have not declared, or the next of them from the left of the dealer."""
        waiting = tuple(seat for seat in seats_of(state.live) if state.work.words[seat] is None)
        if not self.in_turn:
            return waiting
        return next((seat,) for seat in state.setup.order if seat in waiting)

    def offer(self, state: State, kind: str, seat: int | None) -> Offer:
        """Raises `already_declared` (only where the order is free) or `not_your_turn`."""
        if seat is None or seat not in self.to_act(state):
            if seat is not None and not self.in_turn and state.work.words[seat] is not None:
                raise Refusal("already_declared", "declared", player=state.setup.names[seat])
            refuse_turn(state, seat)
        return Offer("declare", seat, words=self.words)

    def take(self, state: State, action: Action, offer: Offer) -> State:
        """One declaration; with the last, all of them lie open."""
        seat = offer.seat
        assert seat is not None
        words = put(state.work.words, seat, action.word)
        said = action.word if self.in_turn else None
        events: tuple[Event, ...] = (Event("declared", seat, text=said),)
        if any(words[other] is None for other in seats_of(state.live)):
            return state._replace(work=Declaring(words, self.in_turn), events=events)
        if not self.in_turn:
            events += tuple(Event("declaration_revealed", other, text=words[other]) for other in seats_of(state.live))
        live = mask_of(other for other in seats_of(state.live) if words[other] in self.stay)
        return state._replace(declared=words, live=live, work=None, events=events)
