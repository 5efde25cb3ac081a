"""Rob keeps a copy of everything, loses the machine, and has everything back."""

import json
import os
import sqlite3
import stat
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.database import OwnersConnection
from games.backups import BackupError, backup, restore
from games.models import Club
from tests.games.cast import Table, make_cast, make_table
from tests.servers.commands import manage


@pytest.fixture
def table(transactional_db: None) -> Table:
    made = make_table(make_cast())
    made.enter(made.deal("council-bluffs"), "Ann fold", "Bob fold")
    return made


@pytest.fixture
def sqlite_backup(tmp_path: Path) -> Path:
    """Of another embedded installation, with the demo's club in it, whatever database the tests run on."""
    old, file = str(tmp_path / "old"), tmp_path / "old.backup"
    manage("", "migrate", "--verbosity", "0", TABLESIDE_VAR=old)
    manage("", "demo", TABLESIDE_VAR=old)
    manage("", "backup", str(file), TABLESIDE_VAR=old)
    return file


def kept() -> list[dict[str, object]]:
    out = StringIO()
    call_command("dumpdata", "games", "ledger", stdout=out)
    found: list[dict[str, object]] = json.loads(out.getvalue())
    return found


@pytest.mark.slow
def test_what_was_kept_comes_back_guarded(table: Table, elsewhere: str, tmp_path: Path) -> None:
    file = tmp_path / "thursday.backup"
    call_command("backup", str(file), stdout=StringIO())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.glob("thursday*")] == ["thursday.backup"]
    manage(elsewhere, "restore", str(file))
    assert json.loads(manage(elsewhere, "dumpdata", "games", "ledger")) == kept()
    asked = "from django.db import connection; from ledger import guards; print(guards.missing(connection))"
    assert manage(elsewhere, "shell", "--no-imports", "-c", asked).strip() == "[]"


@pytest.mark.parametrize("umask", [0o022, 0o000])
def test_a_database_file_is_made_for_its_owner_alone_and_so_is_its_log(tmp_path: Path, umask: int) -> None:
    file, before = tmp_path / "new.sqlite3", os.umask(umask)
    try:
        with closing(sqlite3.connect(str(file), factory=OwnersConnection)) as made:
            made.execute("PRAGMA journal_mode = WAL")
            made.execute("CREATE TABLE chips (amount)")
            found = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert found == {"new.sqlite3": 0o600, "new.sqlite3-wal": 0o600, "new.sqlite3-shm": 0o600}


@pytest.mark.slow
def test_what_is_restored_into_a_new_folder_is_its_owners_alone(sqlite_backup: Path, tmp_path: Path) -> None:
    """As docs/operations.md says: `TABLESIDE_VAR` names the folder."""
    place = tmp_path / "var"
    manage("", "restore", str(sqlite_backup), TABLESIDE_VAR=str(place))
    assert stat.S_IMODE((place / "tableside.sqlite3").stat().st_mode) == 0o600
    assert stat.S_IMODE((place / "secret-key").stat().st_mode) == 0o600
    assert manage("", "club_standing", "Thursday Cards", TABLESIDE_VAR=str(place))


@pytest.mark.slow
def test_it_goes_into_a_new_database_that_was_migrated_already(table: Table, elsewhere: str, tmp_path: Path) -> None:
    file = tmp_path / "thursday.backup"
    backup(file)
    manage(elsewhere, "migrate", "--verbosity", "0")
    manage(elsewhere, "restore", str(file))
    assert json.loads(manage(elsewhere, "dumpdata", "games", "ledger")) == kept()


def test_nothing_is_written_over(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "thursday.backup"
    file.write_text("last week")
    with pytest.raises(CommandError, match="there already"):
        call_command("backup", str(file))
    assert file.read_text() == "last week"
    other = tmp_path / "other.backup"
    backup(other)
    with pytest.raises(BackupError, match="people or clubs"):
        restore(other)
    assert Club.objects.count() == 2


def test_where_nothing_can_be_written_nothing_is_left(table: Table, tmp_path: Path) -> None:
    with pytest.raises(BackupError):
        backup(tmp_path / "no such folder" / "thursday.backup")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_none_of_ours_changes_nothing(transactional_db: None, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Rob, " * 1000)
    with pytest.raises(BackupError):
        restore(file)
    with pytest.raises(BackupError, match="no file"):
        restore(tmp_path / "nothing")
    call_command("check", database=["default"], stdout=StringIO())
    assert Club.objects.count() == 0
