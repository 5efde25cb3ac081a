"""A club moves from the table at home into an installation that others use, too, and is all there."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.servers.commands import manage, managed

CLUB = "Thursday Cards"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of an embedded installation with the demo club: SQLite, whatever these tests run on."""
    file = tmp_path_factory.mktemp("home") / "home.sqlite3"
    manage(url_of(file), "migrate", "--verbosity", "0")
    manage(url_of(file), "demo")
    return file


def url_of(file: Path) -> str:
    return f"sqlite:///{file}"


def test_a_club_moves_once_by_one_command_and_is_the_same_there(home: Path, elsewhere: str) -> None:
    said = manage(url_of(home), "move_club", CLUB, TO_DATABASE_URL=elsewhere)
    here, there = (json.loads(manage(url, "club_standing", CLUB)) for url in (url_of(home), elsewhere))
    assert here == there
    assert here["postings"] > 20
    assert any(here["balances"].values())
    assert f"the same chain up to link {here['head'][0]} {here['head'][1]}, the same balances" in said
    assert said.count("in order, up to link") == 2
    assert "sue has an account without a password" in said
    again = managed(url_of(home), "move_club", CLUB, TO_DATABASE_URL=elsewhere)
    assert again.returncode != 0
    assert "There, import_club failed" in again.stderr
    assert "This club is here already." in again.stderr


def test_a_club_that_differs_from_its_chain_stays_where_it_is(home: Path, tmp_path: Path) -> None:
    forged, target = tmp_path / "forged.sqlite3", tmp_path / "target.sqlite3"
    with closing(sqlite3.connect(home)) as whole, closing(sqlite3.connect(forged)) as copy:
        whole.backup(copy)
        copy.execute("UPDATE ledger_balance SET amount = amount + 25 WHERE amount > 0")
        copy.commit()
    refused = managed(url_of(forged), "move_club", CLUB, TO_DATABASE_URL=url_of(target))
    assert refused.returncode != 0
    assert "differences" in refused.stderr
    assert not target.exists()


def test_it_must_be_said_where_to(home: Path) -> None:
    for to in ("", url_of(home)):
        refused = managed(url_of(home), "move_club", CLUB, TO_DATABASE_URL=to)
        assert refused.returncode != 0
        assert "TO_DATABASE_URL must name the other database" in refused.stderr
