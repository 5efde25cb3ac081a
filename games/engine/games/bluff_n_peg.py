"""Bluff N' Peg (rules 4): lay cards to lead, double or fold, and move pegs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from games.engine.actions import FORMS
from games.engine.cards import NAMES
from games.engine.events import Event
from games.engine.game import Game
from games.engine.house_rules import HouseRule, Rules
from games.engine.limits import LARGEST
from games.engine.marking import gettext_noop as _
from games.engine.outcome import PegOutcome
from games.engine.ranking import SHOWING, SHOWING_DEUCES_WILD, value_words
from games.engine.refusal import Refusal
from games.engine.seats import seats_of
from games.engine.setup import Setup
from games.engine.stage import Stage
from games.engine.stages.draw import Draw
from games.engine.stages.play import Play, Playing
from games.engine.state import State

WINNER_POINTS = 5  # times the multiplier: 5, 10, 20, 40 (4.7)
MOST_POINTS = 40  # the farthest a peg moves in one hand
FURTHEST = LARGEST - MOST_POINTS  # the farthest a peg stands before a hand
LAST_CHANCE_HOLES = 3  # this many, the first one included; behind them is out the back (4.8)


class BluffNPeg(Game):
    """No money: holes on a board."""

    name = "bluff-n-peg"
    title = "Bluff N' Peg"
    least_players = 2
    most_players = 6
    hand_size = 5
    setup_keys = frozenset(("pegs", "tiebreak"))
    lays = ("laid", "to_beat", "multiplier", "pegs", "double_declared_by")
    forms = {**FORMS, "accept": (("player",),)}
    house_rules = (
        HouseRule("deuces_wild", "flag", False, "4.1", _("Every deuce is wild.")),
        HouseRule("tie_is_best", "flag", False, "4.4", _("Who equals the best hand with fewer cards may stand.")),
        HouseRule("start", "hole", 0, "4.8", _("The hole where every peg starts.")),
        HouseRule("winner_hole", "hole", 30, "4.8", _("Who reaches this hole ends the match.")),
        HouseRule("last_chance_hole", "hole", -30, "4.8", _("The first of the three last-chance holes.")),
    )

    def check_rules(self, rules: Rules) -> None:
        """The winner hole is above the start, the last chance below it (4.8)."""
        if not rules["last_chance_hole"] < rules["start"] < rules["winner_hole"]:
            raise Refusal(
                "bad_rules",
                "board",
                start=rules["start"],
                winner_hole=rules["winner_hole"],
                last_chance_hole=rules["last_chance_hole"],
            )

    def check_setup(self, setup: Setup) -> None:
        """Where pegs may stand before a hand (4.10)."""
        assert setup.pegs is not None
        if max(map(abs, setup.pegs)) > FURTHEST:
            raise Refusal("bad_setup", "too_large", largest=LARGEST)
        for name, hole in zip(setup.names, setup.pegs, strict=True):
            if hole <= out_the_back(setup.rules):
                raise Refusal("bad_setup", "out_the_back", player=name, hole=hole)
            if hole >= setup.rules["winner_hole"] and not setup.tiebreak:
                raise Refusal("bad_setup", "match_is_won", player=name, hole=hole)
        if setup.tiebreak and len(set(setup.pegs)) > 1:
            raise Refusal("bad_setup", "tiebreak_not_level")

    def course(self, setup: Setup) -> tuple[Stage, ...]:
        """The draw, then the play (4.2, 4.3)."""
        return (Draw(3), Play(self.score))

    def score(self, state: State) -> State:
        """The end of the hand: points, pegs, and whether the match goes on (4.7 to 4.10)."""
        setup, playing = state.setup, state.work
        assert setup.pegs is not None
        top = max(playing.worth[seat] for seat in seats_of(state.live))
        winners = tuple(seat for seat in seats_of(state.live) if playing.worth[seat] == top)
        pegs = tuple(
            hole + WINNER_POINTS * playing.multiplier
            if seat in winners
            else moved_back(hole, _points_lost(playing, seat), setup.rules["last_chance_hole"])
            for seat, hole in enumerate(setup.pegs)
        )
        moves = tuple(after - before for before, after in zip(setup.pegs, pegs, strict=True))
        outcome = PegOutcome(pegs, moves, winners, *_match(setup, pegs))
        events = tuple(Event("peg_moved", seat, move) for seat, move in enumerate(moves))
        return state._replace(status="complete", outcome=outcome, events=(*state.events, *events))

    def table(self, state: State) -> dict[str, Any]:
        """The cards in front of each, the best hand showing, the bluffing peg, and the holes before the hand."""
        setup, names = state.setup, state.setup.names
        playing = state.work if isinstance(state.work, Playing) else None
        laid = playing.laid if playing else ((),) * len(names)
        return {
            "laid": {name: [NAMES[card] for card in cards] for name, cards in zip(names, laid, strict=True)},
            "to_beat": _to_beat(state, playing) if playing else None,
            "multiplier": playing.multiplier if playing else 1,
            "pegs": dict(zip(names, setup.pegs or (), strict=True)),
            "double_declared_by": names[playing.declarer] if playing and playing.declarer is not None else None,
        }


def _to_beat(state: State, playing: Playing) -> dict[str, Any] | None:
    """The best hand showing among those still in, and whose it is; None before a card lies (4.4)."""
    top = max(playing.worth[seat] for seat in seats_of(state.live))
    if not top:
        return None
    ranking = SHOWING_DEUCES_WILD if state.setup.rules["deuces_wild"] else SHOWING
    best = [state.setup.names[seat] for seat in seats_of(state.live) if playing.worth[seat] == top]
    return {"players": best, "hand": value_words(ranking, top)}


def out_the_back(rules: Rules) -> int:
    """The hole behind the last-chance holes (4.8)."""
    hole: int = rules["last_chance_hole"] - LAST_CHANCE_HOLES
    return hole


def is_over(rules: Rules, pegs: Collection[int]) -> bool:
    """Whether the match ends with pegs there: one on or past the winner hole, or out the back (4.10)."""
    return max(pegs) >= rules["winner_hole"] or min(pegs) <= out_the_back(rules)


def moved_back(hole: int, points: int, last_chance_hole: int) -> int:
    """Where a loser's peg goes (4.9): it stops on the first last-chance hole, and in the area moves one hole."""
    if hole <= last_chance_hole:
        return hole - 1 if points else hole
    return max(hole - points, last_chance_hole)


def _points_lost(playing: Playing, seat: int) -> int:
    """Cards laid times the multiplier at the end, or at the fold (4.7)."""
    return len(playing.laid[seat]) * (playing.paying[seat] or playing.multiplier)


def _match(setup: Setup, pegs: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """Whether the match goes on, is won, or needs another hand of those tied for first (4.10)."""
    if not setup.tiebreak and not is_over(setup.rules, pegs):
        return "in_progress", ()
    first = tuple(seat for seat, hole in enumerate(pegs) if hole == max(pegs))
    return ("won" if len(first) == 1 else "tiebreak"), first
