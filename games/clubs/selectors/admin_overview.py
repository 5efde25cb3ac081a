"""What waits at the desk of a club: disputes, nights that are not settled, what did not add up, the audit."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from games.models import Audit, Club, Dispute, Entry, Night, Share, Task
from games.money.services import night_accounts, parties
from games.money.services.money_moves import DIFFERENCE
from ledger.models import Balance

AT_ONCE = 12


def clubs_at_desk(ids: Collection[UUID] | None) -> QuerySet[Club]:
    """These clubs, or all: the one that played last comes first."""
    last = Night.objects.filter(club=OuterRef("pk")).order_by("-opened_at").values("opened_at")[:1]
    clubs = Club.objects.all() if ids is None else Club.objects.filter(pk__in=ids)
    return clubs.annotate(played=Subquery(last)).order_by(F("played").desc(nulls_last=True), "name", "id")


def open_disputes(club: Club) -> QuerySet[Dispute]:
    """Those that have not ended, the most urgent first."""
    rows = Dispute.objects.filter(club=club, state__in=Dispute.RUNNING)
    return rows.select_related("opened_by", "player", "night", "hand", "entry", "payment").order_by("due_at", "id")


def nights_not_settled(club: Club) -> list[Night]:
    """Those still open, and those closed at which somebody has something left to pay or to get, newest first.

    Looked at are the last nights, since a correction may have changed what was settled, and the last of which no
    settlement has taken anything up.
    """
    nights = Night.objects.filter(club=club).order_by("-opened_at", "-id")
    settled = Exists(Share.objects.filter(night=OuterRef("pk")))
    never = nights.filter(Q(status=Night.Status.OPEN) | ~settled)
    seen = {night.pk: night for some in (nights, never) for night in some[: 2 * AT_ONCE]}
    left = parties.unsettled(club, [pk for pk, night in seen.items() if night.status == Night.Status.CLOSED])
    waiting = [night for pk, night in seen.items() if night.status == Night.Status.OPEN or pk in left]
    return sorted(waiting, key=lambda night: night.opened_at, reverse=True)[:AT_ONCE]


def last_audits(club: Club) -> list[Audit]:
    """The last one, and before it the last that found nothing, where that is another."""
    audits = Audit.objects.filter(club=club).order_by("-started_at")
    last = audits.first()
    good = audits.filter(found=0).first() if last and last.found else None
    return [one for one in (last, good) if one]


def audit_under_way(club: Club) -> Task | None:
    """The last that was asked for, unless it is done: what it came to is among the audits then."""
    last = Task.objects.filter(club=club, kind=Task.Kind.AUDIT).select_related("requested_by").order_by("-requested_at")
    found = last.first()
    return found if found and found.state != Task.State.DONE else None


def differences_waiting(club: Club) -> list[dict[str, Any]]:
    """Nights whose counts and book differ, undecided: night and over_short (counted less expected)."""
    rows = Balance.objects.filter(account__book=club.book, account__kind=DIFFERENCE).exclude(amount=0)
    amounts = dict(rows.values_list("account__scope", "amount"))
    nights = Night.objects.filter(club=club, pk__in=list(amounts)).order_by("-opened_at", "-id")
    return [{"night": night, "over_short": -amounts[night.pk]} for night in nights[:AT_ONCE]]


def nights_not_balanced(club: Club) -> list[tuple[Night, night_accounts.Standing]]:
    """Closed nights with something left on their tables after a correction, newest first, and what that is."""
    closed = Night.objects.filter(club=club, status=Night.Status.CLOSED)
    left = night_accounts.not_cleared(club, closed)
    nights = closed.filter(pk__in=list(left)).order_by("-opened_at", "-id")[:AT_ONCE] if left else []
    return [(night, left[night.pk]) for night in nights]


def differences_decided(club: Club) -> QuerySet[Entry]:
    """The last decisions about who bears what did not add up."""
    rows = Entry.objects.filter(club=club, kind=Entry.Kind.DIFFERENCE).select_related("night", "by")
    return rows.order_by("-at", "-id")[:AT_ONCE]
