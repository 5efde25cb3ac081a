"""A player's statement: all that was ever posted to their accounts, with what they stood at after it.

Who was merged into another is that one: it all stands in the one statement, which ends at the balance with the club.
"""

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet, Sum
from django.utils import timezone

from games.models import Club, Night, Player, Settlement
from games.selectors import posting_words, postings
from games.selectors.books import head_of
from games.selectors.postings import Row, Sources
from games.services.actor import Actor
from games.services.money import BALANCE, CHIPS
from games.services.permissions import May, member_for
from games.services.reports import check_period
from games.services.text import decimals
from ledger.models import Account, Posting

# A statement without a first day has so many days, if there is anything older.
DEFAULT_DAYS = 90
# Clocks are up to 14 hours apart, and a night may go on past midnight.
MARGIN = timedelta(days=2)


def statement(actor: Actor, player_id: UUID, since: date | None = None, until: date | None = None) -> dict[str, Any]:
    """From one day to another, both included, by the clock of each night; amounts in minor units.

    Without a first day it has the last 90 days, if there is anything older: `since` then says where it begins.

    kind, made_at, club, player, since, until, head (of the ledger), and `currencies`: of each currency, decimals,
    opening and closing (balance and chips), `lines`, and `series`, the balance with the chips on tables after each
    night and payment.
    A line has at, what (a code), words, reason, night, hand, what it moved on the balance with the club and in
    chips, both after it, transaction and reverses. Of who was merged into another there are none: `merged_into` has
    them.
    """
    club = member_for(actor, May.SEE, club__players=player_id).club
    check_period(since, until)
    player = Player.objects.select_related("merged_into").get(pk=player_id)
    survivor = player.merged_into
    owners = [] if survivor else [player.pk, *player.merged.values_list("pk", flat=True)]
    accounts = Account.objects.filter(book=club.book, owner__in=owners, kind__in=(BALANCE, CHIPS))
    since = since or _default_start(club, accounts, until)
    found, before = _read(accounts, since, until)
    writer = _Writer(club, str(player_id), postings.sources_of(found, club), _scopes(found, club))
    by_currency: dict[str, list[Row]] = defaultdict(list)
    for row in found:
        by_currency[row.currency].append(row)
    return {
        "kind": "statement",
        "made_at": timezone.now().astimezone(ZoneInfo(club.time_zone)),
        "club": {"id": str(club.pk), "name": club.name, "locale": club.locale, "time_zone": club.time_zone},
        "player": {"id": str(player.pk), "name": player.name},
        "merged_into": {"id": str(survivor.pk), "name": survivor.name} if survivor else None,
        "since": since,
        "until": until,
        "head": head_of(club.book),
        "currencies": [
            _of_currency(writer, currency, by_currency[currency], before[currency], since, until)
            for currency in sorted(before)
        ],
    }


def _default_start(club: Club, accounts: QuerySet[Account], until: date | None) -> date | None:
    """Where a statement begins whose reader names no first day; None where it then has all that there is."""
    last = until or timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
    first = last - timedelta(days=DEFAULT_DAYS)
    older = Posting.objects.filter(account__in=accounts, transaction__happened_at__lt=_start(first))
    return first if older.exists() else None


def _start(day: date) -> datetime:
    """Before any clock on earth shows this day; a line's own day is compared when it is written."""
    return datetime.combine(day, time(), UTC) - MARGIN


def _in_period(accounts: QuerySet[Account], since: date | None, until: date | None) -> QuerySet[Posting]:
    rows = Posting.objects.filter(account__in=accounts)
    if since:
        rows = rows.filter(transaction__happened_at__gte=_start(since))
    if until:
        rows = rows.filter(transaction__happened_at__lt=_end(until))
    return rows


def _end(day: date) -> datetime:
    return datetime.combine(day, time(), UTC) + timedelta(days=1) + MARGIN


def _read(
    accounts: QuerySet[Account], since: date | None, until: date | None
) -> tuple[list[Row], dict[str, dict[str, int]]]:
    """The rows of the period, and by currency and kind what the accounts stood at before it.

    That is what they stand at now without these rows and without what came after: a life before the period, however
    long, is not added up. Where something is posted meanwhile, all of it is read again.
    """
    stand = _stand_now(accounts)
    while True:
        found = postings.rows(_in_period(accounts, since, until))
        if since is None:
            return found, {currency: {BALANCE: 0, CHIPS: 0} for currency in stand}
        after = _moved_after(accounts, until)
        if (again := _stand_now(accounts)) == stand:
            break
        stand = again
    for row in found:
        stand[row.currency][row.account] -= row.amount
    for currency, kind, amount in after:
        stand[currency][kind] -= amount
    return found, stand


