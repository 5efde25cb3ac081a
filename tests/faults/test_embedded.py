"""A table at home whose server dies again and again, in the middle of writing. Its files are looked at as they lie."""

import json
import sqlite3
import subprocess
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from tests.faults.chaos import chaos
from tests.faults.processes import Killable
from tests.faults.seeds import HANDS, SEEDS, TABLES
from tests.faults.stubborn import Stubborn
from tests.games.cast import make_cast
from tests.games.purse import books_hold
from tests.live.crowd import (
    Evening,
    all_at_once,
    an_evening,
    chips_are_right,
    each_write_is_there_once,
    hands_are_as_meant,
    said,
)
from tests.live.server import AT_HOME, database_url, free_port
from tests.servers.commands import manage

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL has a test of its own"),
]


class Home:
    """The server, its database, and copies of the database as it lay at one moment."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.copies: list[tuple[Path, Counter[str]]] = []
        self._folder = folder
        environment = {"DATABASE_URL": database_url(), "PORT": str(self.port), "REDIS_URL": ""}
        self.server = Killable(AT_HOME, environment)
        self.server.wait_until_up(self.port)
        self.evenings: list[Evening] = []

    def kill(self) -> None:
        """And nothing else breaks before it is back, however slow this machine is."""
        self.server.kill_and_start()
        self.server.wait_until_up(self.port)

    def copy(self) -> None:
        """As the disk has it while a write is half done: all files of the database, nothing moving.

        By another process: who closes a file loses all locks on it, and this one has the database open.
        """
        told = Counter(
            said(answer)
            for evening in self.evenings
            for phone in evening.phones
            for _, answer in list(phone.done.values())
        )
        self.server.hold()
        try:
            place = self._folder / f"copy-{len(self.copies)}"
            place.mkdir()
            file = Path(str(connection.settings_dict["NAME"]))
            for part in file.parent.glob(f"{file.name}*"):
                copied = place / part.name.replace(file.name, "copy.sqlite3")
                subprocess.run(["/bin/cp", str(part), str(copied)], check=True)
        finally:
            self.server.go_on()
        self.copies.append((place / "copy.sqlite3", told))


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_was_answered_is_lost_when_the_server_is_killed(seed: int, tmp_path: Path) -> None:
    cast = make_cast()
    home = Home(tmp_path)
    try:
        home.evenings = [an_evening(cast, home.port, seed * 1000 + n, Stubborn, HANDS, 900) for n in range(TABLES)]
        acts = {"kill": home.kill, "kill a child": home.server.kill_a_child, "copy": home.copy}
        with chaos(seed, acts, (1, 6)) as done:
            all_at_once([work for evening in home.evenings for work in evening.work()])
        home.server.wait_until_up(home.port)
    finally:
        home.server.kill()
    assert done.keys() == acts.keys(), f"too short an evening for all that can happen: {dict(done)}"
    for evening in home.evenings:
        hands_are_as_meant(evening)
        each_write_is_there_once(evening)
        chips_are_right(evening)
    books_hold(cast.club)
    audited(database_url())
    for file, told in home.copies:
        opens_clean(file, told)
    writes = sum(len(phone.done) for evening in home.evenings for phone in evening.phones)
    print(f"seed {seed}: {writes} writes answered, {dict(done)}, {len(home.copies)} copies in order")


def opens_clean(file: Path, told: Counter[str]) -> None:
    """The copy is whole, in order, and has all that had been answered by then."""
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    audited(f"sqlite:///{file}")
    script = (
        "import json; from games.models import Entry; from tests.live.crowd import kept;"
        "print(json.dumps([kept(entry) for entry in Entry.objects.exclude(device=None)]))"
    )
    entries = Counter(json.loads(manage(f"sqlite:///{file}", "shell", "--no-imports", "-c", script)))
    assert not told - entries


def audited(database: str) -> None:
    manage(database, "audit")
