"""The peg moves of a hand set aside: how far each peg moves instead.

The hand stays as the rules have it, with the ruling beside it. The board follows the ruling: later hands of the match
are dealt with the pegs where they stand then and played again with their own actions, as after a correction.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_noop as _

from games.core.amounts import is_whole
from games.core.errors import BadValue
from games.core.table_state import dealt_in
from games.engine.games.bluff_n_peg import FURTHEST, MOST_POINTS, out_the_back
from games.models import Hand, Night
from games.money.services.awards import PegMoves, standing_moves_of
from games.play.services import matches
from games.play.services.corrections import night_history
from games.play.services.corrections.execution import Pen, rule_through
from games.play.services.corrections.hand_outcome import Ruled, stored
from games.play.services.corrections.later_hands import make_plan
from games.play.services.corrections.plan import Plan
from games.play.services.corrections.preview import Preview, preview_of
from games.play.services.corrections.refusals import LaterHandIllegal, Place, is_off_the_board
from games.play.services.rulings.ruling_request import Asked


@dataclass(frozen=True, slots=True)
class OfPegs:
    """How far the pegs of a hand move, before and after, and what follows for the night."""

    hand: Hand
    before: PegMoves
    after: PegMoves
    plan: Plan
    told: Preview

    @property
    def is_change(self) -> bool:
        return self.before != self.after

    def document(self) -> dict[str, Any]:
        told = self.told.document()
        return {
            "net": {},
            "carry": {"before": None, "after": None},
            "peg_moves": {
                player: {"before": move, "after": self.after[player]} for player, move in self.before.items()
            },
            "called_off": [str(hand) for hand in self.plan.called_off],
            **{key: told[key] for key in ("later", "matches", "moves", "warnings")},
        }

    def write(self, pen: Pen) -> Hand:
        called_off = [str(hand) for hand in self.plan.called_off]
        rule_through(pen, self.plan, {"peg_moves": dict(self.after), "called_off": called_off})
        return self.hand


def look(night: Night, hand: Hand, asked: Asked) -> OfPegs:
    """What is asked for, checked, beside what stands. Raises BadValue, LaterHandIllegal."""
    if asked.peg_moves is None or asked.net is not None or asked.carry is not None:
        raise BadValue("This hand was played for pegs: say how far each peg moves.")
    past = night_history.load(night)
    hand = next(one for one in past.hands if one.pk == hand.pk)
    assert hand.set_up
    players = [player["name"] for player in hand.set_up["players"]]
    before = standing_moves_of(hand)
    after = _checked(hand, asked.peg_moves)
    names = {str(player): name for player, name in night.seats.values_list("player", "player__name")}
    plan = make_plan(past, hand, replace(stored(hand), ruled=Ruled(peg_moves=after)), names, asked.call_off)
    if plan.blocked:
        raise _refusal(past, plan.blocked)
    stood = {player: before.get(player, 0) for player in players}
    return OfPegs(hand, stood, after, plan, preview_of(plan, None, None))


def _refusal(past: night_history.History, place: Place) -> LaterHandIllegal:
    """With what to do about it: what stands in the way of a ruling is called off with it, or corrected first."""
    in_the_way = next(one for one in past.hands if one.pk == place.hand)
    if is_off_the_board(place.code) and not in_the_way.rulings:
        return LaterHandIllegal(place, _("Hand {number} would no longer be legal: {why} Have the ruling call it off."))
    return LaterHandIllegal(
        place, _("Hand {number} would no longer be legal: {why} Correct that hand first, or rule on it.")
    )


def _checked(hand: Hand, asked: Mapping[UUID, int]) -> dict[str, int]:
    """The moves of all who were dealt in. Raises BadValue for others', and for pegs beside the board (rules 4.8)."""
    assert hand.match and hand.set_up
    given = {str(player): move for player, move in asked.items()}
    if strangers := sorted(set(given) - dealt_in(hand)):
        raise BadValue("A ruling is on who was dealt in.", players=strangers)
    if not all(is_whole(move) for move in given.values()):
        raise BadValue("A peg moves by whole holes.")
    moves = {player["name"]: given.get(player["name"], 0) for player in hand.set_up["players"]}
    back = out_the_back(matches.rules_of(hand.match, hand))
    holes = {player: hand.set_up["pegs"][player] + move for player, move in moves.items()}
    if beside := [player for player, hole in holes.items() if not back <= hole <= FURTHEST]:
        raise BadValue("A peg stands on the board: out the back is as far back as it goes.", players=beside)
    if far := [player for player, move in given.items() if abs(move) > MOST_POINTS]:
        raise BadValue("A peg moves by at most {most} holes in one hand.", most=MOST_POINTS, players=far)
    return moves
