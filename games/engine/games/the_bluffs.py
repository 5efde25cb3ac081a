"""The Bluffs (rules 1): high-low, four cards each, a layout of two rows of four turned in pairs."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any

from games.engine.cards import DECK, DECK_WITH_JOKER, JOKER, NAMES, cards_in
from games.engine.house_rules import HouseRule, Rules
from games.engine.marking import gettext_noop as _
from games.engine.pot_game import PotGame
from games.engine.pots import post_antes
from games.engine.ranking import ACE_TO_SIX, HIGH, Best, Prepared, best, prepare, value_words
from games.engine.refusal import Refusal
from games.engine.setup import Setup
from games.engine.stage import Stage
from games.engine.stages.betting import Betting, Stakes
from games.engine.stages.declaration import Declaration
from games.engine.stages.exchange import Exchange
from games.engine.stages.reveal import Reveal
from games.engine.stages.showdown import Showdown
from games.engine.state import State

JOKER_PLAYERS = 9  # with so many the joker joins the deck (1.1)

# Where each turned card lies: pairs A (1, 4), B (3, 2), C (2, 3), D (4, 1) name the top card first (1.4).
TOP_ROW = (0, 4, 2, 6)
BOTTOM_ROW = (7, 3, 5, 1)


class TheBluffs(PotGame):
    """High: three of the hand and a column. Low: two of the hand and three of a row (1.8)."""

    name = "the-bluffs"
    title = "The Bluffs"
    least_players = 2
    most_players = 9
    hand_size = 4
    hand_rule = "1.8"
    award_rule = "1.10"
    lays = ("layout", "turning")
    directions = ("high", "low")
    house_rules = (
        HouseRule(
            "bets",
            "amounts",
            (25, 50, 100),
            "1.3",
            _("A bet, or what a raise adds, is one of these."),
            least=1,
            stake=True,
        ),
        HouseRule("max_raises", "count", 3, "1.3", _("Most raises in a betting round.")),
        HouseRule("ante", "amount", 0, "1.3", _("Each player puts this in before the deal."), stake=True),
        HouseRule(
            "blind",
            "amount",
            lambda rules: rules["bets"][0],
            "1.3",
            _("The player left of the dealer bets this blind."),
            least=1,
            stake=True,
        ),
        HouseRule(
            "exchange_fee",
            "amount",
            lambda rules: 4 * rules["bets"][0],
            "1.3",
            _("What it costs to exchange a card."),
            stake=True,
        ),
        HouseRule(
            "declare",
            "choice",
            "simultaneous",
            "1.7",
            _("Everybody declares at once, or in turn."),
            choices=("simultaneous", "in_turn"),
        ),
        HouseRule(
            "joker_low",
            "choice",
            "wild",
            "1.9",
            _("In a low hand the joker is wild, or spoils the hand."),
            choices=("wild", "none"),
        ),
        HouseRule(
            "both",
            "choice",
            "must_win_both",
            "1.10",
            _("Who declares both must win or tie both, must win both alone, or keeps what is won."),
            choices=("must_win_both", "must_scoop", "each_half"),
        ),
        HouseRule(
            "undeclared",
            "choice",
            "best_hand",
            "1.10",
            _("When nobody declares one way, the best hand of the other takes all, or they share."),
            choices=("best_hand", "share"),
        ),
    )

    def check_rules(self, rules: Rules) -> None:
        """The blind is at most the largest bet (1.3)."""
        if rules["blind"] > rules["bets"][-1]:
            raise Refusal("bad_rules", "blind_above_bets", blind=rules["blind"], most_bet=rules["bets"][-1])

    def deck(self, players: int) -> int:
        """With nine players one joker is added (1.1)."""
        return DECK_WITH_JOKER if players == JOKER_PLAYERS else DECK

    def course(self, setup: Setup) -> tuple[Stage, ...]:
        """Seven betting rounds between four pairs, the exchange and the declaration (1.4)."""
        rules = setup.rules
        stakes = Stakes("sizes", rules["bets"][0], rules["bets"], rules["max_raises"])
        blind = Betting(stakes._replace(blinds=((setup.order[0], rules["blind"]),)))
        betting, pair = Betting(stakes), Reveal(2)
        declaration = Declaration(("high", "low", "both"), rules["declare"] == "in_turn", _ALL_STAY)
        return (
            blind, pair, betting, pair, betting, Exchange(rules["exchange_fee"]), betting, pair,
            betting, pair, betting, declaration, betting, Showdown(),
        )  # fmt: skip

    def open(self, state: State) -> State:
        """Antes (0.3)."""
        return post_antes(state, state.setup.rules["ante"])

    def claims(self, state: State, seat: int) -> tuple[str, ...]:
        """What the player declared; before the declaration only the last player comes here, for the whole pot."""
        word = state.declared[seat]
        return (word,) if word in self.directions else self.directions

    def both_rule(self, setup: Setup) -> str:
        """The option `both` (1.10)."""
        return str(setup.rules["both"])

    def shares_undeclared(self, setup: Setup) -> bool:
        """The option `undeclared` (1.10)."""
        return bool(setup.rules["undeclared"] == "share")

    def best(self, state: State, seat: int, direction: str) -> Best | None:
        """High: exactly three of the hand and a column; low: exactly two and three of one row (1.8, 1.9)."""
        hand, board = cards_in(state.cards.known[seat]), state.cards.board
        if direction == "high":
            return best(HIGH, tuple(combinations(hand, 3)), _columns(board))
        if state.setup.rules["joker_low"] == "none":
            hand = tuple(card for card in hand if card != JOKER)
            board = tuple(-1 if card == JOKER else card for card in board)
        return best(ACE_TO_SIX, tuple(combinations(hand, 2)), _row_triples(board))

    def hand_words(self, direction: str, state: State, best: Best) -> str:
        """The hand in words."""
        return value_words(HIGH if direction == "high" else ACE_TO_SIX, best.value)

    def table(self, state: State) -> dict[str, Any]:
        """The layout: two rows of four, None where a card is still face down; and where the next pair is turned."""
        board, rows = state.cards.board, (TOP_ROW, BOTTOM_ROW)
        names = [NAMES[card] for card in board] + [None] * (8 - len(board))
        pair = (len(board), len(board) + 1)
        return {
            "layout": [[names[place] for place in row] for row in rows],
            "turning": [[at, row.index(place)] for at, row in enumerate(rows) for place in pair if place in row],
        }


_ALL_STAY = frozenset(("high", "low", "both"))


@lru_cache(maxsize=32)
def _columns(board: tuple[int, ...]) -> Prepared:
    """The four columns; kept, since every player of a showdown is judged by the same layout."""
    return prepare((board[top], board[bottom]) for top, bottom in zip(TOP_ROW, BOTTOM_ROW, strict=True))


@lru_cache(maxsize=32)
def _row_triples(board: tuple[int, ...]) -> Prepared:
    """Three of four cards of each row; a card of -1 may not be used (1.9)."""
    triples = (
        tuple(board[place] for place in places) for row in (TOP_ROW, BOTTOM_ROW) for places in combinations(row, 3)
    )
    return prepare(triple for triple in triples if -1 not in triple)
