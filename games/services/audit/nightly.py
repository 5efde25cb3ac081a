"""Audits that are due by themselves: every night what is new, every week all."""

import logging
from datetime import timedelta

from django.utils import timezone

from games.models import Audit, Club
from games.services import notifications
from games.services.audit.rows import readable_clubs, unreadable_clubs
from games.services.audit.whole import audit
from games.services.transaction import one_transaction

log = logging.getLogger(__name__)

EVERY = timedelta(hours=23)
WHOLE_EVERY = timedelta(days=7)


def due() -> list[Club]:
    """Clubs that were not audited since last night. Those whose own row cannot be read are named in the log."""
    for difference in unreadable_clubs():
        log.error("A club cannot be audited: %s", difference)
    since = timezone.now() - EVERY
    return [club for club in readable_clubs() if not Audit.objects.filter(club=club, started_at__gt=since).exists()]


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
