"""PostgreSQL on a disk that is full: nobody gets a 500, what was answered is there, and nothing is half written.

SQLite's is tried with all other tests (`tests/live/test_full_disk.py`).
"""

import os
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection

from games.accounts.services import users
from games.models import Entry
from tests.faults.test_embedded import audited
from tests.games.cast import Table, make_cast, make_table
from tests.games.purse import books_hold
from tests.live.server import Server, a_server, database_url
from tests.servers.disk import filled_up
from tests.servers.postgresql import restart

DISK = os.environ.get("FAULT_DISK")
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not DISK, reason="PostgreSQL is not on a small disk of its own"),
]
# In bytes: for some entries, and less than another file of PostgreSQL's log would take.
ROOM = 1_000_000
READY = 4
MOST = 2000


class Buying:
    """Ann buys a chip at a time: `done` so often, as it was answered."""

    def __init__(self, table: Table, server: Server) -> None:
        self._server, self._night = server, f"nights/{table.night.pk}/"
        self._token, _ = users.add_device(table.cast.sue.user, "phone")
        self._body = {"player": str(table.players["Ann"].pk), "amount": 25}
        self.done = 0

    def once(self) -> tuple[int, Any]:
        said = self._server.ask("POST", f"{self._night}buy-ins/", self._token, self._body)
        self.done += said[0] == 201
        return said

    def until_refused(self) -> Any:
        while (said := self.once())[0] == 201:
            assert self.done < MOST
        assert said[0] == 503
        return said[1]["code"]

    def looks(self) -> int:
        return self._server.ask("GET", self._night, self._token)[0]


def another_file_of_the_log(files: int) -> None:
    """So many times, PostgreSQL goes on to the next file of its log."""
    with connection.cursor() as cursor:
        for _ in range(files):
            cursor.execute("SELECT pg_logical_emit_message(false, 'tableside', 'x')")
            cursor.execute("SELECT pg_switch_wal()")
        cursor.execute("CHECKPOINT")


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table(make_cast())


def books_are_in_order(table: Table, entries: int) -> None:
    assert Entry.objects.count() == entries
    books_hold(table.cast.club)
    audited(database_url())


def test_without_room_for_rows_entries_are_refused_and_reading_goes_on(table: Table) -> None:
    assert DISK
    before = Entry.objects.count()
    another_file_of_the_log(READY)  # what is done with is kept for later, as on a server that has run for a while
    with a_server(at_home=True, REDIS_URL="") as server:
        buying = Buying(table, server)
        with filled_up(Path(DISK), all_but=ROOM):
            assert buying.until_refused() == "unavailable"
            assert buying.looks() == 200
        assert buying.once()[0] == 201
    assert buying.done > 1
    books_are_in_order(table, before + buying.done)


def test_without_room_for_its_log_it_stops_and_what_was_answered_is_there(table: Table) -> None:
    """Somebody makes room, and starts it again."""
    assert DISK
    before = Entry.objects.count()
    with a_server(at_home=True, REDIS_URL="") as server:
        buying = Buying(table, server)
        with filled_up(Path(DISK), all_but=ROOM):
            assert buying.once()[0] == 201
            with pytest.raises(OperationalError):
                another_file_of_the_log(MOST)
            assert buying.until_refused() == "unavailable"
            assert buying.looks() == 503
        connection.close()
        restart(database_url())
        assert buying.once()[0] == 201
    books_are_in_order(table, before + 2)
