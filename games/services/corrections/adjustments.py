"""A correction that cannot be played through the night, applied in money alone.

The chips went as they were recorded, or the later hand could not have been played. So they stay, and what the
correction changes falls to the balances.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.models import Entry, Hand
from games.services import money
from games.services.corrections.plan import Amounts, Revision


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What each balance gets; what that does not add up to (another carried pot) waits in the difference."""

    balances: Amounts

    @property
    def difference(self) -> int:
        return -sum(self.balances.values())

    @property
    def moves(self) -> money.Moves:
        moves = money.Moves().difference(self.difference)
        for player, amount in self.balances.items():
            moves.balance(player, amount)
        return moves

    def document(self) -> dict[str, Any]:
        return {"balances": self.balances, "difference": self.difference}


def adjustment_of(revision: Revision) -> Adjustment | None:
    """The difference in nets; None for a hand that is played for pegs."""
    set_up = revision.after.set_up or {}
    if "pegs" in set_up:
        return None
    before, after = revision.before.net, revision.after.net
    changes = {player: after.get(player, 0) - before.get(player, 0) for player in sorted({*before, *after})}
    return Adjustment({player: amount for player, amount in changes.items() if amount})


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
