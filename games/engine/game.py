"""What every game answers: its stakes, its course, its best hands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from games.engine.actions import FORMS, Forms
from games.engine.cards import DECK
from games.engine.house_rules import HouseRule, Rules
from games.engine.pots import side_pots
from games.engine.refusal import Refusal

if TYPE_CHECKING:
    from games.engine.awards import Judge
    from games.engine.pots import Pot
    from games.engine.ranking import Best
    from games.engine.setup import Setup
    from games.engine.stages.stage import Stage
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


class PotGame(Game):
    """A game for money: pots, claims, and the best hand takes it.

    `directions` are the ways a pot can be won, the one that takes odd chips first. `hand_rule` and `award_rule` are
    the numbers of the rules that say which cards count and who takes a pot.
    """

    has_money = True
    has_folds = True
    directions: tuple[str, ...] = ("all",)
    hand_rule: str
    award_rule: str

    def check_setup(self, setup: Setup) -> None:
        """Nobody without chips is dealt in (0.3). Raises `bad_setup`."""
        for name, stack in zip(setup.names, setup.stacks, strict=True):
            if stack == 0:
                raise Refusal("bad_setup", "no_chips", player=name)

    @abstractmethod
    def best(self, state: State, seat: int, direction: str) -> Best | None:
        """The best five cards of a shown hand, None where the seat can make none."""

    @abstractmethod
    def hand_words(self, direction: str, state: State, best: Best) -> str:
        """The hand in words."""

    def claims(self, state: State, seat: int) -> tuple[str, ...]:
        """The directions in which a seat that is still in claims the pots."""
        return self.directions

    def pots(self, state: State) -> tuple[Pot, ...]:
        """What is won at the showdown: main pot and side pots (0.9)."""
        return side_pots(state.chips, state.live)

    def both_rule(self, setup: Setup) -> str:
        """What becomes of a player who claims both ways (1.10): `must_win_both`, `must_scoop` or `each_half`."""
        return "each_half"

    def shares_undeclared(self, setup: Setup) -> bool:
        """Whether a pot with a direction that nobody declared is shared by the others, whatever they hold (1.10)."""
        return False

    def must_all_show(self, state: State) -> int:
        """The mask of those who must show whatever they claim (3.6)."""
        return 0

    def settle(self, before: State, ended: State, judge: Judge) -> State:
        """The ended hand, with what the game still does after the pots are awarded; most games nothing."""
        return ended


def pot_game(setup: Setup) -> PotGame:
    """The game of a hand that is played for pots."""
    assert isinstance(setup.game, PotGame)
    return setup.game
