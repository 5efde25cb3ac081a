"""What a correction would change: worked out without writing anything, and then either shown or written."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.models import Entry, Hand
from games.money.services import night_accounts
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
    """A count of real chips that stays as counted: what the book has moved there goes to the difference."""

    entry: Entry
    chips: Amounts

    @property
    def moves(self) -> night_accounts.Moves:
        moves = night_accounts.Moves().difference(sum(self.chips.values()))
        for player, amount in self.chips.items():
            moves.chips(player, -amount)
        return moves

    def document(self) -> dict[str, Any]:
        return {"chips": self.chips, "pot": 0}


@dataclass(frozen=True, slots=True)
class PotDecision:
    """A pot that was split or returned, of which there was so much more: the shares follow it.

    `chips` and `balances` are by how much they change.
    """

    entry: Entry
    pot: int
    chips: Amounts
    balances: Amounts

    @property
    def moves(self) -> night_accounts.Moves:
        shared = sum(self.chips.values()) + sum(self.balances.values())
        moves = night_accounts.Moves().pot(-self.pot).difference(self.pot - shared)
        for player, amount in self.chips.items():
            moves.chips(player, amount)
        for player, amount in self.balances.items():
            moves.balance(player, amount)
        return moves

    def document(self) -> dict[str, Any]:
        return {"chips": {}, "pot": self.pot, "shares": self.chips, "balances": self.balances}


@dataclass(frozen=True, slots=True)
class Plan:
    """`later` are the hands that change; up to the one that is `blocked`, if one is. `moves` is all money together.

    `owes` is who owes the antes of the next deal, before and after.
    """

    target: Revision
    later: list[Revision]
    counts: list[Count | PotDecision]
    boards: dict[UUID, Board]
    owes: tuple[str | None, str | None]
    moves: night_accounts.Moves
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
