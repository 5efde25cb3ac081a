"""Guts (rules 5): three cards or two, in or out; losers match the pot."""

from __future__ import annotations

from games.engine.cards import cards_in
from games.engine.house_rules import HouseRule, Rules, conflict
from games.engine.marking import gettext_noop as _
from games.engine.match_pot import MatchPot, in_or_out, match_pot_rules
from games.engine.ranking import SHOWING, THREE_CARDS, Best, Ranking, arranged, value_words
from games.engine.setup import Setup
from games.engine.stage import Stage
from games.engine.stages.showdown import Showdown
from games.engine.state import State


class Guts(MatchPot):
    """A few cards each, no draw, one decision (5.1)."""

    name = "guts"
    title = "Guts"
    least_players = 2
    most_players = 10
    hand_size = 3
    hand_rule = "5.4"
    award_rule = "5.5"
    house_rules = (
        HouseRule("cards", "count", 3, "5.1", _("How many cards each player gets: three or two."), least=2, most=3),
        HouseRule("straights_and_flushes", "flag", False, "5.4", _("Of three cards, straights and flushes count.")),
        *match_pot_rules("5.2", "5.3", "5.5", "5.6"),
    )

    def check_rules(self, rules: Rules) -> None:
        """Straights and flushes are of three cards (5.4)."""
        if rules["straights_and_flushes"] and rules["cards"] != self.hand_size:
            raise conflict(rules, "straights_and_flushes", "cards", allowed=(False,))

    def cards_each(self, rules: Rules) -> int:
        """Three or two (5.1)."""
        return int(rules["cards"])

    def course(self, setup: Setup) -> tuple[Stage, ...]:
        """Everybody declares, those in show (5.3, 5.5)."""
        return (in_or_out(setup), Showdown())

    def best(self, state: State, seat: int, direction: str) -> Best:
        """All cards of the hand (5.4)."""
        ranking, cards = _ranking(state), cards_in(state.cards.known[seat])
        return Best(ranking.value(cards), arranged(ranking, cards))

    def hand_words(self, direction: str, state: State, best: Best) -> str:
        """The hand in words."""
        return value_words(_ranking(state), best.value)


def _ranking(state: State) -> Ranking:
    """Groups and ranks alone, or straights and flushes too (5.4)."""
    return THREE_CARDS if state.setup.rules["straights_and_flushes"] else SHOWING
