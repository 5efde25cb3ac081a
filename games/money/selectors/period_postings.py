"""Postings to accounts within a period, and the balances before it; the work does not grow with the years before.

A night belongs to the day on which it began, by its own clock, with everything that was posted for it.
"""

from collections import defaultdict
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet, Sum
from django.utils import timezone

from games.models import Club, Night
from games.money.selectors import postings
from games.money.selectors.balances import Stand
from games.money.selectors.postings import Row
from games.money.services.money_moves import BALANCE, CHIPS
from ledger.models import Account, Posting

# A statement without a first day has so many days, if there is anything older.
DEFAULT_DAYS = 90
# In days: clocks are up to 14 hours apart.
MARGIN = 2


def default_start(club: Club, accounts: QuerySet[Account], until: date | None) -> date | None:
    """Where a statement begins whose reader names no first day; None where it then has all."""
    last = until or timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
    first = days_before(last, DEFAULT_DAYS)
    older = Posting.objects.filter(account__in=accounts, transaction__happened_at__lt=_start(first))
    return first if older.exists() else None


def days_before(day: date, days: int) -> date:
    """The day so many days earlier, or the first that there is."""
    return day - timedelta(days=min(days, (day - date.min).days))


def _start(day: date) -> datetime:
    """Before any clock on earth shows this day; a line's own day is compared when it is written."""
    return datetime.combine(days_before(day, MARGIN), time(), UTC)


def _end(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=min(MARGIN + 1, (date.max - day).days)), time(), UTC)


def _in_period(club: Club, accounts: QuerySet[Account], since: date | None, until: date | None) -> list[Row]:
    """All that was ever posted for nights that began in the period, and what else was posted in it."""
    nights = Night.objects.filter(club=club)
    beside = Posting.objects.filter(~_of_night(nights), account__in=accounts)
    if since:
        nights = nights.filter(opened_at__gte=_start(since))
        beside = beside.filter(transaction__happened_at__gte=_start(since))
    if until:
        nights = nights.filter(opened_at__lt=_end(until))
        beside = beside.filter(transaction__happened_at__lt=_end(until))
    of_nights = Posting.objects.filter(account__in=accounts, transaction__scope__in=nights.values("pk"))
    found = [*postings.rows(of_nights), *postings.rows(beside)]
    return sorted(found, key=lambda row: (row.at, row.number))


def _of_night(nights: QuerySet[Night]) -> Exists:
    """Whether a posting belongs to one of these nights."""
    return Exists(nights.filter(pk=OuterRef("transaction__scope")))


def read(
    club: Club, accounts: QuerySet[Account], since: date | None, until: date | None
) -> tuple[list[Row], dict[str, Stand]]:
    """The rows of the period, and by currency what the accounts stood at before it.

    That is what they stand at now without these rows and without what came after: a life before the period, however
    long, is not added up. Where something is posted meanwhile, all of it is read again.
    """
    if since is None and until is None:
        found = postings.rows(Posting.objects.filter(account__in=accounts))
        return found, {row.currency: Stand() for row in found}
    stand = _stand_now(accounts)
    while True:
        found = _in_period(club, accounts, since, until)
        if since is None:
            return found, {currency: Stand() for currency in stand}
        after = _moved_after(club, accounts, until)
        if (again := _stand_now(accounts)) == stand:
            break
        stand = again
    for row in found:
        stand[row.currency][row.account] -= row.amount
    for currency, kind, amount in after:
        stand[currency][kind] -= amount
    return found, {currency: Stand(kinds[BALANCE], kinds[CHIPS]) for currency, kinds in stand.items()}


def _stand_now(accounts: QuerySet[Account]) -> dict[str, dict[str, int]]:
    """By currency and kind, of accounts to which anything was ever posted."""
    used = accounts.filter(Exists(Posting.objects.filter(account=OuterRef("pk"))))
    stand: dict[str, dict[str, int]] = defaultdict(lambda: {BALANCE: 0, CHIPS: 0})
    for currency, kind, amount in used.values_list("currency", "kind").annotate(Sum("kept__amount")).order_by():
        stand[currency][kind] += amount
    return dict(stand)


def _moved_after(club: Club, accounts: QuerySet[Account], until: date | None) -> list[tuple[str, str, int]]:
    """Sum the postings after the period, leaving out nights that began in it or before it."""
    if until is None:
        return []
    before = Night.objects.filter(club=club, opened_at__lt=_end(until))
    later = Posting.objects.filter(~_of_night(before), account__in=accounts, transaction__happened_at__gte=_end(until))
    return list(later.values_list("account__currency", "account__kind").annotate(Sum("amount")).order_by())


def began(night: Night) -> date:
    """The day on which a night began, by its own clock."""
    return night.opened_at.astimezone(ZoneInfo(night.time_zone)).date()
