"""A new version's migrations run while people enter: nobody waits in a circle with them."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Model

from games.models import Entry, Hand
from ledger import guards
from ledger.models import Account, Book

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite's writers stand in a row"),
]
PATIENCE = 30


@pytest.fixture
def earlier() -> Iterator[None]:
    """The tables as the version before 0023 has them."""
    call_command("migrate", "games", "0022", verbosity=0)
    yield
    call_command("migrate", verbosity=0)


def migrate(*to: str) -> None:
    """By a connection of its own."""
    try:
        call_command("migrate", *to, verbosity=0)
    finally:
        connection.close()


def writes(table: type[Model]) -> None:
    """Whoever does, holds the table to the end of their transaction; here without a row."""
    assert table._default_manager.filter(pk=uuid4()).update(id=uuid4()) == 0


def changed_function() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'")


def until_somebody_waits() -> None:
    deadline = time.monotonic() + PATIENCE
    with connection.cursor() as cursor:
        while time.monotonic() < deadline:
            cursor.execute("SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted)")
            if cursor.fetchone() == (True,):
                return
            time.sleep(0.05)
    raise AssertionError("nobody waits")


def test_a_table_is_held_by_a_migration_that_waits_for_no_other(earlier: None) -> None:
    """Whoever has the log comes to the hands and the books after it, and the other way round.

    So it is for migrations that change tables: for 0028, which writes rows, the guards are lifted.
    """
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            assert not Entry.objects.exists()
            new = pool.submit(migrate, "games", "0027")
            until_somebody_waits()
            assert not Hand.objects.exists()
            assert not Book.objects.select_for_update().exists()
            assert guards.missing(connection) == []
        new.result(PATIENCE)
    assert guards.missing(connection) == []


def test_guards_that_were_lifted_come_back_one_after_the_other() -> None:
    guards.lift(connection)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            writes(Entry)
            new = pool.submit(migrate)
            until_somebody_waits()
            writes(Account)
        new.result(PATIENCE)
    assert guards.missing(connection) == []


def test_a_guard_that_says_something_else_is_replaced_while_its_tables_are_held() -> None:
    changed_function()
    assert guards.missing(connection)
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        writes(Entry)
        writes(Account)
        pool.submit(migrate).result(PATIENCE)
    assert guards.missing(connection) == []
