"""A club moves from the table at home into an installation that others use, too, and is all there."""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.docs.operating import CLUB, Installation, block
from tests.games.cast import Cast
from tests.servers.commands import manage, managed
from tests.servers.embedded import url_of, with_demo


@pytest.fixture
def home(for_all: Path, tmp_path: Path) -> Installation:
    """An embedded installation with the demo club: SQLite, whatever these tests run on."""
    return Installation(Path(shutil.copy(with_demo(for_all), tmp_path / "home.sqlite3")))


@pytest.mark.slow
def test_a_club_moves_once_by_one_command_and_is_the_same_there(home: Installation, elsewhere: str) -> None:
    said = home.types(re.sub(r"postgres://\S+", elsewhere, block("TO_DATABASE_URL=")))
    here, there = (json.loads(manage(url, "club_standing", CLUB)) for url in (home.url, elsewhere))
    assert here == there
    assert here["postings"] > 20
    assert any(here["balances"].values())
    assert f"the same chain up to link {here['head'][0]} {here['head'][1]}, the same balances" in said
    assert said.count("in order, up to link") == 2
    assert "sue has an account without a password" in said
    again = managed(home.url, "move_club", CLUB, TO_DATABASE_URL=elsewhere)
    assert again.returncode != 0
    assert "There, import_club failed" in again.stderr
    assert "This club is here already." in again.stderr


@pytest.mark.slow
def test_a_club_that_differs_from_its_chain_stays_where_it_is(home: Installation, tmp_path: Path) -> None:
    with closing(sqlite3.connect(home.file)) as forged:
        forged.execute("UPDATE ledger_balance SET amount = amount + 25 WHERE amount > 0")
        forged.commit()
    target = tmp_path / "target.sqlite3"
    refused = managed(home.url, "move_club", CLUB, TO_DATABASE_URL=url_of(target))
    assert refused.returncode != 0
    assert "differences" in refused.stderr
    assert not target.exists()


@pytest.mark.parametrize("to", ["", "sqlite:///here.sqlite3"])
def test_it_must_be_said_where_to(cast: Cast, to: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///here.sqlite3")
    monkeypatch.setenv("TO_DATABASE_URL", to)
    with pytest.raises(CommandError, match="TO_DATABASE_URL must name the other database"):
        call_command("move_club", cast.club.name)
