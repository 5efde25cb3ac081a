"""Any row changed, put there or taken away by who has the database: past the services, and past the guards."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import chain, combinations, islice
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db import DatabaseError, connection, models, transaction
from django.db.models import Field, Model
from django.db.models.sql import InsertQuery

from ledger.models import Link

_MOMENT = datetime(2026, 3, 1, 20, 0, 1, tzinfo=UTC)
_SAMPLES = 4
_RELATED = 8


def every_model() -> list[type[Model]]:
    """Of what is kept, and of what could give power: Django's own accounts and sessions among them."""
    labels = ("games", "ledger", "auth", "sessions")
    return [model for label in labels for model in apps.get_app_config(label).get_models(include_auto_created=True)]


def every_field(model: type[Model]) -> "list[Field[Any, Any]]":
    return list(model._meta.concrete_fields)


def some_rows(model: type[Model]) -> list[Model]:
    """All where they are few, else some from all over the table.

    Of a chain never the last link: whether the end was cut off, the heads tell that were recorded.
    """
    rows = list(model._base_manager.order_by("pk"))
    if model is Link:
        ends = {row.book_id: row.pk for row in rows}
        rows = [row for row in rows if row.pk not in ends.values()]
    return rows if len(rows) <= _SAMPLES else [rows[len(rows) * n // _SAMPLES] for n in range(_SAMPLES)]


def changed(row: Model, field: "Field[Any, Any]") -> bool:
    """Change one column of a row to the first other value that the database takes; False where it takes none."""
    for value in islice(_others(row, field), 12):
        with suppress(DatabaseError), transaction.atomic():
            if type(row)._base_manager.filter(pk=row.pk).update(**{field.attname: value}) != 1:
                raise AssertionError(f"{row!r} is gone")
            return True
    return False


def inserted(row: Model) -> Model | None:
    """A row like this one beside it; None where the database takes none."""
    unique = {name for one in row._meta.constraints if isinstance(one, models.UniqueConstraint) for name in one.fields}
    unique |= {field.name for field in every_field(type(row)) if field.unique}
    for names in chain.from_iterable(combinations(sorted(unique), size) for size in range(len(unique) + 1)):
        for turn in range(_RELATED):
            twin = _twin(row, names, turn)
            with suppress(DatabaseError), transaction.atomic():
                _insert(twin)
                return twin
    return None


def deleted(row: Model) -> Model:
    rows = type(row)._base_manager.filter(pk=row.pk)
    assert rows._raw_delete(rows.db) == 1
    return row


def _twin(row: Model, names: Collection[str], turn: int) -> Model:
    twin = type(row)(**{field.attname: getattr(row, field.attname) for field in every_field(type(row))})
    for field in every_field(type(row)):
        own = field.primary_key and not field.remote_field
        others = list(_others(row, field))
        if others and (own or field.name in names or (field.unique and not field.null)):
            setattr(twin, field.attname, others[turn % len(others)])
        if own and isinstance(field, models.AutoField):
            twin.pk = None
    return twin


def _insert(row: Model) -> None:
    """By the columns that it has, whatever the model does as it saves."""
    fields = [field for field in every_field(type(row)) if not (field.primary_key and row.pk is None)]
    query = InsertQuery(type(row))
    query.insert_values(fields, [row], raw=True)
    numbered = [row._meta.pk] if row.pk is None else None
    done = query.get_compiler(connection=connection).execute_sql(returning_fields=numbered)
    if numbered:
        row.pk = done[0][0]


def _others(row: Model, field: "Field[Any, Any]") -> Iterator[Any]:
    """Values that a field could have instead, the likeliest first."""
    now = getattr(row, field.attname)
    for value in _candidates(row, field, now):
        if value != now:
            yield value


def _candidates(row: Model, field: Any, now: Any) -> Iterator[Any]:
    if field.remote_field:
        others = field.related_model._base_manager.exclude(pk=now).order_by("pk").values_list("pk", flat=True)
        yield from others[:_RELATED]
        yield from [None] * field.null
    elif field.choices:
        yield from (value for value, _ in field.choices)
    elif isinstance(field, models.BooleanField):
        yield not now
    elif isinstance(field, models.UUIDField):
        yield from (uuid4(), uuid4(), None)
    elif isinstance(field, models.DateTimeField):
        yield from (now + timedelta(seconds=1), now - timedelta(seconds=1)) if now else ()
        yield from (_MOMENT, None)
    elif isinstance(field, models.JSONField):
        yield from ({}, [], {"x": 1}, None)
    elif isinstance(field, models.BinaryField):
        yield b"x"
    elif isinstance(field, models.IntegerField):
        yield from (now + 1, now + 77, now - 1) if now is not None else ()
        yield from (99, None)
    else:
        most = field.max_length or 80
        yield from (f"{now}x"[-most:], f"x{now}"[:most], f"{now}"[::-1], "x", uuid4().hex[:most], "")
