"""Disputes as members read them: what it is about, how it stands, and who said what."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from games.core.actor import Actor
from games.core.errors import NotFound
from games.core.permissions import May, member_for, member_of
from games.disputes.services.disputes import REMEDIES
from games.models import Dispute, DisputeMessage, Entry, Hand
from games.settlement.services.open_disputes import of_nights

MOST_REMEDIES = 30
_NAMED = ("opened_by", "ended_by", "player")


def disputes_of(actor: Actor, club_id: UUID) -> QuerySet[Dispute]:
    """Every dispute of a club, the newest first."""
    member_for(actor, May.SEE, club=club_id)
    return Dispute.objects.filter(club=club_id).select_related(*_NAMED).order_by("-opened_at", "-id")


def disputes_of_night(actor: Actor, night_id: UUID) -> QuerySet[Dispute]:
    """Those about a payment of a settlement that took it up among them, the newest first."""
    member_for(actor, May.SEE, club__nights=night_id)
    return Dispute.objects.filter(of_nights([night_id])).select_related(*_NAMED).order_by("-opened_at", "-id")


def dispute_document(actor: Actor, dispute_id: UUID) -> dict[str, Any]:
    """A dispute with its thread, `messages`, oldest first: id, what, side, by, at, text, own_case."""
    dispute = _threads().filter(pk=dispute_id, **member_of("club", actor)).first()
    if dispute is None:
        raise NotFound("There is no such dispute in your clubs.")
    return _document(dispute)


def the_dispute(actor: Actor, dispute_id: UUID) -> Dispute:
    """One of the actor's clubs, with all it is about. Raises NotFound."""
    rows = Dispute.objects.select_related(*_NAMED, "club", "night", "hand__night__club", "remedy__by", "remedy__hand")
    rows = rows.select_related(
        "entry__by", "entry__device", "entry__night", "payment__by", "payment__transfer__settlement"
    )
    found = rows.filter(pk=dispute_id, **member_of("club", actor)).first()
    if found is None:
        raise NotFound("There is no such dispute in your clubs.")
    return found


def threads_of_hand(actor: Actor, hand: Hand) -> list[tuple[Dispute, dict[str, Any]]]:
    """Those about a hand or an action of it, the oldest first, each also as `dispute_document`."""
    rows = _threads().filter(hand=hand, **member_of("club", actor)).select_related("entry")
    found = list(rows.order_by("opened_at", "id"))
    for dispute in found:
        dispute.hand = hand
    return [(dispute, _document(dispute)) for dispute in found]


def thread_of(dispute: Dispute) -> dict[str, Any]:
    """As `dispute_document`, of one that its reader was given otherwise."""
    return _document(_threads().get(pk=dispute.pk))


def remedies_since(dispute: Dispute) -> list[Entry]:
    """What may have put it right: the entries of its night that corrected something since, newest first."""
    rows = Entry.objects.filter(club=dispute.club_id, night=dispute.night_id, kind__in=REMEDIES)
    rows = rows.filter(at__gte=dispute.opened_at).select_related("hand", "player", "by")
    if dispute.payment_id:
        rows = rows.filter(body__payment=str(dispute.payment_id))
    return list(rows.order_by("-at", "-id")[:MOST_REMEDIES])


def _threads() -> QuerySet[Dispute]:
    messages = DisputeMessage.objects.select_related("entry__by").order_by("entry__at", "entry__told", "pk")
    return Dispute.objects.select_related(*_NAMED).prefetch_related(Prefetch("messages", messages))


def _document(dispute: Dispute) -> dict[str, Any]:
    return {
        **dispute_line(dispute, timezone.now()),
        "messages": [
            {
                "id": str(message.pk),
                "what": message.entry.body["what"],
                "side": message.side,
                "by": message.entry.by.name,
                "at": message.entry.at,
                "text": message.entry.body["text"],
                "own_case": message.entry.body.get("own_case", False),
            }
            for message in dispute.messages.all()
        ],
    }


def dispute_line(dispute: Dispute, now: datetime) -> dict[str, Any]:
    return {
        "id": str(dispute.pk),
        "club": str(dispute.club_id),
        "night": _id(dispute.night_id),
        "about": dispute.about,
        "hand": _id(dispute.hand_id),
        "entry": _id(dispute.entry_id),
        "payment": _id(dispute.payment_id),
        "player": _id(dispute.player_id),
        "name": dispute.player.name if dispute.player else None,
        "state": dispute.state,
        "opened_at": dispute.opened_at,
        "opened_by": dispute.opened_by.name,
        "due_at": dispute.due_at,
        "overdue": dispute.is_running and dispute.due_at < now,
        "ended_at": dispute.ended_at,
        "ended_by": dispute.ended_by.name if dispute.ended_by else None,
        "remedy": _id(dispute.remedy_id),
    }


def _id(pk: UUID | None) -> str | None:
    return str(pk) if pk else None
