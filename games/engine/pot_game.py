"""What every game for money answers: its pots, its claims, and whose hand is best."""

from __future__ import annotations

from abc import abstractmethod

from games.engine.game import Game
from games.engine.pots import Pot, side_pots
from games.engine.ranking import Best
from games.engine.refusal import Refusal
from games.engine.seats import bit, seats_of
from games.engine.setup import Setup
from games.engine.state import State


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


class Judge:
    """The shown hands of one showdown, each judged once for each direction."""

    def __init__(self, state: State, shown: int) -> None:
        self.game, self.setup = pot_game(state.setup), state.setup
        self.state = state
        self.shown = shown
        self._bests: dict[tuple[int, str], Best | None] = {}

    def best(self, seat: int, direction: str) -> Best | None:
        """A shown hand's best five; None for a hand not shown, or one that makes none in this direction."""
        if not self.shown >> seat & 1:
            return None
        key = (seat, direction)
        if key not in self._bests:
            self._bests[key] = self.game.best(self.state, seat, direction)
        return self._bests[key]

    def winners(self, mask: int, direction: str) -> int:
        """The mask of those among `mask` with the best hand. One alone wins unseen; without a hand nobody wins."""
        if mask & (mask - 1) == 0:
            return mask
        bests = {seat: self.best(seat, direction) for seat in seats_of(mask)}
        top = max((best.value for best in bests.values() if best), default=None)
        return sum(bit(seat) for seat, best in bests.items() if best and best.value == top)
