"""What the hub reads of the database: of many nights at once, and each for itself."""

import json
import logging
from typing import Any

import pytest
from django.db import DatabaseError

from api.live import rows
from games.nights.services import nights
from games.play.selectors import night_events as select
from tests.games.cast import Table, make_cast, make_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    return make_table(make_cast())


def numbers(frames: list[tuple[int, bytes]]) -> list[int]:
    told = [json.loads(frame.split(b"\ndata: ")[1]) for _, frame in frames]
    assert [event["number"] for event in told] == [number for number, _ in frames]
    return [number for number, _ in frames]


def test_each_night_tells_what_follows_its_own_number(table: Table) -> None:
    table.deal("council-bluffs")
    other = nights.open_night(table.cast.sue, table.cast.club.pk, "Another", 25)
    last = select.last_told(table.night.pk)
    found = rows.read({table.night.pk: last - 2, other.pk: 0}, 200)
    assert numbers(found[table.night.pk]) == [last - 1, last]
    assert numbers(found[other.pk]) == list(range(1, select.last_told(other.pk) + 1))
    assert numbers(rows.read({table.night.pk: 0}, 3)[table.night.pk]) == [1, 2, 3]


def test_a_night_of_which_nothing_can_be_made_keeps_no_other_from_telling(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = nights.open_night(table.cast.sue, table.cast.club.pk, "Another", 25)
    own = select.told_body

    def told(entry: Any) -> Any:
        return {}["no such thing"] if entry.night_id == table.night.pk else own(entry)

    monkeypatch.setattr(select, "told_body", told)
    with caplog.at_level(logging.ERROR, "api.live.rows"):
        found = rows.read({table.night.pk: 0, other.pk: 0}, 200)
    assert not found[table.night.pk] and numbers(found[other.pk])
    assert [record.args for record in caplog.records] == [(table.night.pk,)]


def test_a_database_that_fails_is_not_asked_for_the_next_night(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def gone(night: object, *_: int) -> None:
        asked.append(night)
        raise DatabaseError("gone")

    monkeypatch.setattr(select, "events_after", gone)
    with pytest.raises(DatabaseError):
        rows.read({table.night.pk: 0, table.cast.club.pk: 0}, 200)
    assert asked == [table.night.pk]
