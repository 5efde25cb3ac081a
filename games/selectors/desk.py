"""What waits at the desk of a club: disputes, nights that are not settled, what did not add up, the audit."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from games.models import Audit, Club, Dispute, Entry, Night, Share
from games.services.money import DIFFERENCE
from ledger.models import Balance

AT_ONCE = 12


def clubs_at_desk(ids: Collection[UUID] | None) -> QuerySet[Club]:
    """These clubs, or all: the one that played last comes first."""
    last = Night.objects.filter(club=OuterRef("pk")).order_by("-opened_at").values("opened_at")[:1]
    clubs = Club.objects.all() if ids is None else Club.objects.filter(pk__in=ids)
    return clubs.annotate(played=Subquery(last)).order_by("-played", "name", "id")


def open_disputes(club: Club) -> QuerySet[Dispute]:
    """Those that have not ended, the most urgent first."""
    rows = Dispute.objects.filter(club=club, state__in=Dispute.RUNNING)
    return rows.select_related("opened_by", "player", "night", "hand", "entry").order_by("due_at", "id")


def nights_not_settled(club: Club) -> list[Night]:
    """Those still open, and those closed of which no settlement has taken anything up, newest first, the first few.

    `moved` says whether anybody has to pay at all: a night at which nobody won is no work.
    """
    settled = Exists(Share.objects.filter(night=OuterRef("pk")))
    rows = Night.objects.filter(Q(status=Night.Status.OPEN) | ~settled, club=club)
    return list(rows.order_by("-opened_at", "-id")[:AT_ONCE])


def last_audits(club: Club) -> list[Audit]:
    """The last one, and before it the last that found nothing, where that is another."""
    audits = Audit.objects.filter(club=club).order_by("-started_at")
    last = audits.first()
    good = audits.filter(found=0).first() if last and last.found else None
    return [one for one in (last, good) if one]


def differences_waiting(club: Club) -> list[dict[str, Any]]:
    """Nights whose counts and book differ, undecided: night and amount (positive: chips are missing)."""
    rows = Balance.objects.filter(account__book=club.book, account__kind=DIFFERENCE).exclude(amount=0)
    amounts = dict(rows.values_list("account__scope", "amount"))
    nights = Night.objects.filter(club=club, pk__in=list(amounts)).order_by("-opened_at", "-id")
    return [{"night": night, "amount": amounts[night.pk]} for night in nights[:AT_ONCE]]


def differences_decided(club: Club) -> QuerySet[Entry]:
    """The last decisions about who bears what did not add up."""
    rows = Entry.objects.filter(club=club, kind=Entry.Kind.DIFFERENCE).select_related("night", "by")
    return rows.order_by("-at", "-id")[:AT_ONCE]
