"""Audits that are due by themselves: every night what is new, or all once a week; nothing where nothing is new."""

import logging
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Exists, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.audit.services.club_audit import audit
from games.audit.services.row_inventory import all_clubs
from games.core.atomic import one_transaction
from games.disputes.services import notifications
from games.models import Audit, Club, Entry

log = logging.getLogger(__name__)

# By the club's own clock: the night is over, and the next one has not begun.
HOUR = 4
WHOLE_EVERY = timedelta(days=7)
# Earlier than a club's first entry: it is written with the club.
BEFORE = timedelta(days=1)


def due(now: datetime | None = None, club_id: UUID | None = None) -> list[Club]:
    """Clubs with entries from before their last audit hour that no audit without findings has seen.

    Of all clubs, or of one. Those whose own row cannot be read are named in the log.
    """
    now = now or timezone.now()
    clubs, unreadable = all_clubs()
    for difference in unreadable:
        log.error("A club cannot be audited: %s", difference)
    return [club for club in clubs if club_id in (None, club.pk) and _is_due(club, now)]


def _is_due(club: Club, now: datetime) -> bool:
    """A club of which that cannot be told is due: the audit names what is wrong with its rows."""
    try:
        hour = last_hour(club, now)
        audits, good = club.audits.filter(started_at__gte=hour), club.audits.filter(found=0)
        good_at = good.order_by("-started_at").values("started_at")[:1]
        entries = Entry.objects.filter(~Exists(audits), club=club, at__lt=hour)
        return entries.filter(at__gt=Coalesce(Subquery(good_at), club.made_at - BEFORE)).exists()
    except Exception:
        log.exception("When club %s was audited cannot be read", club.pk)
        return True


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