def _stand_now(accounts: QuerySet[Account]) -> dict[str, dict[str, int]]:
    """By currency and kind, of accounts to which anything was ever posted."""
    used = accounts.filter(Exists(Posting.objects.filter(account=OuterRef("pk"))))
    stand: dict[str, dict[str, int]] = defaultdict(lambda: {BALANCE: 0, CHIPS: 0})
    for currency, kind, amount in used.values_list("currency", "kind").annotate(Sum("kept__amount")).order_by():
        stand[currency][kind] += amount
    return dict(stand)


def _moved_after(accounts: QuerySet[Account], until: date | None) -> list[tuple[str, str, int]]:
    if until is None:
        return []
    later = Posting.objects.filter(account__in=accounts, transaction__happened_at__gte=_end(until))
    return list(later.values_list("account__currency", "account__kind").annotate(Sum("amount")).order_by())


class _Scope:
    """A night, or the settlement that a payment was made for."""

    def __init__(self, zone: str, night: Night | None) -> None:
        self.zone = ZoneInfo(zone)
        self.night = {"id": str(night.pk), "name": night.name} if night else None


class _Writer:
    """Makes lines of rows: one a transaction, with what it moved on both accounts."""

    def __init__(self, club: Club, player: str, sources: Sources, scopes: dict[UUID | None, _Scope]) -> None:
        self.player, self.sources, self.scopes = player, sources, scopes
        self.elsewhere = _Scope(club.time_zone, None)

    def lines(self, rows: list[Row], before: dict[str, int]) -> Iterator[dict[str, Any]]:
        """Rows of one currency, oldest first; `before` is what the accounts stood at before the first of them."""
        stands = dict(before)
        for group in _by_transaction(rows):
            moved = {BALANCE: 0, CHIPS: 0}
            for row in group:
                moved[row.account] += row.amount
            for account, amount in moved.items():
                stands[account] += amount
            yield self._line(group[0], moved, stands)

    def _line(self, row: Row, moved: dict[str, int], stands: dict[str, int]) -> dict[str, Any]:
        scope = self.scopes.get(row.scope, self.elsewhere)
        hand = postings.hand_of(row, self.sources)
        return {
            "at": row.at.astimezone(scope.zone),
            "what": posting_words.code(row, self.sources),
            "words": posting_words.words(row, self.sources, self.player),
            "reason": posting_words.reason(row, self.sources),
            "night": scope.night,
            "hand": {"id": str(hand.pk), "number": hand.number} if hand else None,
            "to_balance": moved[BALANCE],
            "to_chips": moved[CHIPS],
            "balance": stands[BALANCE],
            "chips": stands[CHIPS],
            "apart": row.source in self.sources.payments,
            "transaction": str(row.transaction),
            "reverses": str(row.reverses) if row.reverses else None,
        }


def _of_currency(
    writer: _Writer, currency: str, rows: list[Row], before: dict[str, int], since: date | None, until: date | None
) -> dict[str, Any]:
    opening = closing = {"balance": before[BALANCE], "chips": before[CHIPS]}
    lines = []
    for line in writer.lines(rows, before):
        day = line["at"].date()
        if until and day > until:
            continue
        closing = {"balance": line["balance"], "chips": line["chips"]}
        if since and day < since:
            opening = closing
        else:
            lines.append(line)
    series = _series(opening["balance"] + opening["chips"], lines)
    for line in lines:
        del line["apart"]
    return {
        "currency": currency,
        "decimals": decimals(currency),
        "opening": opening,
        "closing": closing,
        "lines": lines,
        "series": series,
    }


def _series(opening: int, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The balance after each night and each payment: what it was in the middle of a night means little.

    Of a night that is not over the chips on its table are counted in.
    """
    points: list[dict[str, Any]] = []
    last: str | None = None
    if lines:
        points.append({"at": lines[0]["at"], "balance": opening})
    for line in lines:
        group = line["night"]["id"] if line["night"] and not line["apart"] else line["transaction"]
        point = {"at": line["at"], "balance": line["balance"] + line["chips"]}
        if group == last:
            points[-1] = point
        else:
            points.append(point)
        last = group
    return points


def _by_transaction(rows: list[Row]) -> Iterator[list[Row]]:
    group: list[Row] = []
    for row in rows:
        if group and group[0].transaction != row.transaction:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _scopes(rows: list[Row], club: Club) -> dict[UUID | None, _Scope]:
    """The nights and settlements that transactions are scoped by."""
    ids = {row.scope for row in rows if row.scope}
    nights = postings.in_batches(Night.objects.filter(club=club), ids)
    found: dict[UUID | None, _Scope] = {night.pk: _Scope(night.time_zone, night) for night in nights}
    for settlement in postings.in_batches(Settlement.objects.filter(club=club).select_related("night"), ids):
        of = settlement.night
        found[settlement.pk] = _Scope(of.time_zone if of else club.time_zone, of)
    return found
