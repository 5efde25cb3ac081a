"""The two ways in: look at what a correction would do, and do it. Both work out the same plan."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from games.core import concurrency
from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import Conflict
from games.core.permissions import May, allowed, may_not, member_for
from games.core.row_locks import lock_night
from games.core.table_state import check_not_undone
from games.core.validators import reason_of
from games.disputes.services import notifications
from games.models import Entry, Hand, Member, Night, Notification
from games.play.services.corrections import execution, night_history
from games.play.services.corrections.corrected_hand import Change, changed, check_form
from games.play.services.corrections.later_hands import make_plan
from games.play.services.corrections.money_adjustments import Adjustment, adjustment_of, from_body, standing_adjustment
from games.play.services.corrections.plan import Plan, Revision
from games.play.services.corrections.preview import Preview, preview_of
from games.play.services.corrections.refusals import LaterHandIllegal


@dataclass(frozen=True, slots=True)
class Corrected:
    """What was done: the hand as it now is, the entry, and what it changed (as the preview had it)."""

    hand: Hand
    entry: Entry
    preview: Preview


@dataclass(frozen=True, slots=True)
class _Case:
    """`adjusted` is the entry of a correction in money that stands, `repeated` whether this would be the same one."""

    night: Night
    hand: Hand
    plan: Plan
    adjustment: Adjustment | None
    adjusted: Entry | None
    repeated: bool

    @property
    def preview(self) -> Preview:
        return preview_of(self.plan, self.adjustment, from_body(self.adjusted.body) if self.adjusted else None)


def preview_correction(actor: Actor, hand_id: UUID, change: Change, expected_version: int | None = None) -> Preview:
    """What `correct` would change, for whom; nothing is written. Raises what `correct` raises.

    But a later hand that would no longer be legal is no error here: `blocked` names it. `adjustment` is what could
    be done in money alone.
    """
    member = member_for(actor, May.KEEP_SCORE, club__nights__hands=hand_id)
    check_form(change)
    with one_transaction():
        return _case(actor, member, hand_id, change, expected_version).preview


def correct(
    actor: Actor,
    hand_id: UUID,
    change: Change,
    reason: str,
    expected_version: int | None,
    *,
    as_adjustment: bool = False,
) -> Corrected:
    """Put a hand right: new parts of its set-up, a new list of actions, or (of a result-only hand) new nets.

    `change` has keys of the hand file, players by id, `net` for a hand of which only the result is known; a player
    dealt in anew without a stack has what the book says. Later hands of the night are played again with their own
    actions; one that would no longer be legal refuses all of it (LaterHandIllegal), unless `as_adjustment`: then the
    hand stays as recorded, and the difference in nets is posted on the balances. That may be wished for where all
    stay legal, too: real chips counted since then say nothing of who should have had them. Other actions that come to
    the same money are a change of the record. Raises Conflict where nothing would change or it contradicts what is
    kept, Forbidden, Stale, PreconditionRequired, BadValue, BadAmount, NotFound, and the engine's Refusal of the hand
    itself.
    """
    member = member_for(actor, May.KEEP_SCORE, club__nights__hands=hand_id)
    check_form(change)
    reason = reason_of(reason)
    now = timezone.now()
    with one_transaction():
        case = _case(actor, member, hand_id, change, expected_version, asked=True)
        plan, preview, after = case.plan, case.preview, case.plan.target.after
        in_money = case.adjustment if as_adjustment else None
        if as_adjustment and case.repeated:
            raise Conflict("This changes nothing.")
        if plan.blocked and not in_money:
            raise LaterHandIllegal(plan.blocked)
        pen = execution.Pen(actor, case.night, "correction", reason, now, change.get("actions"))
        if case.adjusted:
            execution.take_back_adjustment(pen, case.adjusted)
        entry = execution.adjust(pen, case.hand, after, in_money) if in_money else execution.carry_out(pen, plan)
        _tell(actor, plan, [] if in_money else plan.later, now)
    return Corrected(case.hand, entry, preview)


def _tell(actor: Actor, plan: Plan, later: list[Revision], now: datetime) -> None:
    """Everyone whose hand is another than it was when it ended; while it is played, they sit round the table."""
    if plan.target.before.status != Hand.Status.OPEN:
        players = {player for revision in (plan.target, *later) for player in revision.players}
        notifications.of_hand(actor, plan.target.hand, Notification.Kind.CORRECTION, players, now)


def _case(
    actor: Actor, member: Member, hand_id: UUID, change: Change, expected: int | None, *, asked: bool = False
) -> _Case:
    """All that is known of a correction, the night locked. `asked`: a version must be given."""
    night = lock_night(hands=hand_id)
    check_not_undone(Hand.with_undone.get(pk=hand_id))
    past = night_history.load(night)
    hand = next(one for one in past.hands if one.pk == hand_id)
    if hand.status != Hand.Status.OPEN and not allowed(member, May.CORRECT_HAND):
        raise may_not(member, May.CORRECT_HAND)
    if asked or expected is not None:
        concurrency.check(hand, expected)
    after = changed(actor, past, hand, change)
    names = {str(player): name for player, name in night.seats.values_list("player", "player__name")}
    plan = make_plan(past, hand, after, names)
    adjusted = standing_adjustment(hand)
    in_money = plan.target.moves_money or plan.blocked or adjusted
    adjustment = adjustment_of(past, plan) if in_money else None
    repeated = bool(
        adjusted and adjustment and execution.says_the_same(change.get("actions"), after, adjustment, adjusted)
    )
    if (repeated and plan.blocked) or not (plan.is_change or adjusted or plan.blocked):
        raise Conflict("This changes nothing.")
    return _Case(night, hand, plan, None if repeated else adjustment, adjusted, repeated)
