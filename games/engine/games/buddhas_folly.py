"""Buddha's Folly (rules 3): a card goes round, then in or out; losers match the pot."""

from __future__ import annotations

from typing import Any

from games.engine.actions import FORMS
from games.engine.cards import NAMES, cards_in
from games.engine.match_pot import MatchPot, in_or_out, match_pot_rules
from games.engine.ranking import HIGH, Best, arranged, value_words
from games.engine.setup import Setup
from games.engine.stage import Stage
from games.engine.stages.circulation import Circulating, Circulation
from games.engine.stages.reveal import Reveal
from games.engine.stages.showdown import Showdown
from games.engine.state import State


class BuddhasFolly(MatchPot):
    """Five cards each, and one that goes round (3.1, 3.3)."""

    name = "buddhas-folly"
    title = "Buddha's Folly"
    least_players = 2
    most_players = 10
    hand_size = 5
    hand_rule = "3.1"
    award_rule = "3.6"
    lays = ("match", "offer")
    forms = {**FORMS, "accept": (("player", "discard"),)}
    house_rules = match_pot_rules("3.2", "3.5", "3.6", "3.7")

    def course(self, setup: Setup) -> tuple[Stage, ...]:
        """The card goes round, everybody declares, those in show (3.3, 3.5, 3.6)."""
        return (Reveal(1), Circulation(), in_or_out(setup), Showdown())

    def best(self, state: State, seat: int, direction: str) -> Best:
        """The five cards of the hand."""
        cards = cards_in(state.cards.known[seat])
        return Best(HIGH.value(cards), arranged(HIGH, cards))

    def hand_words(self, direction: str, state: State, best: Best) -> str:
        """The hand in words."""
        return value_words(HIGH, best.value)

    def table(self, state: State) -> dict[str, Any]:
        """What a loser would pay; the card on offer and to whom."""
        table: dict[str, Any] = {**super().table(state), "offer": None}
        if isinstance(state.work, Circulating):
            going = state.work
            giver = None if going.giver is None else state.setup.names[going.giver]
            table["offer"] = {
                "card": NAMES[going.card],
                "to": state.setup.names[going.turn],
                "discarded_by": giver,
                "passed": going.passed,
            }
        return table
