"""The disputes that have not ended, of a night, or of those that a settlement takes up."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q

from games.models import Dispute, Share


def disputes_on(nights: Iterable[UUID]) -> list[Dispute]:
    """Those of these nights that have not ended, oldest first."""
    rows = Dispute.objects.filter(of_nights(nights), state__in=Dispute.RUNNING)
    of = ("hand__match", "hand__night", "entry", "payment", "player", "opened_by")
    return list(rows.select_related(*of).order_by("opened_at", "id"))


def of_nights(nights: Iterable[UUID]) -> Q:
    """Disputes about what happened in these nights, or about a payment of a settlement that took up one of them."""
    nights = list(nights)
    took_up = Share.objects.filter(night__in=nights).values("settlement")
    return Q(night__in=nights) | Q(payment__transfer__settlement__in=took_up)
