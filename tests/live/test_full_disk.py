"""A disk that takes no more: the system itself refuses the server's writes, and nothing is half written.

Here a file may not grow beyond a size (RLIMIT_FSIZE), which anybody can set; a full disk fails in the same place.
"""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.db import connection

from games.accounts.services import users
from games.models import Entry
from tests.games.cast import Table, make_cast, make_table
from tests.games.purse import books_hold
from tests.live.server import Server, a_server

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL's files are written by another program"),
]
# In bytes: room for some entries in the log that SQLite writes ahead, which is empty at the start.
ROOM = 1_000_000
MOST = 2000
NO_LIMIT = resource.RLIM_INFINITY


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table(make_cast())


@contextmanager
def no_larger(server: Server, size: int) -> Iterator[None]:
    """No file of the server's may be written to beyond that size."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    for child in children:
        resource.prlimit(int(child), resource.RLIMIT_FSIZE, (size, NO_LIMIT))
    try:
        yield
    finally:
        for child in children:
            resource.prlimit(int(child), resource.RLIMIT_FSIZE, (NO_LIMIT, NO_LIMIT))


@pytest.mark.slow
def test_what_was_answered_is_there_and_the_rest_is_not(table: Table) -> None:
    token, _ = users.add_device(table.cast.sue.user, "phone")
    body = {"player": str(table.players["Ann"].pk), "amount": 25}
    buy_ins, night = f"nights/{table.night.pk}/buy-ins/", f"nights/{table.night.pk}/"
    before, done = Entry.objects.count(), 0
    with a_server(at_home=True, REDIS_URL="") as server:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with no_larger(server, ROOM):
            while (said := server.ask("POST", buy_ins, token, body))[0] == 201:
                done += 1
                assert done < MOST
            assert (said[0], said[1]["code"]) == (503, "unavailable")
            assert server.ask("GET", night, token)[0] == 200
            assert Entry.objects.count() == before + done
        assert server.ask("POST", buy_ins, token, body)[0] == 201
    assert done > 0
    assert Entry.objects.count() == before + done + 1
    books_hold(table.cast.club)
    with closing(sqlite3.connect(str(connection.settings_dict["NAME"]))) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
