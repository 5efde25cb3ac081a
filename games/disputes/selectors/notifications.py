"""What somebody was told, and what audits of their clubs came to."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from games.core.actor import Actor
from games.core.permissions import May, member_for, member_of
from games.models import Audit, Dispute, Hand, Notification, Player
from games.money.services.money_moves import BALANCE, CHIPS
from ledger.models import Posting


def notifications_of(actor: Actor) -> QuerySet[Notification]:
    """One's own, of the clubs one is in, newest first."""
    return Notification.objects.filter(user=actor.user, **member_of("club", actor)).order_by("-at", "-id")


def with_matter(rows: QuerySet[Notification]) -> QuerySet[Notification]:
    """Each with what it is about."""
    return rows.select_related("club", "hand__night__club", "dispute__hand__night__club", "dispute__remedy")


def newest_unseen(actor: Actor) -> Notification | None:
    """What the front page says that there is to look at."""
    return with_matter(notifications_of(actor).filter(seen_at=None)).first()


def hand_of(notification: Notification) -> Hand | None:
    return notification.dispute.hand if notification.dispute else notification.hand


def moved_for(actor: Actor, rows: Iterable[Notification]) -> dict[UUID, int]:
    """Of corrections, rulings and upheld disputes: what each has moved on the actor's own chips and balance."""
    when = {row.pk: (hand.night_id, at) for row in rows if (hand := hand_of(row)) and (at := _moved_at(row))}
    if not when:
        return {}
    own = Player.objects.filter(Q(member__user=actor.user) | Q(merged_into__member__user=actor.user))
    posted = Posting.objects.filter(
        transaction__book__in=[row.club.book for row in rows],
        transaction__scope__in={night for night, _at in when.values()},
        transaction__happened_at__in={at for _night, at in when.values()},
        account__kind__in=(BALANCE, CHIPS),
        account__owner__in=list(own.values_list("pk", flat=True)),
    )
    sums = posted.values_list("transaction__scope", "transaction__happened_at").annotate(sum=Sum("amount")).order_by()
    moved = {(night, at): amount for night, at, amount in sums}
    return {pk: moved[place] for pk, place in when.items() if moved.get(place)}


def _moved_at(row: Notification) -> datetime | None:
    """When it was posted what it moved: all of it is of the moment of its entry."""
    if row.kind == Notification.Kind.DISPUTE:
        remedy = row.dispute.remedy if row.dispute and row.what == Dispute.State.UPHELD else None
        return remedy.at if remedy else None
    return row.at if row.hand_id else None


def audits_of(actor: Actor, club_id: UUID) -> QuerySet[Audit]:
    """Newest first. Every member may see whether anything was altered."""
    member_for(actor, May.SEE, club=club_id)
    return Audit.objects.filter(club=club_id).order_by("-started_at", "-id")
