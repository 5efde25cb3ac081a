"""Buddha's Folly (rules 3): a card goes round, then in or out; losers match the pot."""

from __future__ import annotations

from typing import Any

from games.engine.actions import FORMS
from games.engine.awards import Judge
from games.engine.cards import NAMES, cards_in
from games.engine.events import Event
from games.engine.game import PotGame
from games.engine.house_rules import HouseRule
from games.engine.limits import LARGEST
from games.engine.pots import Pot
from games.engine.ranking import HIGH, Best, arranged, value_words
from games.engine.refusal import Refusal
from games.engine.seats import seats_of
from games.engine.setup import Setup
from games.engine.stages.circulation import Circulating, Circulation
from games.engine.stages.declaration import Declaration
from games.engine.stages.reveal import Reveal
from games.engine.stages.showdown import Showdown
from games.engine.stages.stage import Stage
from games.engine.state import State


class BuddhasFolly(PotGame):
    """One pot, one contest: the carried pot and the antes (3.2)."""

    name = "buddhas-folly"
    title = "Buddha's Folly"
    least_players = 2
    most_players = 10
    hand_size = 5
    hand_rule = "3.1"
    award_rule = "3.6"
    has_folds = False
    setup_keys = frozenset(("carry", "antes_paid_by"))
    forms = {**FORMS, "accept": (("player", "discard"),)}
    house_rules = (
        HouseRule("ante", "amount", 100, "3.2", "Each player puts this in before every deal.", least=1, stake=True),
        HouseRule(
            "reante",
            "choice",
            "always",
            "3.2",
            "Antes before every deal, or only when the pot is empty.",
            choices=("always", "pot_empty"),
        ),
        HouseRule(
            "declare",
            "choice",
            "simultaneous",
            "3.5",
            "Everybody declares at once, or in turn.",
            choices=("simultaneous", "in_turn"),
        ),
        HouseRule(
            "all_out_pays",
            "flag",
            False,
            "3.6",
            "When everybody is out, all show, and the best hand pays the next antes.",
        ),
        HouseRule(
            "match",
            "choice",
            "full",
            "3.7",
            "A loser owes the whole pot, or at most what is left of the stack.",
            choices=("full", "stack"),
        ),
        HouseRule("match_cap", "amount", None, "3.7", "The most that one loser pays.", least=1, optional=True),
    )

    def check_setup(self, setup: Setup) -> None:
        """With table stakes nobody below the ante is dealt in (3.2); no pot may outgrow what can be counted."""
        rules, players = setup.rules, len(setup.names)
        if rules["match"] == "stack":
            for name, stack in zip(setup.names, setup.stacks, strict=True):
                if stack < rules["ante"]:
                    raise Refusal("bad_setup", "below_ante", player=name, stack=stack, ante=rules["ante"])
        pot = setup.carry + players * rules["ante"]
        cap = rules["match_cap"] or pot
        if sum(setup.stacks) + pot + players * min(pot, cap) > LARGEST:
            raise Refusal("bad_setup", "too_large", largest=LARGEST)

    def course(self, setup: Setup) -> tuple[Stage, ...]:
        """The card goes round, everybody declares, those in show (3.3, 3.5, 3.6)."""
        in_turn = setup.rules["declare"] == "in_turn"
        declaration = Declaration(("in", "out"), in_turn, frozenset(("in",)))
        return (Reveal(1), Circulation(), declaration, Showdown())

    def open(self, state: State) -> State:
        """Antes are whole, on credit where a stack falls short; one player may pay them all (3.2)."""
        setup = state.setup
        rules, seats = setup.rules, range(len(setup.names))
        antes = [0 for _ in seats]
        if setup.antes_paid_by is not None:
            payer, whole = setup.antes_paid_by, rules["ante"] * len(seats)
            antes[payer] = whole if rules["match"] == "full" else min(whole, setup.stacks[payer])
        elif rules["reante"] == "always" or setup.carry == 0:
            antes = [rules["ante"] for _ in seats]
        stacks = tuple(stack - ante for stack, ante in zip(setup.stacks, antes, strict=True))
        events = tuple(Event("ante_posted", seat, antes[seat]) for seat in seats if antes[seat])
        return state._replace(chips=state.chips._replace(stacks=stacks, dead=setup.carry + sum(antes)), events=events)

    def pots(self, state: State) -> tuple[Pot, ...]:
        """One pot, for those who are in; nobody in, nothing to win (3.6)."""
        return (Pot(state.chips.dead, state.live),) if state.live else ()

    def must_all_show(self, state: State) -> int:
        """When all are out and the penalty was agreed, every player shows (3.6)."""
        if state.live or not state.setup.rules["all_out_pays"]:
            return 0
        return (1 << len(state.setup.names)) - 1

    def best(self, state: State, seat: int, direction: str) -> Best:
        """The five cards of the hand."""
        cards = cards_in(state.cards.known[seat])
        return Best(HIGH.value(cards), arranged(HIGH, cards))

    def hand_words(self, direction: str, state: State, best: Best) -> str:
        """The hand in words."""
        return value_words(HIGH, best.value)

    def settle(self, before: State, ended: State, judge: Judge) -> State:
        """Losers match the pot for the next deal; a pot that nobody won is carried, and the penalty fixed (3.6)."""
        pot = before.chips.dead
        if not before.live:
            payer = self._penalty(before, judge)
            return ended._replace(outcome=ended.outcome._replace(carry=pot, antes_paid_by=payer))
        winners = {winner.seat for award in ended.outcome.pots[0].awards for winner in award.winners}
        stacks, matches = list(ended.chips.stacks), []
        for seat in seats_of(before.live):
            if seat not in winners:
                amount = self._match(before, pot, stacks[seat])
                stacks[seat] -= amount
                matches.append((seat, amount))
        return ended._replace(
            chips=ended.chips._replace(stacks=tuple(stacks)),
            outcome=ended.outcome._replace(carry=sum(amount for _, amount in matches), matches=tuple(matches)),
            events=(*ended.events, *(Event("pot_matched", seat, amount) for seat, amount in matches)),
        )

    def _match(self, state: State, pot: int, stack: int) -> int:
        """What one loser pays: the pot, up to the cap and, with table stakes, up to the stack (3.7)."""
        rules = state.setup.rules
        amount = pot if rules["match_cap"] is None else min(pot, rules["match_cap"])
        return min(amount, stack) if rules["match"] == "stack" else amount

    def _penalty(self, state: State, judge: Judge) -> int | None:
        """Who pays the next antes: the best hand, the first of the tied from the left of the dealer."""
        everyone = self.must_all_show(state)
        if not everyone:
            return None
        best = judge.winners(everyone, "all")
        return next(seat for seat in state.setup.order if best >> seat & 1)

    def table(self, state: State) -> dict[str, Any]:
        """The card on offer and to whom; the pot, and what a loser would pay."""
        pot = state.chips.dead
        cap = state.setup.rules["match_cap"]
        table: dict[str, Any] = {"match": pot if cap is None else min(pot, cap), "offer": None}
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
