"""What every game answers: its stakes, its course, its best hands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from games.engine.actions import FORMS, Forms
from games.engine.cards import DECK
from games.engine.house_rules import HouseRule, Rules

if TYPE_CHECKING:
    from games.engine.setup import Setup
    from games.engine.stage import Stage
    from games.engine.state import State


class Game(ABC):
    """A game: data, and the few functions that are its own. One instance each; no state.

    `hand_size` is how many cards a player holds, the most where a house rule says how many. `setup_keys` are the
    keys of the hand file that are this game's beside the common ones, `lays` the keys of its `table`.
    """

    name: str
    title: str
    least_players: int
    most_players: int
    house_rules: tuple[HouseRule, ...]
    hand_size: int
    setup_keys: frozenset[str] = frozenset()
    lays: tuple[str, ...] = ()
    has_money = False
    forms: Forms = FORMS

    def check_rules(self, rules: Rules) -> None:  # noqa: B027 - most games have none
        """House rules that depend on each other. Raises `bad_rules`."""

    def check_setup(self, setup: Setup) -> None:  # noqa: B027 - a game may take any that is well-formed
        """What a set-up of this game must be. Raises `bad_setup`."""

    def cards_each(self, rules: Rules) -> int:
        """How many cards a player holds under these house rules."""
        return self.hand_size

    def deck(self, players: int) -> int:
        """The mask of the cards in the deck."""
        return DECK

    @abstractmethod
    def course(self, setup: Setup) -> tuple[Stage, ...]:
        """The stages in order; the last one ends the hand."""

    def open(self, state: State) -> State:
        """The state once forced bets other than blinds are in."""
        return state

    def table(self, state: State) -> dict[str, Any]:
        """What lies on the table beside stacks and bets, as data: the keys of `lays`."""
        return {}
