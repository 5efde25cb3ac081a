"""A correction that cannot be played through the night, applied in money alone.

The chips went as they were recorded, or the later hand could not have been played. So they stay, and what the
correction changes falls to the balances.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.core.amounts import share
from games.models import Entry, Hand, Match
from games.money.services import effects, money_moves
from games.play.services.corrections.carried_pots import Pots
from games.play.services.corrections.hand_outcome import stored
from games.play.services.corrections.night_history import History
from games.play.services.corrections.plan import Amounts, Plan, Revision


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What each balance gets; what that does not add up to (another carried pot) waits in the difference."""

    balances: Amounts

    @property
    def difference(self) -> int:
        return -sum(self.balances.values())

    @property
    def moves(self) -> money_moves.Moves:
        return effects.adjusted(self.balances)

    def document(self) -> dict[str, Any]:
        return {"balances": self.balances, "difference": self.difference}


def adjustment_of(history: History, plan: Plan) -> Adjustment | None:
    """The difference in nets, and what it makes of a pot that was decided since; of a match, in what it was won for.

    None for a hand that is played for pegs, unless its match was for a stake and is over both as recorded and as
    corrected: else nobody can say yet who has its stakes.
    """
    hand = plan.target.hand
    changes = _of_match(history, plan, hand.match) if hand.match else _of_nets(history, plan.target)
    if changes is None:
        return None
    return Adjustment({player: amount for player, amount in sorted(changes.items()) if amount})


def _of_nets(history: History, target: Revision) -> Amounts:
    before, after = target.before, target.after
    changes = money_moves.difference_of(before.net, after.net)
    for player, amount in _of_decided_pot(history, target).items():
        changes[player] = changes.get(player, 0) + amount
    return changes


def _of_decided_pot(history: History, target: Revision) -> Amounts:
    """By how much the shares of the pot change, if it was split or returned before anybody won it."""
    pots, drift = Pots(history), target.after.carried - target.before.carried
    for hand in history.hands:
        is_target, is_later = hand.pk == target.hand.pk, hand.ordinal > target.hand.ordinal
        before, after = (target.before, target.after) if is_target else (stored(hand), stored(hand))
        pots.take(hand, before, after)
        if is_later and pots.was_won():
            return {}
        for note in history.notes_after(hand.ordinal):
            if note.kind == Entry.Kind.POT and (is_target or is_later):
                chips, balances = pots.changes(note, drift)
                return {player: chips.get(player, 0) + balances.get(player, 0) for player in {*chips, *balances}}
            pots.note(note)
    return {}


def _of_match(history: History, plan: Plan, match: Match) -> Amounts | None:
    """Return who would have won the stakes and who has won them; None where either is not known."""
    board, received = plan.boards[match.pk], history.received(match)
    over = match.status == board.new.status == Match.Status.WON
    if not over or not received or not (plan.blocked or board.as_it_went):
        return None
    pot, leaders = sum(received.values()), board.new.leaders
    would = dict(zip(leaders, share(pot, len(leaders), history.night.chip), strict=True))
    return money_moves.difference_of(received, would)


def standing_adjustment(hand: Hand) -> Entry | None:
    """The entry of the hand's last correction, if that was made in money: the next one takes its place."""
    if not hand.corrections:
        return None
    for entry in hand.entries.filter(kind=Entry.Kind.CORRECTION).order_by("-number"):
        if not entry.body.get("cause"):
            return entry if entry.body.get("adjustment") else None
    return None


def from_body(body: Mapping[str, Any]) -> Adjustment:
    return Adjustment(dict(body["adjustment"]["balances"]))
