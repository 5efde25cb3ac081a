"""A new version's migrations run while people enter: nobody waits in a circle with them."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from games.models import Entry, Hand
from ledger import guards
from ledger.models import Book

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


def migrate() -> None:
    try:
        call_command("migrate", verbosity=0)
    finally:
        connection.close()


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
    """Whoever has the log comes to the hands and the books after it, and the other way round."""
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            assert not Entry.objects.exists()
            new = pool.submit(migrate)
            until_somebody_waits()
            assert not Hand.objects.exists()
            assert not Book.objects.select_for_update().exists()
            assert guards.missing(connection) == []
        new.result(PATIENCE)
    assert guards.missing(connection) == []
