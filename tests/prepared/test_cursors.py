"""Statements that share a cursor are told apart, and none has to know of the others."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, connection, transaction

from games.core.atomic import one_transaction
from games.models import Answer, Hand, Night, Player
from prepared.cursors import one_cursor
from prepared.lookups import Prepared
from prepared.rows import insert, update
from tests.games.cast import Table
from tests.prepared.test_rows import AT

pytestmark = pytest.mark.django_db

NIGHTS = Prepared(lambda pk: Night.objects.filter(pk=pk), pk=UUID)
HANDS = Prepared(lambda night: Hand.objects.filter(night=night).order_by("number"), night=UUID)
NAMES: Prepared[Player] = Prepared(
    lambda night: Player.objects.filter(seats__night=night).order_by("name").values_list("name"), night=UUID
)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """The cursors that the connection was asked for."""
    cursors: list[object] = []
    own = connection.create_cursor

    def counted(name: str | None = None) -> object:
        cursors.append(own(name))
        return cursors[-1]

    with monkeypatch.context() as patched:
        patched.setattr(connection, "create_cursor", counted)
        yield cursors


def cursors_for_three(table: Table, made: list[object], within: Callable[[], AbstractContextManager[None]]) -> int:
    made.clear()
    with within():
        found = NIGHTS.first(pk=table.night.pk)
        assert found is not None
        update(found, "name")
        assert [name for (name,) in NAMES.tuples(night=table.night.pk)] == ["Ann", "Bob", "Cid"]
    return len(made)


def test_a_transaction_has_one_cursor_for_all_that_is_prepared(table: Table, made: list[object]) -> None:
    assert cursors_for_three(table, made, nullcontext) == 3
    assert cursors_for_three(table, made, one_cursor) == 1
    # whatever the transaction itself needs
    assert cursors_for_three(table, made, one_transaction) == cursors_for_three(table, made, transaction.atomic) - 2


def test_statements_are_counted_whenever_the_counting_begins(table: Table, django_assert_num_queries: Any) -> None:
    with one_cursor():
        with django_assert_num_queries(1):
            NIGHTS.first(pk=table.night.pk)
        with django_assert_num_queries(0):
            pass
        NIGHTS.first(pk=table.night.pk)


def test_what_was_found_stays_when_the_next_is_asked(table: Table) -> None:
    dealt = table.deal("council-bluffs")
    with one_cursor():
        names, hands = NAMES.tuples(night=table.night.pk), HANDS.rows(night=table.night.pk)
        assert [next(names)[0], next(hands).pk, next(names)[0], next(hands, None)] == ["Ann", dealt.pk, "Bob", None]


def test_a_statement_that_is_refused_leaves_the_next_ones_alone(table: Table) -> None:
    def kept() -> Answer:
        return Answer(user=table.cast.ann.user, key="one", fingerprint="f", status=201, body="{}", at=AT)

    with one_cursor():
        insert([kept()])
        with pytest.raises(IntegrityError), transaction.atomic():
            insert([kept()])
        assert NIGHTS.first(pk=table.night.pk) == table.night
    assert Answer.objects.filter(key="one").count() == 1
