"""What every stage of a hand answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NoReturn

from games.engine.actions import Action
from games.engine.offers import Offer
from games.engine.refusal import Refusal

if TYPE_CHECKING:
    from games.engine.state import State


class Stage(ABC):
    """One part of a game's course. A stage holds no state: its record is `state.work`, None while it does not run.

    `name` is the phase, `kinds` the action types that are possible in it, in the order `legal` lists them.
    """

    name: str
    kinds: tuple[str, ...]
    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, s) == getattr(other, s) for s in self.__slots__)

    def phase(self, state: State) -> str:
        """The word of hand-file.md for where the hand stands."""
        return self.name

    def kinds_now(self, state: State) -> tuple[str, ...]:
        """The action types possible in this phase, for whomever."""
        return self.kinds

    @abstractmethod
    def begin(self, state: State) -> State:
        """The state with this stage's work laid out; with work None where there is nothing to do."""

    @abstractmethod
    def to_act(self, state: State) -> tuple[int, ...]:
        """The seats that are asked to act, in the order of players."""

    def may_act(self, state: State) -> tuple[int | None, ...]:
        """Every seat that has an offer; None stands for the dealer, who turns cards."""
        return self.to_act(state)

    @abstractmethod
    def offer(self, state: State, kind: str, seat: int | None) -> Offer:
        """The offer of one kind of action to one seat. Raises the refusal where there is none."""

    @abstractmethod
    def take(self, state: State, action: Action, offer: Offer) -> State:
        """The state after an action that its offer has checked; its events are those of this action alone."""


def refuse_turn(state: State, seat: int | None) -> NoReturn:
    """Raises `not_your_turn`, saying whose it is."""
    names = state.setup.names
    raise Refusal(
        "not_your_turn",
        "turn",
        player=None if seat is None else names[seat],
        to_act=[names[other] for other in state.to_act],
    )
