"""A night's log: its entries in order, those that stand, and what came after one of them."""

from typing import Any

from django.db.models import F, Q, QuerySet

from games.models import Entry, Hand, Night


def in_order(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """As they were committed. The clock does not tell: who waited for another says an earlier time."""
    return entries.order_by(F("told").asc(nulls_first=True), "at", "id")


def entries_that_stand(night: Night, *kinds: str, after: Entry | None = None, **which: Any) -> list[Entry]:
    """Those of these kinds that were no mistakes, in order; of all, or `after` one. One query where there is none."""
    found = in_order(night.entries.filter(kind__in=kinds, **which))
    if after:
        found = found.filter(_later_than(after))
    if not found:
        return []
    mistakes = night.entries.filter(kind=Entry.Kind.TAKE_BACK).values_list("body__takes_back", flat=True)
    gone = set(mistakes)
    return [entry for entry in found if str(entry.pk) not in gone]


def hands_since(night: Night, entry: Entry) -> QuerySet[Hand]:
    """Those dealt after an entry of the night was made."""
    return night.hands.filter(number__gt=entry.body["after_hand"])


def odd_cent_turn(night: Night) -> int:
    """Return whose turn it is to bear an odd cent, as a place in a circle.

    It moves on by one with each night of the club, and with each amount that was shared on this night.
    """
    before = Night.objects.filter(club=night.club_id, opened_at__lt=night.opened_at).count()
    return before + len(entries_that_stand(night, Entry.Kind.EXPENSE, Entry.Kind.DIFFERENCE))


def counted_by(entry: Entry) -> list[str]:
    """Return the players whose chips an entry counted."""
    if entry.kind == Entry.Kind.CASH_OUT:
        return [entry.body["player"]]
    return list(entry.body["counts"]) if entry.kind == Entry.Kind.RECOUNT else []


def _later_than(entry: Entry) -> Q:
    if entry.told is not None:
        return Q(told__gt=entry.told)
    return Q(told__isnull=False) | Q(at__gt=entry.at)
