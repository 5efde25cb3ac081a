"""The first page of the desk: what waits."""

from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.clubs.selectors import admin_overview as select
from games.core.admin.admin_view import rights_in
from games.core.admin.site import AtDesk
from games.core.formatting import writer_of
from games.models import Club, Entry
from games.reports.documents.night_context import left_words
from games.settlement.selectors.dispute_notices import disputed

Document = dict[str, Any]


def dashboard(found: AtDesk | None) -> Document:
    """For `admin/index.html`; nothing where there is no club yet."""
    if found is None or found.club is None:
        return {}
    club, now = found.club, timezone.now()
    disputes = list(select.open_disputes(club)[: select.AT_ONCE])
    return {
        "disputes": [
            {**line, "due_at": one.due_at, "overdue": one.due_at < now}
            for line, one in zip(disputed(disputes), disputes, strict=True)
        ],
        "nights": select.nights_not_settled(club),
        "not_balanced": [
            {"night": night, "left": left_words(left.left, writer_of(club, night.currency))}
            for night, left in select.nights_not_balanced(club)
        ],
        "may_reopen": rights_in(found, club).get("reopen_night", False),
        "waiting": [
            {**one, "words": writer_of(club, one["night"].currency).signed(one["over_short"])}
            for one in select.differences_waiting(club)
        ],
        "decided": [_decided(entry, club) for entry in select.differences_decided(club)],
        "audits": select.last_audits(club),
        "asked": select.audit_under_way(club),
        "may_audit": found.actor.user.is_superuser or rights_in(found, club).get("audit", False),
        "zone": ZoneInfo(club.time_zone),
    }


def _decided(entry: Entry, club: Club) -> Document:
    """A line of what was over or short, and who bears it."""
    assert entry.night
    write = writer_of(club, entry.night.currency)
    over_short = -sum(entry.body["shares"].values()) - entry.body["club"]
    return {"entry": entry, "amount": write.signed(over_short), "reason": entry.body.get("reason", "")}
