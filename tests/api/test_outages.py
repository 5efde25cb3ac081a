"""A full disk, a database that only reads, one that is gone: a clear answer, and nothing half written."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import Client

from games.accounts.services import users
from games.models import Entry, RecordedHead
from tests.api.phone import Phone
from tests.games.cast import Table, make_cast, make_table
from tests.games.purse import books_hold
from tests.servers.outage import only_reading

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table(make_cast())


@contextmanager
def a_full_disk() -> Iterator[None]:
    """As SQLite meets one: the file can have no page more than it has."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
        cursor.execute("PRAGMA max_page_count")
        most = cursor.fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count = {most}")


@pytest.fixture
def phone(table: Table) -> Phone:
    return Phone(users.add_device(table.cast.sue.user, "phone")[0])


def buys(table: Table, phone: Phone, key: str) -> tuple[int, str]:
    body = {"player": str(table.players["Ann"].pk), "amount": 25}
    answer = phone.post(f"nights/{table.night.pk}/buy-ins/", body, key=key)
    return answer.status_code, answer.json().get("code", "")


def test_where_nothing_can_be_written_that_is_said_and_later_all_is_well(table: Table, phone: Phone) -> None:
    before = Entry.objects.count()
    with only_reading():
        assert buys(table, phone, "once") == (503, "unavailable")
        assert phone.get(f"nights/{table.night.pk}/").status_code == 200
    assert Entry.objects.count() == before
    assert buys(table, phone, "once")[0] == 201
    books_hold(table.cast.club)


def test_reports_are_read_where_nothing_can_be_written(table: Table, phone: Phone) -> None:
    """The head that each of them says cannot be recorded then; whoever only reads goes on."""
    table.buy_in("Ann", 100)
    browser = Client()
    browser.force_login(table.cast.rob.user)
    night, ann = table.night.pk, table.players["Ann"].pk
    with only_reading():
        for page in (f"nights/{night}/settlement", f"players/{ann}/statement"):
            for form in ("", "csv/"):
                assert browser.get(f"/{page}/{form}").status_code == 200, (page, form)
        for file in (f"nights/{night}/report", f"players/{ann}/statement"):
            assert phone.get(f"{file}/csv/").status_code == 200, file
    assert not RecordedHead.objects.exists()
    assert browser.get(f"/nights/{night}/settlement/").status_code == 200
    assert RecordedHead.objects.count() == 1


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a disk that PostgreSQL shares with others")
def test_a_disk_that_fills_up_loses_nothing_that_was_answered(table: Table, phone: Phone) -> None:
    before = Entry.objects.count()
    with a_full_disk():
        done = 0
        while (said := buys(table, phone, f"number-{done}"))[0] == 201:
            done += 1
            assert done < 5000
        assert said == (503, "unavailable")
    assert Entry.objects.count() == before + done
    books_hold(table.cast.club)
    assert buys(table, phone, f"number-{done}")[0] == 201


def cannot_be_run(*_args: object, **_more: object) -> None:
    """More parameters than PostgreSQL's protocol has room for; for SQLite, a statement that is none."""
    most = 70_000 if connection.vendor == "postgresql" else 0
    places = ", ".join(["%s"] * most)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 WHERE 1 IN ({places})" if most else "SELECT 1 FROM nowhere", [1] * most)


def test_a_query_that_cannot_be_run_is_our_fault_and_the_log_says_so(
    table: Table, phone: Phone, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("api.v1.views.nights.select.night_view", cannot_be_run)
    phone.client.raise_request_exception = False
    # Not by the phone, which holds every answer against the description: that has no 500.
    answer = phone.client.get(f"/api/v1/nights/{table.night.pk}/", headers=phone.headers)
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert any("Unforeseen" in one.getMessage() and one.exc_info for one in caplog.records)


def test_a_page_whose_query_cannot_be_run_is_our_fault_too(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(table.cast.sue.user)
    monkeypatch.setattr("games.nights.pages.nights.night_view", cannot_be_run)
    assert client.get(f"/nights/{table.night.pk}/").status_code == 500


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no server")
def test_a_connection_that_is_cut_in_the_middle_is_an_outage(
    table: Table, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(*_args: object, **_more: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with monkeypatch.context() as patch:
        patch.setattr("api.v1.views.nights.select.night_view", cut)
        assert phone.get(f"nights/{table.night.pk}/").status_code == 503
    connection.close()  # as at the end of any request but a test's
    assert phone.get(f"nights/{table.night.pk}/").status_code == 200
