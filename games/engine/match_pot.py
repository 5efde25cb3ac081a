"""Games without betting rounds, in which those who stay in and lose match the pot (rules 3.2, 3.6, 3.7)."""

from __future__ import annotations

from typing import Any

from games.engine.events import Event
from games.engine.house_rules import HouseRule
from games.engine.limits import LARGEST
from games.engine.marking import gettext_noop as _
from games.engine.pot_game import Judge, PotGame
from games.engine.pots import Pot
from games.engine.refusal import Refusal
from games.engine.seats import seats_of
from games.engine.setup import Setup
from games.engine.stages.declaration import Declaration
from games.engine.state import State


class MatchPot(PotGame):
    """One pot, one contest: the carried pot and the antes (3.2). A game of this kind has the rules of
    `match_pot_rules` among its house rules, and a declaration before its showdown."""

    has_folds = False
    setup_keys = frozenset(("carry", "antes_paid_by"))
    lays: tuple[str, ...] = ("match",)

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
        """Who pays the next antes: the best hand, the first of the tied from the left of the dealer (3.6)."""
        everyone = self.must_all_show(state)
        if not everyone:
            return None
        best = judge.winners(everyone, "all")
        return next(seat for seat in state.setup.order if best >> seat & 1)

    def table(self, state: State) -> dict[str, Any]:
        """What a loser would pay."""
        pot, cap = state.chips.dead, state.setup.rules["match_cap"]
        return {"match": pot if cap is None else min(pot, cap)}


def in_or_out(setup: Setup) -> Declaration:
    """Everybody declares in or out, at once or in turn; who is out contends no more (3.5)."""
    return Declaration(("in", "out"), setup.rules["declare"] == "in_turn", frozenset(("in",)))


def match_pot_rules(antes: str, declaring: str, result: str, match: str) -> tuple[HouseRule, ...]:
    """The house rules of such a game, under the numbers that its page has for 3.2, 3.5, 3.6 and 3.7."""
    return (
        HouseRule("ante", "amount", 100, antes, _("Each player puts this in before every deal."), least=1, stake=True),
        HouseRule(
            "reante",
            "choice",
            "always",
            antes,
            _("Antes before every deal, or only when the pot is empty."),
            choices=("always", "pot_empty"),
        ),
        HouseRule(
            "declare",
            "choice",
            "simultaneous",
            declaring,
            _("Everybody declares at once, or in turn."),
            choices=("simultaneous", "in_turn"),
        ),
        HouseRule(
            "all_out_pays",
            "flag",
            False,
            result,
            _("When everybody is out, all show, and the best hand pays the next antes."),
        ),
        HouseRule(
            "match",
            "choice",
            "full",
            match,
            _("A loser owes the whole pot, or at most what is left of the stack."),
            choices=("full", "stack"),
        ),
        HouseRule("match_cap", "amount", None, match, _("The most that one loser pays."), least=1, optional=True),
    )
