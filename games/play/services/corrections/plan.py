"""What a correction would change: worked out without writing anything, and then either shown or written."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.models import Entry, Hand
from games.money.services import effects, money_moves
from games.play.services.corrections.hand_outcome import Record
from games.play.services.corrections.peg_boards import Board
from games.play.services.corrections.refusals import Place
from games.play.services.match_stakes import Payout

Amounts = dict[str, int]


@dataclass(frozen=True, slots=True)
class Revision:
    """One hand before and after; `credit` is bought where a debt exceeds the stack, `paid` is of a match pot.

    `called_off` is a hand that could not have been dealt any more.
    """

    hand: Hand
    before: Record
    after: Record
    credit_before: Amounts
    credit_after: Amounts
    paid_before: Payout
    paid_after: Payout
    called_off: bool = False

    @property
    def players(self) -> set[str]:
        """Who was dealt in, or would be."""
        return {player for record in (self.before, self.after) for player in (*record.stacks, *record.net)}

    @property
    def moves_money(self) -> bool:
        one = (self.before.net, self.before.carried, self.credit_before, self.paid_before)
        return one != (self.after.net, self.after.carried, self.credit_after, self.paid_after)

    @property
    def is_change(self) -> bool:
        before, after = self.before, self.after
        one = (before.set_up, before.status, before.result, before.pegs)
        if one != (after.set_up, after.status, after.result, after.pegs) or self.moves_money:
            return True
        return after.log is not None and before.log != after.log


@dataclass(frozen=True, slots=True)
class Count:
    """A count of chips, or a decision about the carried pot, that stands: what is put right there (`put_right`)."""

    entry: Entry
    document: Mapping[str, Any]

    @property
    def moves(self) -> money_moves.Moves:
        return effects.put_right(self.document)


@dataclass(frozen=True, slots=True)
class Plan:
    """`later` are the hands that change; up to the one that is `blocked`, if one is. `moves` is all money together.

    `owes` is who owes the antes of the next deal, before and after.
    """

    target: Revision
    later: list[Revision]
    counts: list[Count]
    boards: dict[UUID, Board]
    owes: tuple[str | None, str | None]
    moves: money_moves.Moves
    warnings: list[str]
    blocked: Place | None

    @property
    def is_change(self) -> bool:
        return self.target.is_change or bool(self.later)

    @property
    def moves_money(self) -> bool:
        return any(revision.moves_money for revision in (self.target, *self.later))

    @property
    def called_off(self) -> list[UUID]:
        return [revision.hand.pk for revision in self.later if revision.called_off]
