"""Council Bluffs (rules 2): Omaha, played wholly for low when the board has three low ranks, else for high."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from games.engine.cards import cards_in, rank
from games.engine.house_rules import HouseRule, Rules
from games.engine.marking import gettext_noop as _
from games.engine.pot_game import PotGame
from games.engine.pots import post_antes
from games.engine.ranking import ACE_TO_FIVE, HIGH, Best, Prepared, best, prepare, value_words
from games.engine.refusal import Refusal
from games.engine.setup import Setup
from games.engine.stage import Stage
from games.engine.stages.betting import Betting, Stakes
from games.engine.stages.reveal import Reveal
from games.engine.stages.showdown import Showdown
from games.engine.state import State

BOARD = 5
LOW_RANKS = 3  # so many different ranks of eight or lower on the board make the hand a low one (2.3)


class CouncilBluffs(PotGame):
    """Exactly two of the hand and three of the board (2.4)."""

    name = "council-bluffs"
    title = "Council Bluffs"
    least_players = 2
    most_players = 10
    hand_size = 4
    hand_rule = "2.4"
    award_rule = "2.3"
    lays = ("board", "low_ranks", "plays_low", "plays_high")
    house_rules = (
        HouseRule(
            "limit",
            "choice",
            "pot_limit",
            "2.2",
            _("How much may be bet."),
            choices=("pot_limit", "no_limit", "fixed_limit"),
        ),
        HouseRule("small_blind", "amount", 50, "2.2", _("Posted left of the dealer."), least=1, stake=True),
        HouseRule("big_blind", "amount", 100, "2.2", _("Posted by the next; the minimum bet."), least=1, stake=True),
        HouseRule("ante", "amount", 0, "2.2", _("Each player puts this in before the deal."), stake=True),
        HouseRule(
            "small_bet",
            "amount",
            lambda rules: rules["big_blind"],
            "2.2",
            _("Fixed limit: every bet and raise of the first two rounds."),
            least=1,
            stake=True,
        ),
        HouseRule(
            "big_bet",
            "amount",
            lambda rules: 2 * rules["small_bet"],
            "2.2",
            _("Fixed limit: every bet and raise of the last two rounds."),
            least=1,
            stake=True,
        ),
        HouseRule("max_raises", "count", 3, "2.2", _("Fixed limit: most raises in a round.")),
    )

    def check_rules(self, rules: Rules) -> None:
        """The small blind is at most the big one, and the small bet at least (2.2)."""
        if rules["small_blind"] > rules["big_blind"]:
            raise Refusal("bad_rules", "small_above_big", small=rules["small_blind"], big=rules["big_blind"])
        if rules["small_bet"] < rules["big_blind"]:
            raise Refusal("bad_rules", "small_bet_below_blind", small=rules["small_bet"], big=rules["big_blind"])

    def course(self, setup: Setup) -> tuple[Stage, ...]:
        """A flop of three, a turn, a river; betting after the deal and after each (2.1)."""
        small, big = self._stakes(setup.rules, "small_bet"), self._stakes(setup.rules, "big_bet")
        blinds, flop, late = Betting(small._replace(blinds=self._blinds(setup))), Betting(small), Betting(big)
        one = Reveal(1)
        return (blinds, Reveal(3), flop, one, late, one, late, Showdown())

    def _stakes(self, rules: Rules, bet: str) -> Stakes:
        if rules["limit"] != "fixed_limit":
            return Stakes(rules["limit"], rules["big_blind"])
        return Stakes("sizes", rules[bet], (rules[bet],), rules["max_raises"])

    def _blinds(self, setup: Setup) -> tuple[tuple[int, int], ...]:
        """Left of the dealer and the next; with two players the dealer posts the small one (2.2)."""
        small, big = setup.order[:2] if len(setup.names) > 2 else setup.order[::-1]
        return ((small, setup.rules["small_blind"]), (big, setup.rules["big_blind"]))

    def open(self, state: State) -> State:
        """Antes (0.3)."""
        return post_antes(state, state.setup.rules["ante"])

    def best(self, state: State, seat: int, direction: str) -> Best:
        """Exactly two of the hand and three of the board, for low only those of eight or lower (2.3, 2.4)."""
        board = state.cards.board
        pairs = tuple(combinations(cards_in(state.cards.known[seat]), 2))
        if plays_low(board):
            return best(ACE_TO_FIVE, pairs, _triples(low_cards(board)))
        return best(HIGH, pairs, _triples(board))

    def hand_words(self, direction: str, state: State, best: Best) -> str:
        """The hand in words."""
        return value_words(ACE_TO_FIVE if plays_low(state.cards.board) else HIGH, best.value)

    def table(self, state: State) -> dict[str, object]:
        """The places of the board, how many low ranks lie on it, and whether it plays low already, or can no more."""
        board = state.cards.board
        ranks = len({rank(card) for card in low_cards(board)})
        to_come = BOARD - len(board)
        return {
            "board": BOARD,
            "low_ranks": ranks,
            "plays_low": plays_low(board),
            "plays_high": ranks + to_come < LOW_RANKS,
        }


def low_cards(board: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of eight or lower, the ace low."""
    return tuple(card for card in board if (rank(card) + 1) % 13 <= 7)


def plays_low(board: tuple[int, ...]) -> bool:
    """Whether three or more different ranks of eight or lower lie on the board (2.3)."""
    return len({rank(card) for card in low_cards(board)}) >= LOW_RANKS


@lru_cache(maxsize=32)
def _triples(board: tuple[int, ...]) -> Prepared:
    """Three of the board; kept, since every player of a showdown is judged by the same board."""
    return prepare(combinations(board, 3))
