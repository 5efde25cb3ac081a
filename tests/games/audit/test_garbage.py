"""Garbage in any column of any row: the audit says so, names the row, does not fail, and goes on to the next club."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DataError, IntegrityError, connection, models, transaction
from django.utils import timezone

from games import tasks
from games.audit import services as audit
from games.core.chain_heads import record_head
from games.models import Audit, Club
from ledger import guards
from ledger.audit import Difference
from ledger.chain import head
from ledger.reading import READABLE
from tests.games.cast import Table
from tests.games.laying import Laid
from tests.games.rich import rich

# Work in progress, answers to retries, and who was told what: no audit looks at them.
NOT_READ = {"Answer", "Notification", "Task", "TaskFile"}
MODELS = [
    model
    for app in ("games", "ledger")
    for model in apps.get_app_config(app).get_models()
    if model.__name__ not in NOT_READ
]
# All values of all columns take ten minutes: `make walks`. Otherwise each column gets one, and JSON each of its own.
ALL = os.environ.get("AUDIT_GARBAGE") == "all"
pytestmark = pytest.mark.any_database("what is tried is how the audit reads a row, once the database has let it in")
JSON_GARBAGE = ["'7'", "'[{\"actions\": 1}]'", '\'{"net": 1, "what": [], "type": {}, "actions": [1]}\'']
_LIVED = Laid(rich)


@pytest.fixture
def lived(db: None) -> Iterator[Table]:
    table = _LIVED()
    call_command("audit", stdout=StringIO())
    record_head(table.cast.club.pk, head(table.cast.club.book), "report")
    with guards.lifted_for_tests(connection):
        if connection.vendor == "sqlite":
            connection.cursor().execute("PRAGMA ignore_check_constraints = ON")
        yield table
        if connection.vendor == "sqlite":
            connection.cursor().execute("PRAGMA ignore_check_constraints = OFF")


def garbage(field: "models.Field[Any, Any]") -> list[str]:
    """Values in SQL: one that the field can never have, where the database takes it, and one of the right type."""
    sqlite = connection.vendor == "sqlite"
    found = ["'\u2660 garbage'"] if sqlite else []
    if field.get_internal_type() in ("JSONField", "TextField"):
        return found + JSON_GARBAGE
    if isinstance(field, models.UUIDField | models.ForeignKey):
        id = uuid4()
        return [*found, f"'{id.hex if sqlite else id}'"]
    if isinstance(field, models.DateTimeField):
        return [*found, "12" if sqlite else "'infinity'"]
    if isinstance(field, models.BooleanField):
        return [*found, f"NOT {field.column}"]
    if isinstance(field, models.IntegerField):
        return [*found, "2147483647"]
    return found or ["'garbage'"]


def tried_of(field: "models.Field[Any, Any]") -> list[str]:
    """The garbage that this run tries: one value, or all; of JSON all in any case, where much can be wrong."""
    return garbage(field) if ALL or field.get_internal_type() == "JSONField" else garbage(field)[:1]


def kinds_of(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    """A column of each kind, or the one in which most can be wrong."""
    kinds = {field.get_internal_type(): field for field in model._meta.concrete_fields}
    worst = next((kinds[kind] for kind in ("JSONField", "TextField", "DateTimeField") if kind in kinds), None)
    return list(kinds.values()) if ALL or worst is None else [worst]


def changed(model: type[models.Model], column: str, value: str) -> str | None:
    """Put the value into one row; the key of that row, as text. None where the database refuses, or has no such row."""
    table, key = model._meta.db_table, model._meta.pk.column
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT MIN(CAST({key} AS text)) FROM {table} WHERE {column} IS NOT NULL")
        (row,) = cursor.fetchone()
        cursor.execute(f"UPDATE {table} SET {column} = {value} WHERE CAST({key} AS text) = %s", [row])
    return str(row) if row is not None else None


class Undo(Exception):
    """Ends a transaction that is not to stand."""


@contextmanager
def undone() -> Iterator[None]:
    """A transaction that does not stand."""
    with suppress(Undo, IntegrityError, DataError), transaction.atomic():
        yield
        raise Undo


def is_named(row: str, differences: Iterable[Difference]) -> bool:
    return any(row.replace("-", "") in str(one).replace("-", "") for one in differences)


@pytest.mark.slow
@pytest.mark.parametrize("model", [one for one in MODELS if one is not Club], ids=lambda model: model.__name__)
def test_garbage_is_a_finding_and_names_the_row(lived: Table, model: type[models.Model]) -> None:
    """Whatever the audit cannot check because of it, it says which row is to blame."""
    tried, blamed = 0, []
    columns = [(field.column, value) for field in model._meta.concrete_fields for value in tried_of(field)]
    for column, value in columns:
        with undone():
            row = changed(model, column, value)
            if row is None:
                continue
            tried += 1
            club = Club.objects.get(pk=lived.cast.club.pk)
            found = audit.find(club, audit.last_good(club) if model is Audit else None).differences
            failed = any(one.expected == READABLE for one in found)
            if failed and column != model._meta.pk.column and not is_named(row, found):
                blamed.append((column, value, [str(one) for one in found]))
    assert blamed == []
    assert tried


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_the_next_club_is_audited_all_the_same(lived: Table, model: type[models.Model]) -> None:
    """By the command, with every row of the model damaged in a column of each kind."""
    for field in kinds_of(model):
        out = StringIO()
        with undone():
            if changed(model, field.column, garbage(field)[0]) is None:
                continue
            with suppress(CommandError):
                call_command("audit", stdout=out)
            if model is not Club:
                assert "Friday" in out.getvalue(), field
            assert "Elsewhere" in out.getvalue() or model is Club, field


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL lets no such value into a row of a club")
def test_a_club_whose_own_row_is_damaged_keeps_no_other_from_its_audit(lived: Table) -> None:
    out, pk = StringIO(), lived.cast.club.pk
    with undone():
        connection.cursor().execute(f"UPDATE games_club SET book = 'garbage' WHERE id = '{pk.hex}'")
        with pytest.raises(CommandError, match=r"^\d+ differences"):
            call_command("audit", stdout=out)
        assert "Elsewhere" in out.getvalue() and f"club {pk}: expected" in out.getvalue()
        Audit.objects.all().delete()
        tasks.audit_due(now=timezone.now() + timedelta(days=1))
        assert {one.club_id for one in Audit.objects.all()} == {lived.cast.other_club.pk}
