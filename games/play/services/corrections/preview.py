"""What a correction changes, for whom: as it is shown before, and told after."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.models import Hand
from games.money.services import money_moves
from games.play.services.corrections.hand_outcome import Record
from games.play.services.corrections.money_adjustments import Adjustment
from games.play.services.corrections.plan import Plan, Revision
from games.play.services.corrections.refusals import Place

WARNINGS = {
    "antes_were_paid": _("A player who owed antes has left since, and paid them or was let off."),
    "below_zero": _("Somebody's stack would be below zero: count the chips."),
    "counted_since": _(
        "Chips were counted since. The counts stand, and what the book changes waits in the difference."
    ),
    "difference_undecided": _("The closed night is left with a difference that nobody bears yet."),
    "match_ended_otherwise": _("The match was ended beside the board, and stays ended as it was."),
    "no_money_moves": _("No money moves: what changes is the record."),
    "night_is_closed": _("The night is closed: what was paid stands, and who pays whom is to be settled anew."),
    "no_tie_to_break": _("A tie-break would be an ordinary hand of the match."),
    "open_hand_changes": _("The hand that is being played changes."),
    "pot_decided_since": _("The carried pot was split or returned since: the shares follow the correction."),
    "pot_below_zero": _("The carried pot would be below zero."),
    "ruling_stands": _("There was a ruling on this hand, or a later one: it stands, and moves as it says."),
}


class Change(NamedTuple):
    before: Any
    after: Any

    def document(self) -> dict[str, Any]:
        return self._asdict()


@dataclass(frozen=True, slots=True)
class HandChange:
    """One hand before and after; of its set-up only the parts that change."""

    hand: UUID
    number: int
    game: str
    status: Change
    net: Mapping[str, Change]
    carry: Change | None
    antes_paid_by: Change | None
    pegs: Mapping[str, Change]
    set_up: Mapping[str, Change]


@dataclass(frozen=True, slots=True)
class MatchChange:
    match: UUID
    status: Change
    leaders: Change
    pegs: Mapping[str, Change]


@dataclass(frozen=True, slots=True)
class Preview:
    """`moves` is what each account moves by, players by id. `adjustment` is what can be done in money alone; where
    `blocked` names a hand that would not be legal, nothing else can, and `moves` are its moves.
    """

    hand: HandChange
    later: list[HandChange]
    matches: list[MatchChange]
    owes_antes: Change
    moves: Mapping[str, Any]
    warnings: Mapping[str, str]
    blocked: Place | None
    adjustment: Mapping[str, Any] | None

    def document(self) -> dict[str, Any]:
        """As plain data."""
        document: dict[str, Any] = _plain(asdict(self))
        return document


def preview_of(plan: Plan, adjustment: Adjustment | None, taken_back: Adjustment | None) -> Preview:
    moves = plan.moves
    if plan.blocked:
        moves = adjustment.moves if adjustment else ()
    if taken_back:
        moves += money_moves.opposite(taken_back.moves)
    boards = [board for board in plan.boards.values() if not plan.blocked and board.old.pegs != board.new.pegs]
    is_of_record = plan.is_change and not (plan.blocked or plan.moves_money or taken_back or boards)
    warnings = [*plan.warnings, "no_money_moves"] if is_of_record else plan.warnings
    return Preview(
        hand=_hand_change(plan.target),
        later=[] if plan.blocked else [_hand_change(revision) for revision in plan.later],
        matches=[
            MatchChange(
                board.match.pk,
                Change(board.match.status, board.outcome[0]),
                Change(board.match.leaders, board.outcome[1]),
                _changes(board.old.pegs, board.new.pegs),
            )
            for board in boards
        ],
        owes_antes=Change(*plan.owes),
        moves=by_account(moves),
        warnings={code: gettext(WARNINGS[code]) for code in warnings},
        blocked=plan.blocked,
        adjustment=adjustment.document() if adjustment else None,
    )


def _hand_change(revision: Revision) -> HandChange:
    hand, before, after = revision.hand, revision.before, revision.after
    return HandChange(
        hand=hand.pk,
        number=hand.ordinal,
        game=hand.game,
        status=Change(before.status, after.status),
        net=_changes(before.net, after.net),
        carry=_of_result("carry", before, after),
        antes_paid_by=_of_result("antes_paid_by", before, after),
        pegs=_changes(before.pegs, after.pegs),
        set_up={
            key: Change((before.set_up or {}).get(key), value)
            for key, value in (after.set_up or {}).items()
            if (before.set_up or {}).get(key) != value
        },
    )


def _of_result(key: str, before: Record, after: Record) -> Change | None:
    """Of a game whose set-up knows it."""
    if not after.set_up or key not in after.set_up or Hand.Status.OPEN in (before.status, after.status):
        return None
    return Change((before.result or {}).get(key), (after.result or {}).get(key))


def _changes(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, Change]:
    return {player: Change(before.get(player, 0), after.get(player, 0)) for player in {**before, **after}}


def by_account(moves: money_moves.Moves) -> dict[str, Any]:
    """Chips and balances by player, stakes by match, the others as they are; only what moves."""
    moved = money_moves.fold(moves)
    by_owner = {"chips": moved.stacks, "balances": moved.balances, "matches": moved.matches}
    only = {kind: {owner: amount for owner, amount in of.items() if amount} for kind, of in by_owner.items()}
    return {**only, "pot": moved.pot, "difference": moved.difference}


def _plain(value: Any) -> Any:
    if isinstance(value, Change):
        return _plain(value.document())
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, UUID) else value
