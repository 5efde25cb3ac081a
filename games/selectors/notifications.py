"""What somebody was told, and what audits of their clubs came to."""

from uuid import UUID

from django.db.models import QuerySet

from games.models import Audit, Notification
from games.services.actor import Actor
from games.services.permissions import May, member_for, member_of


def notifications_of(actor: Actor) -> QuerySet[Notification]:
    """One's own, of the clubs one is in, newest first."""
    return Notification.objects.filter(user=actor.user, **member_of("club", actor)).order_by("-at", "-id")


def newest_unseen(actor: Actor) -> Notification | None:
    """What the front page says that there is to look at."""
    return notifications_of(actor).filter(seen_at=None).select_related("club", "hand", "dispute__hand").first()


def audits_of(actor: Actor, club_id: UUID) -> QuerySet[Audit]:
    """Newest first. Every member may see whether anything was altered."""
    member_for(actor, May.SEE, club=club_id)
    return Audit.objects.filter(club=club_id).order_by("-started_at", "-id")
