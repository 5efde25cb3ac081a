"""Audits that are due by themselves: every night what is new, or all once a week; nothing where nothing is new."""

from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Max, OuterRef, Subquery
from django.utils import timezone

from games.models import Audit, Club, Entry
from games.services import notifications
from games.services.audit.whole import audit
from games.services.transaction import one_transaction

# By the club's own clock: the night is over, and the next one has not begun.
HOUR = 4
WHOLE_EVERY = timedelta(days=7)


def due(now: datetime | None = None, club_id: UUID | None = None) -> list[Club]:
    """Clubs, or of one club whether it is one, with entries from before their last audit hour that no audit without
    findings has seen.
    """
    now = now or timezone.now()
    good = Audit.objects.filter(club=OuterRef("pk"), found=0).order_by("-started_at").values("started_at")[:1]
    clubs = Club.objects.annotate(audited_at=Max("audits__started_at"), good_at=Subquery(good))
    clubs = clubs if club_id is None else clubs.filter(pk=club_id)
    return [club for club in clubs.order_by("made_at", "pk") if _is_due(club, now)]


def _is_due(club: Club, now: datetime) -> bool:
    """`club` as `due` reads it, with the times of its last audit and of its last one without findings."""
    hour = last_hour(club, now)
    audited_at, good_at = club.audited_at, club.good_at  # type: ignore[attr-defined]  # annotated
    if audited_at and audited_at >= hour:
        return False
    entries = Entry.objects.filter(club=club, at__lt=hour)
    return (entries.filter(at__gt=good_at) if good_at else entries).exists()


def last_hour(club: Club, now: datetime) -> datetime:
    """When the club's clock last stood at the audit hour."""
    local = now.astimezone(ZoneInfo(club.time_zone))
    hour = local.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return hour if hour <= local else hour - timedelta(days=1)


def audit_by_night(club: Club) -> Audit:
    """What is new, or all where that was last looked at a week ago."""
    good = club.audits.filter(whole=True, found=0, started_at__gt=timezone.now() - WHOLE_EVERY)
    return audit_and_tell(club, whole=not good.exists())


def audit_and_tell(club: Club, *, whole: bool) -> Audit:
    """Owners are told where anything differs."""
    done = audit(club, whole=whole)
    if done.found:
        with one_transaction():
            notifications.of_failed_audit(done, done.ended_at)
    return done
