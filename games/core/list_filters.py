"""Narrowing lists down, where a column alone does not say it."""

from datetime import date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from games.models import Hand, Night


def nights_since(nights: QuerySet[Night], day: date) -> QuerySet[Night]:
    """Opened on this day or later, by the clock of each night's own time zone."""
    return _by_zone(nights, "opened_at__gte", day)


def nights_until(nights: QuerySet[Night], day: date) -> QuerySet[Night]:
    """Opened on this day or earlier."""
    return _by_zone(nights, "opened_at__lt", day + timedelta(days=1))


def hands_with(hands: QuerySet[Hand], player: UUID) -> QuerySet[Hand]:
    """Those that a player was dealt in to, or is named by the result of."""
    found = hands.annotate(dealt=Cast("set_up", TextField()), ended=Cast("result", TextField()))
    dealt_in = Q(set_up__isnull=False, dealt__contains=f'"name": "{player}"')
    return found.filter(dealt_in | Q(set_up__isnull=True, ended__contains=f'"{player}"'))


def _by_zone(nights: QuerySet[Night], lookup: str, day: date) -> QuerySet[Night]:
    zones = nights.order_by().values_list("time_zone", flat=True).distinct()
    wanted = Q(pk__in=[])
    for zone in list(zones):
        wanted |= Q(time_zone=zone, **{lookup: datetime.combine(day, time.min, ZoneInfo(zone))})
    return nights.filter(wanted)
