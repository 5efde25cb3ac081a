"""Writers of one process wait in a row, and nobody for ever."""

import threading
import time

import pytest
from django.db import connection

from games.core import write_lock
from games.core.atomic import one_transaction
from games.core.errors import InFlight
from games.models import Entry
from games.money.services import chips
from tests.games.cast import Table, make_cast, make_table
from tests.games.purse import books_hold

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL lets many write at once"),
]


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table(make_cast())


def waiting(count: int) -> None:
    """Until so many stand in the row."""
    deadline = time.monotonic() + 10
    while len(write_lock._row) < count:
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_who_came_first_writes_first(table: Table) -> None:
    threads = []
    with write_lock.in_turn():
        for number in range(6):
            threads.append(threading.Thread(target=buys, args=(table, (number + 1) * 25)))
            threads[-1].start()
            waiting(number + 2)
    for thread in threads:
        thread.join()
    amounts = [entry.body["amount"] for entry in Entry.objects.filter(kind="top_up").order_by("told")]
    assert amounts == [25, 50, 75, 100, 125, 150]
    books_hold(table.cast.club)


def buys(table: Table, amount: int) -> None:
    try:
        chips.buy_in(table.cast.sue, table.night.pk, table.players["Ann"].pk, amount)
    finally:
        connection.close()


def test_who_waits_too_long_is_told_to_come_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_lock, "PATIENCE_SECONDS", 0.05)
    told: list[Exception] = []

    def late() -> None:
        try:
            with one_transaction():
                raise AssertionError("it was not its turn")
        except Exception as error:
            told.append(error)

    with write_lock.in_turn():
        thread = threading.Thread(target=late)
        thread.start()
        thread.join()
    assert [type(one) for one in told] == [InFlight]
    with one_transaction():
        pass
    assert not write_lock._row


def test_what_fails_leaves_the_row(table: Table) -> None:
    with pytest.raises(ZeroDivisionError), one_transaction():
        raise ZeroDivisionError
    assert not write_lock._row
