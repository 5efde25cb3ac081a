"""Rows that are written directly are those that Django itself would have written."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, connection
from django.db.models import Model
from django.db.models.expressions import RawSQL

from games.models import Answer, Entry, Hand, Player
from ledger import guards
from prepared.rows import insert, update
from tests.games.cast import Table

AT = datetime(2026, 11, 27, 20, 15, 30, 123456, tzinfo=UTC)


def stored(row: Model, *without: str) -> dict[str, Any]:
    """All that the database has of it, as Django reads it."""
    found = type(row)._default_manager.get(pk=row.pk)
    names = [field.attname for field in found._meta.concrete_fields]
    return {name: getattr(found, name) for name in names if name not in without}


def entry(table: Table, **more: Any) -> Entry:
    body = {"type": "show", "cards": ["9♣"], "player": None, "amount": 2**52}
    kept = {"kind": Entry.Kind.ACTION, "body": body, "by": table.cast.sue.user, "at": AT, "salt": "5a17"}
    return Entry(**{"club_id": table.night.club_id, "night": table.night, **kept, **more})


def test_a_row_is_as_django_saves_it(table: Table) -> None:
    direct, own = entry(table, told=901, secret=True), entry(table, told=902, secret=True)
    insert([direct])
    own.save(force_insert=True)
    assert stored(direct, "id", "told") == stored(own, "id", "told")
    assert stored(direct)["told"] == 901
    direct.refresh_from_db()
    assert not direct._state.adding
    guards.admit(connection)  # entries that no link names


def test_several_are_one_statement_and_see_what_was_there_before(table: Table, django_assert_num_queries: Any) -> None:
    before = Entry.objects.count()
    count = "SELECT COUNT(*) + %s FROM games_entry WHERE kind <> %s"
    rows = [entry(table, number=number, told=RawSQL(count, (number, "%s"))) for number in (900, 901)]  # noqa: S611
    with django_assert_num_queries(1):
        insert(rows)
    told = Entry.objects.filter(pk__in=[row.pk for row in rows]).order_by("number").values_list("told", flat=True)
    assert list(told) == [before + 900, before + 901]
    guards.admit(connection)  # entries that no link names


def test_a_number_that_the_database_counts_is_left_to_it(table: Table) -> None:
    for key in ("one", "two"):
        kept = Answer(user=table.cast.ann.user, key=key, fingerprint="f", status=201, body='{"ö":"\\u0000"}', at=AT)
        insert([kept])
        assert kept.pk is None
    one, two = Answer.objects.filter(user=table.cast.ann.user).order_by("pk")
    assert (one.key, two.key, two.body, two.headers, two.at) == ("one", "two", '{"ö":"\\u0000"}', {}, AT)


def test_the_database_refuses_what_it_refuses_to_django(table: Table) -> None:
    first = entry(table, told=901)
    insert([first])
    with pytest.raises(IntegrityError):
        insert([entry(table, told=901)])


def test_the_fields_named_change_and_no_others(table: Table) -> None:
    hand = table.deal("buddhas-folly")
    before = stored(hand)
    hand.version, hand.result, hand.ended_at, hand.phase = 7, {"net": {"Ann": -5}}, AT, "elsewhere"
    update(hand, "version", "result", "ended_at")
    assert stored(hand) == before | {"version": 7, "result": {"net": {"Ann": -5}}, "ended_at": AT}
    hand.result = None
    update(hand, "result")
    assert Hand.objects.filter(pk=hand.pk, result__isnull=True).exists()


def test_what_is_not_there_is_not_changed(table: Table) -> None:
    with pytest.raises(ObjectDoesNotExist):
        update(Player(pk=uuid4(), name="Nobody"), "name")
