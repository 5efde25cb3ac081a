"""Garbage in any column of any row: the audit says so, names the row, does not fail, and goes on to the next club."""

from collections.abc import Iterator
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, models, transaction

from games.models import Club
from ledger import guards
from tests.games.cast import Table
from tests.games.laying import Laid
from tests.games.test_audit_covers import live

# Work in progress, answers to retries, and who was told what: no audit looks at them.
NOT_READ = {"Answer", "Notification", "Task", "TaskFile"}
MODELS = [
    model
    for app in ("games", "ledger")
    for model in apps.get_app_config(app).get_models()
    if model.__name__ not in NOT_READ
]
JSON_GARBAGE = ["'null'", "'[]'", "'{}'", "'7'", "'\"x\"'", "'[{\"actions\": 1}]'", "'{\"net\": 1, \"what\": [], \"type\": {}}'"]
_LIVED = Laid(live)


@pytest.fixture
def lived(db: None) -> Table:
    table = _LIVED()
    call_command("audit", stdout=StringIO())  # so that there is an audit, and the head that it recorded
    return table


def garbage(field: "models.Field[Any, Any]") -> list[str]:
    """Values of SQL that the column's type has, or, on SQLite, that it has not; the field can have none of them."""
    found: list[str] = []
    if connection.vendor == "sqlite":
        found += ["'\u2660 garbage'", "x'ff00'"]
    if field.get_internal_type() in ("JSONField", "TextField"):
        found += JSON_GARBAGE
    elif isinstance(field, models.UUIDField | models.ForeignKey):
        id = uuid4()
        found += [f"'{id.hex if connection.vendor == 'sqlite' else id}'"]
    elif isinstance(field, models.DateTimeField):
        found += ["'infinity'"] if connection.vendor == "postgresql" else ["''", "'9999-99-99 00:00:00'", "12"]
    elif isinstance(field, models.BooleanField):
        found += [f"NOT {field.column}"]
    elif isinstance(field, models.IntegerField):
        found += ["-1", "2147483647"]
    elif isinstance(field, models.CharField):
        found += ["''", "'garbage'"]
    return found + (["NULL"] if field.null else [])


def attempts(model: type[models.Model]) -> Iterator[tuple[str, str, str]]:
    """Each column and value, and which row is changed: the first, and, of a kind of each, the last."""
    for field in model._meta.concrete_fields:
        for value in garbage(field):
            for which in ("MIN", "MAX"):
                yield field.column, value, which


def statement(model: type[models.Model], column: str, value: str, which: str) -> str:
    table, key = model._meta.db_table, model._meta.pk.column
    first = f"SELECT {which}(CAST({key} AS text)) FROM {table} WHERE {column} IS NOT NULL"
    return f"UPDATE {table} SET {column} = {value} WHERE CAST({key} AS text) = ({first})"


class Undo(Exception):
    """Ends a transaction that is not to stand."""


def audited(sql: str) -> str | None:
    """What the command says of the club once this is done; None where the database refuses it, or nothing changed."""
    out = StringIO()
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
            if not cursor.rowcount:
                return None
            try:
                call_command("audit", stdout=out)
            except CommandError:
                out.write("DIFFERENCES")
            raise Undo
    except Undo:
        return out.getvalue()
    except DatabaseError:
        return None


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_garbage_is_a_finding_and_no_failure(lived: Table, model: type[models.Model]) -> None:
    tried = 0
    with guards.lifted_for_tests(connection):
        if connection.vendor == "sqlite":
            connection.cursor().execute("PRAGMA ignore_check_constraints = ON")
        for attempt in attempts(model):
            said = audited(statement(model, *attempt))
            if said is None:
                continue
            tried += 1
            ends = said.splitlines()
            assert any("Elsewhere" in line or model is Club for line in ends), (attempt, said)
            assert "it could not be audited" not in said, (attempt, said)
        if connection.vendor == "sqlite":
            connection.cursor().execute("PRAGMA ignore_check_constraints = OFF")
    assert tried
