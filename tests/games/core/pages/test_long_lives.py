"""A player with more postings than one query has room for: every page and endpoint answers, and does bounded work."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, get_resolver
from django.utils import timezone

from games.accounts.services import users
from games.money.selectors.period_postings import DEFAULT_DAYS
from games.reports.selectors.statements import statement
from ledger import guards
from ledger.models import Account, Balance, JournalTransaction
from tests.api.endpoints import endpoints
from tests.games.cast import Cast, Table

# More than the 65,535 parameters that PostgreSQL's protocol has room for, in twelve years.
POSTINGS = 66_000
DAYS = 4400
MOST_QUERIES = 150
# Of the default period: so many postings, two lines at most each.
RECENT = POSTINGS // DAYS * (DEFAULT_DAYS + 5)


@pytest.fixture
def veteran(table: Table, cast: Cast) -> Table:
    """Ann's balance moved by one each time, against the club's; as rows, since services would take an hour."""
    book = cast.club.book
    table.buy_in("Ann", 100)
    ann = Account.objects.get(book=book, kind="balance", owner=table.players["Ann"].pk)
    other, _ = Account.objects.get_or_create(book_id=book, kind="club", currency=ann.currency, owner=None, scope=None)
    now = timezone.now()
    moments = (now - timedelta(days=1 + DAYS * number / POSTINGS) for number in range(POSTINGS))
    rows = [
        JournalTransaction(
            book_id=book, kind="adjustment", key=f"adjustment:{number}", size=2, happened_at=at, posted_at=at
        )
        for number, at in enumerate(moments)
    ]
    with guards.lifted_for_tests(connection):
        _insert(rows)
        _post(ann, 1)
        _post(other, -1)
        Balance.objects.filter(account=ann).update(amount=Balance.objects.get(account=ann).amount + POSTINGS)
        Balance.objects.update_or_create(account=other, defaults={"amount": -POSTINGS})
    return table


def _insert(rows: list[JournalTransaction]) -> None:
    """As `bulk_create` would, in a fifth of the time."""
    fields = JournalTransaction._meta.concrete_fields
    names, marks = ", ".join(field.column for field in fields), ", ".join(["%s"] * len(fields))
    values = [[field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields] for row in rows]
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO ledger_journaltransaction ({names}) VALUES ({marks})", values)


def _post(account: Account, amount: int) -> None:
    """One side of every adjustment."""
    id_ = Account._meta.pk.get_db_prep_save(account.pk, connection)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ledger_posting (transaction_id, account_id, amount)"
            " SELECT id, %s, %s FROM ledger_journaltransaction WHERE kind = 'adjustment'",
            [id_, amount],
        )


def _pages(of: dict[str, Any]) -> Iterator[str]:
    for pattern in get_resolver("games.urls").url_patterns:
        assert isinstance(pattern, URLPattern)
        path, names = str(pattern.pattern), pattern.pattern.converters
        if set(names) <= set(of):
            yield "/" + re.sub(r"<\w+:(\w+)>", lambda found: str(of[found[1]]), path)


def _endpoints(of: dict[str, Any]) -> Iterator[str]:
    for endpoint in endpoints():
        method, _, path = endpoint.partition(" ")
        names = set(re.findall(r"\{(\w+)\}", path))
        if method == "GET" and names <= set(of) and not path.endswith("/events/"):
            yield "/api/v1" + re.sub(r"\{(\w+)\}", lambda found: str(of[found[1]]), path)


@pytest.mark.slow
def test_every_page_and_endpoint_of_a_long_life_answers(veteran: Table, cast: Cast) -> None:
    of = {"player_id": veteran.players["Ann"].pk, "club_id": cast.club.pk, "night_id": veteran.night.pk}
    of["account_id"] = Account.objects.get(book=cast.club.book, kind="balance", owner=of["player_id"]).pk
    browser, phone = Client(), Client(headers={"Authorization": f"Bearer {users.add_device(cast.rob.user, 'x')[0]}"})
    browser.force_login(cast.rob.user)
    seen = 0
    for client, path in [*((browser, one) for one in _pages(of)), *((phone, one) for one in _endpoints(of))]:
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(path)
        if answer.status_code == 405:  # it is only posted to
            continue
        content = b"".join(answer) if answer.streaming else answer.content
        assert answer.status_code in (200, 302, 403, 404, 409, 428), (path, answer.status_code)
        assert len(asked) <= MOST_QUERIES, (path, len(asked))
        if "archive" not in path and "statement" in path:
            assert len(content) < 1000 * RECENT, (path, len(content))
        seen += answer.status_code == 200
    assert seen > 40


@pytest.mark.slow
def test_a_statement_has_a_period_and_still_adds_up(veteran: Table, cast: Cast) -> None:
    ann = veteran.players["Ann"].pk
    (recent,) = statement(cast.sue, ann)["currencies"]
    assert len(recent["lines"]) < RECENT
    document = statement(cast.sue, ann, since=timezone.now().date() - timedelta(days=2 * DAYS))
    (whole,) = document["currencies"]
    assert len(whole["lines"]) >= POSTINGS
    assert whole["opening"] == {"balance": 0, "account": 0, "chips": 0, "set_aside": 0}
    assert whole["closing"] == recent["closing"]
    middle = whole["lines"][POSTINGS // 2]["at"].date()
    (part,) = statement(cast.sue, ann, since=middle, until=middle)["currencies"]
    at = [line for line in whole["lines"] if line["at"].date() == middle]
    assert part["lines"] == at
    assert part["opening"]["account"] == at[0]["account"] - at[0]["to_account"]
    assert part["closing"]["balance"] == at[-1]["balance"]
