"""A player's statement: all that was ever posted to their account and chips, with the balance after it.

Who was merged into another is that one: it all stands in the one statement, which ends at the balance with the club.
A night belongs to the day on which it began, by its own clock: everything of it, also what was posted after midnight
or put right later.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils import timezone

from games.core.actor import Actor
from games.core.permissions import May, member_for
from games.core.validators import decimals
from games.models import Club, Hand, Night, Player, Settlement
from games.money.selectors import period_postings, posting_texts, postings
from games.money.selectors.balances import Stand
from games.money.selectors.journal import head_of
from games.money.selectors.night_results import by_transaction
from games.money.selectors.period_postings import began
from games.money.selectors.postings import Row, Sources
from games.money.selectors.stacks import stacks_being_played
from games.money.services.money_moves import BALANCE, CHIPS
from games.reports.services.report_requests import check_period
from ledger.models import Account, Balance


def statement(actor: Actor, player_id: UUID, since: date | None = None, until: date | None = None) -> dict[str, Any]:
    """From one day to another, both included; amounts in minor units.

    Without a first day it has the last 90 days, if there is anything older: `since` then says where it begins.

    kind, made_at, club, player, since, until, head (of the ledger), and `currencies`: of each currency, decimals,
    opening and closing (balance, account, chips and set_aside, as in `balances.Stand`), `lines`, and `series`, the
    balance after each night and payment.
    A line has at, day (that it belongs to), what (a code), words, reason, night, hand, what it moved on the account
    with the club and in chips, both after it and the balance, transaction and reverses. Of who was merged into another
    there are none: `merged_into` has them.
    """
    club = member_for(actor, May.SEE, club__players=player_id).club
    check_period(since, until)
    player = Player.objects.select_related("merged_into").get(pk=player_id)
    survivor = player.merged_into
    owners = [] if survivor else [player.pk, *player.merged.values_list("pk", flat=True)]
    accounts = Account.objects.filter(book=club.book, owner__in=owners, kind__in=(BALANCE, CHIPS))
    since = since or period_postings.default_start(club, accounts, until)
    found, before = period_postings.read(club, accounts, since, until)
    writer = _Writer(club, str(player_id), postings.sources_of(found, club), _scopes(found, club))
    by_currency: dict[str, list[Row]] = defaultdict(list)
    for row in found:
        by_currency[row.currency].append(row)
    aside = _set_aside(accounts)
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
            _of_currency(writer, currency, by_currency[currency], before[currency], since, until, aside)
            for currency in sorted(before)
        ],
    }


class _Scope:
    """A night, or the settlement that a payment was made for."""

    def __init__(self, zone: str, night: Night | None, *, is_night: bool = False) -> None:
        self.zone = ZoneInfo(zone)
        self.night = {"id": str(night.pk), "name": night.name} if night else None
        self.began = began(night) if night and is_night else None
        self.ended = night.closed_at if night and is_night else None

    def day_of(self, moment: datetime) -> date:
        """The day that something belongs to."""
        return self.began or moment.astimezone(self.zone).date()

    def drawn_at(self, moment: datetime) -> datetime:
        """Where a chart has it: what was put right after the night is drawn at its end."""
        return min(moment, self.ended) if self.ended else moment


class _Writer:
    """Makes lines of rows: one a transaction, with what it moved on the account and in chips."""

    def __init__(self, club: Club, player: str, sources: Sources, scopes: dict[UUID | None, _Scope]) -> None:
        self.player, self.sources, self.scopes = player, sources, scopes
        self.elsewhere = _Scope(club.time_zone, None)

    def lines(self, rows: list[Row], before: Stand) -> Iterator[dict[str, Any]]:
        """Rows of one currency, day by day, and of a day oldest first; `before` is how the player stood before them."""
        stands = before
        by_day = sorted(by_transaction(rows), key=lambda group: self.scope(group[0]).day_of(group[0].at))
        for group in by_day:
            moved = {BALANCE: 0, CHIPS: 0}
            for row in group:
                moved[row.account] += row.amount
            stands = Stand(stands.account + moved[BALANCE], stands.chips + moved[CHIPS])
            yield self._line(group[0], moved, stands)

    def scope(self, row: Row) -> _Scope:
        return self.scopes.get(row.scope, self.elsewhere)

    def _line(self, row: Row, moved: dict[str, int], stands: Stand) -> dict[str, Any]:
        scope = self.scope(row)
        hand = postings.hand_of(row, self.sources)
        return {
            "at": row.at.astimezone(scope.zone),
            "day": scope.day_of(row.at),
            "what": posting_texts.code(row, self.sources),
            "words": posting_texts.words(row, self.sources, self.player),
            "reason": posting_texts.reason(row, self.sources),
            "night": scope.night,
            "hand": {"id": str(hand.pk), "number": hand.number} if hand else None,
            "to_account": moved[BALANCE],
            "to_chips": moved[CHIPS],
            "account": stands.account,
            "chips": stands.chips,
            "balance": stands.balance,
            "apart": row.source in self.sources.payments,
            "drawn_at": scope.drawn_at(row.at).astimezone(scope.zone),
            "transaction": str(row.transaction),
            "reverses": str(row.reverses) if row.reverses else None,
        }


def _of_currency(
    writer: _Writer,
    currency: str,
    rows: list[Row],
    before: Stand,
    since: date | None,
    until: date | None,
    aside: Mapping[Night, int],
) -> dict[str, Any]:
    opening = closing = before
    lines = []
    for line in writer.lines(rows, before):
        if until and line["day"] > until:
            break
        closing = Stand(line["account"], line["chips"])
        if since and line["day"] < since:
            opening = closing
        else:
            lines.append(line)
    for night, chips in aside.items():
        if night.currency == currency and not (until and began(night) > until):
            closing = closing.with_chips(-chips, chips)
    series = _series(opening.balance, lines)
    for line in lines:
        del line["apart"], line["drawn_at"]
    return {
        "currency": currency,
        "decimals": decimals(currency),
        "opening": opening.document(),
        "closing": closing.document(),
        "lines": lines,
        "series": series,
    }


def _set_aside(accounts: QuerySet[Account]) -> dict[Night, int]:
    """By night, of the chips on these accounts, those that are in no stack while a hand is being played."""
    chips = accounts.filter(kind=CHIPS)
    playing = list(stacks_being_played(Hand.objects.filter(night__in=chips.values("scope"))))
    rows = Balance.objects.filter(account__in=chips, account__scope__in={night.pk for night, _, _ in playing})
    booked = {
        (scope, str(owner)): amount
        for scope, owner, amount in rows.values_list("account__scope", "account__owner", "amount")
    }
    aside: dict[Night, int] = defaultdict(int)
    for night, player, now in playing:
        if (night.pk, player) in booked:
            aside[night] += booked[night.pk, player] - now
    return aside


def _series(opening: int, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The balance after each night and each payment: what it was in the middle of a night means little."""
    points: list[dict[str, Any]] = []
    last: str | None = None
    if lines:
        points.append({"at": lines[0]["drawn_at"], "balance": opening})
    for line in lines:
        group = line["night"]["id"] if line["night"] and not line["apart"] else line["transaction"]
        point = {"at": max(line["drawn_at"], points[-1]["at"]), "balance": line["balance"]}
        if group == last:
            points[-1] = point
        else:
            points.append(point)
        last = group
    return points


def _scopes(rows: list[Row], club: Club) -> dict[UUID | None, _Scope]:
    """The nights and settlements that transactions are scoped by."""
    ids = {row.scope for row in rows if row.scope}
    nights = postings.in_batches(Night.objects.filter(club=club), ids)
    found: dict[UUID | None, _Scope] = {night.pk: _Scope(night.time_zone, night, is_night=True) for night in nights}
    for settlement in postings.in_batches(Settlement.objects.filter(club=club).select_related("night"), ids):
        of = settlement.night
        found[settlement.pk] = _Scope(of.time_zone if of else club.time_zone, of)
    return found
