"""Disputes: opened by whom the thing concerns, argued by both sides, ended with a reason. Every step is an entry."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import BadValue, Conflict, Forbidden, NotFound
from games.core.event_log import note_of_club
from games.core.ids import free_id
from games.core.permissions import May, allowed, member_for
from games.core.row_locks import lock_club, lock_night, lock_nights
from games.core.table_state import dealt_in
from games.core.validators import reason_of
from games.disputes.services import notifications, stakeholders
from games.models import Dispute, DisputeMessage, Entry, Member, Night
from games.models.words import word
from games.settlement.services import offsets

State, Side, Kind = Dispute.State, DisputeMessage.Side, Entry.Kind

# What puts right what was upheld.
REMEDIES = frozenset(
    {
        Kind.CORRECTION, Kind.RULING,
        Kind.UNDO, Kind.TAKE_BACK, Kind.BUY_IN, Kind.TOP_UP, Kind.CASH_OUT, Kind.RECOUNT, Kind.POT,
        Kind.DIFFERENCE, Kind.EXPENSE, Kind.MATCH_END, Kind.PAYMENT,
    }
)  # fmt: skip


def open_dispute(
    actor: Actor,
    text: str,
    *,
    hand_id: UUID | None = None,
    entry_id: UUID | None = None,
    payment_id: UUID | None = None,
    player_id: UUID | None = None,
    dispute_id: UUID | None = None,
) -> Dispute:
    """About one of these: a hand, an entry (an action of a hand, or of a night's money), a payment.

    By whom it concerns; with `player_id` a scorekeeper does it for a player who has no account. Raises Forbidden for
    who is not concerned, Conflict where the same player disputes it already, or about an entry of another kind.
    """
    given = {"hand_id": hand_id, "entry_id": entry_id, "payment_id": payment_id}
    which = {name: pk for name, pk in given.items() if pk is not None}
    if len(which) != 1:
        raise BadValue("A dispute is about one thing: a hand, an entry or a payment.")
    by = member_for(actor, May.DISPUTE, **{stakeholders.OWNERS[name]: pk for name, pk in which.items()})
    text = reason_of(text)
    now = timezone.now()
    with one_transaction():
        matter = stakeholders.matter_of(**which)
        _lock(by.club_id, matter.night_id)
        about = {"hand": matter.hand, "entry": matter.entry, "payment": matter.payment}
        dispute = Dispute(id=free_id(Dispute, dispute_id, by.club_id), club=by.club, night_id=matter.night_id, **about)
        dispute.opened_by = actor.user
        dispute.player = stakeholders.opener(by, matter, player_id)
        dispute.opened_at, dispute.due_at = now, now + timedelta(days=by.club.dispute_days)
        _check_new(dispute, about)
        dispute.save(force_insert=True)
        named = {name: str(row.pk) for name, row in about.items() if row}
        _say(actor, dispute, Side.OPENER, {"what": "opened", **named, "text": text}, now)
    return dispute


def _check_new(dispute: Dispute, about: Mapping[str, Any]) -> None:
    """Raises Conflict where the same is disputed for the same player already."""
    same = Dispute.objects.filter(**about, player=dispute.player, state__in=Dispute.RUNNING)
    if dispute.player is None:
        same = same.filter(opened_by=dispute.opened_by)
    if same.exists():
        raise Conflict("This is disputed already: go on there.")


def answer_dispute(actor: Actor, dispute_id: UUID, text: str, message_id: UUID | None = None) -> Dispute:
    """Go on with the thread: the opener, everybody else concerned, scorekeepers and the arbiter.

    Raises Conflict for a dispute that has ended.
    """
    by = member_for(actor, May.DISPUTE, club__disputes=dispute_id)
    text = reason_of(text)
    with one_transaction():
        dispute, now = _running(by, dispute_id), timezone.now()
        if not (_is_opener(by, dispute) or _may_answer(by, dispute)):
            raise Forbidden("In a dispute speaks whom it concerns, and who keeps score.")
        side = Side.OPENER if _is_opener(by, dispute) else Side.OTHER
        dispute.state = State.OPEN if side == Side.OPENER else State.ANSWERED
        dispute.save(update_fields=["state"])
        _say(actor, dispute, side, {"what": "said", "text": text}, now, message_id)
    return dispute


def uphold_dispute(actor: Actor, dispute_id: UUID, reason: str, remedy_id: UUID) -> Dispute:
    """It was as the opener says, and `remedy_id` is the entry by which it was put right since.

    Raises Conflict for an entry that can be no remedy of it.
    """
    by, reason = _who_ends(actor, dispute_id), reason_of(reason)
    with one_transaction():
        dispute, nights = _ending(by, dispute_id)
        _check_impartial(by, dispute)
        dispute.remedy = _remedy(dispute, remedy_id)
        body = {"text": reason, "remedy": str(remedy_id)}
        return _end(actor, dispute, State.UPHELD, body | _noted(by, dispute), nights)


def reject_dispute(actor: Actor, dispute_id: UUID, reason: str) -> Dispute:
    """It stays as it is, and why."""
    by, reason = _who_ends(actor, dispute_id), reason_of(reason)
    with one_transaction():
        dispute, nights = _ending(by, dispute_id)
        _check_impartial(by, dispute)
        return _end(actor, dispute, State.REJECTED, {"text": reason} | _noted(by, dispute), nights)


def withdraw_dispute(actor: Actor, dispute_id: UUID, reason: str) -> Dispute:
    """Its opener has changed their mind, and why; so may the player for whom it was opened."""
    by = member_for(actor, May.DISPUTE, club__disputes=dispute_id)
    reason = reason_of(reason)
    with one_transaction():
        dispute, nights = _ending(by, dispute_id)
        if not _is_opener(by, dispute):
            raise Forbidden("A dispute is withdrawn by who opened it.")
        return _end(actor, dispute, State.WITHDRAWN, {"text": reason}, nights)


class Rights(NamedTuple):
    """What a member may do about a dispute that runs; nothing about one that has ended.

    `own_case`: they may end it, and have a part in it themselves.
    """

    answer: bool
    withdraw: bool
    end: bool
    own_case: bool


def rights_on(by: Member, dispute: Dispute) -> Rights:
    """So that a page offers no more than is done."""
    if not dispute.is_running:
        return Rights(answer=False, withdraw=False, end=False, own_case=False)
    opener = _is_opener(by, dispute)
    ends = allowed(by, May.END_DISPUTE) and not _partial(by, dispute)
    own_case = ends and _has_part(by, dispute)
    return Rights(answer=opener or _may_answer(by, dispute), withdraw=opener, end=ends, own_case=own_case)


def _who_ends(actor: Actor, dispute_id: UUID) -> Member:
    return member_for(actor, May.END_DISPUTE, club__disputes=dispute_id)


def _lock(club_id: UUID, night_id: UUID | None) -> None:
    """The night, as always first; what is of no night waits for the club."""
    if night_id:
        lock_night(pk=night_id)
    else:
        lock_club(club_id)


def _running(by: Member, dispute_id: UUID) -> Dispute:
    """The dispute, which nobody else moves on meanwhile. Raises Conflict where it has ended."""
    _lock(by.club_id, Dispute.objects.values_list("night", flat=True).get(pk=dispute_id))
    return _still_running(dispute_id)


def _ending(by: Member, dispute_id: UUID) -> tuple[Dispute, list[Night]]:
    """Return the running dispute, and the locked nights of transfers that may be offset once it has ended."""
    night_id = Dispute.objects.values_list("night", flat=True).get(pk=dispute_id)
    if night_id is None or not by.club.holds_back_disputed:
        return _running(by, dispute_id), []
    nights = lock_nights(Night.objects.filter(Q(pk=night_id) | offsets.nights_to_lock(by.club)))
    return _still_running(dispute_id), nights


def _still_running(dispute_id: UUID) -> Dispute:
    dispute = Dispute.objects.select_related("player", "hand", "entry", "payment").get(pk=dispute_id)
    if not dispute.is_running:
        raise Conflict("This dispute was {state} already.", state=word(dispute.state))
    return dispute


def _is_opener(by: Member, dispute: Dispute) -> bool:
    own = dispute.player is not None and by.own_player == dispute.player
    return own or dispute.opened_by_id == by.user_id


def _may_answer(by: Member, dispute: Dispute) -> bool:
    if allowed(by, May.KEEP_SCORE) or by.is_arbiter:
        return True
    return stakeholders.is_concerned(by, stakeholders.matter_of_dispute(dispute))


def _check_impartial(by: Member, dispute: Dispute) -> None:
    if why := _partial(by, dispute):
        raise Forbidden(why)


def _partial(by: Member, dispute: Dispute) -> str:
    """Why this is their own case, in which nobody is judge but owners: a small club may have nobody else."""
    if allowed(by, May.JUDGE_OWN_CASE):
        return ""
    if _is_opener(by, dispute) or (dispute.entry and dispute.entry.by_id == by.user_id):
        return _("Nobody ends a dispute that they opened, or that is about what they entered.")
    plays = by.own_id in dealt_in(dispute.hand) and not by.club.arbiter_may_play
    if plays and not allowed(by, May.CORRECT_HAND):
        return _("The arbiter does not decide on a hand that they were dealt in to.")
    return ""


def _noted(by: Member, dispute: Dispute) -> dict[str, Any]:
    """What the thread says for ever of who has ended their own case."""
    return {"own_case": True} if _has_part(by, dispute) else {}


def _has_part(by: Member, dispute: Dispute) -> bool:
    """Who opened it, entered it, was dealt in to the hand, bought the chips, or pays or receives the payment."""
    entered = dispute.payment or dispute.entry
    if _is_opener(by, dispute) or (entered and entered.by_id == by.user_id):
        return True
    if dispute.entry and not dispute.hand:
        return by.own_player is not None and by.own_player.pk == dispute.entry.player_id
    return stakeholders.is_concerned(by, stakeholders.matter_of_dispute(dispute))


def _remedy(dispute: Dispute, remedy_id: UUID) -> Entry:
    """The entry that put it right. Raises NotFound, and Conflict for what is none: of before, or of another night."""
    entry = Entry.objects.filter(pk=remedy_id, club=dispute.club_id).first()
    if entry is None:
        raise NotFound("There is no such entry in this club.")
    if entry.kind not in REMEDIES or entry.at < dispute.opened_at or entry.night_id != dispute.night_id:
        raise Conflict("This is not what put it right: name a later entry of the night that corrects something.")
    if dispute.payment_id and entry.body.get("payment") != str(dispute.payment_id):
        raise Conflict("This entry is not about the payment.")
    return entry


def _end(actor: Actor, dispute: Dispute, state: str, body: Mapping[str, Any], nights: list[Night]) -> Dispute:
    """End the dispute, and offset what it held back among transfers of these locked nights."""
    now = timezone.now()
    side = Side.OPENER if state == State.WITHDRAWN else Side.OTHER
    dispute.state, dispute.ended_at, dispute.ended_by = state, now, actor.user
    dispute.save(update_fields=["state", "ended_at", "ended_by", "remedy"])
    _say(actor, dispute, side, {"what": state, **body}, now)
    if nights:
        offsets.offset_opposites(actor, dispute.club, nights, now)
    return dispute


def _say(
    actor: Actor,
    dispute: Dispute,
    side: str,
    body: Mapping[str, Any],
    now: datetime,
    message_id: UUID | None = None,
) -> None:
    entry = note_of_club(
        actor,
        dispute.club_id,
        Kind.DISPUTE,
        {"dispute": str(dispute.pk), "side": side, **body},
        now,
        night_id=dispute.night_id,
        player=dispute.player,
        entry_id=message_id,
    )
    DisputeMessage.objects.create(dispute=dispute, entry=entry, side=side)
    notifications.of_dispute(actor, dispute, body["what"], now)
