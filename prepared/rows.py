"""Rows that every entry writes, written without putting the statement together anew each time.

As with the look-ups of `prepared.lookups`, Django's way of finding out what a row's statement is costs the
processor several times what the database takes. What is written here is the model's own: its table, its columns, and
each value as its field gives it to the database.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from django.core.exceptions import ObjectDoesNotExist
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import AutoField, Field, Model

from prepared.cursors import COUNT, run


class _Columns(NamedTuple):
    """Where rows of a model go, quoted, and the fields of which they consist, without a number that the database
    counts by itself.
    """

    table: str
    key: str
    fields: "tuple[Field[Any, Any], ...]"
    names: str


def insert(rows: Sequence[Model]) -> None:
    """New rows of one model, all in one statement. Raises IntegrityError as `save` does.

    A field may be an expression of SQL: the database works it out, and it stays on the row as it is. So does a number
    that the database counts by itself: it is not read back.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    columns = _columns(connection.vendor, type(rows[0]))
    places, parameters = [], []
    for row in rows:
        each, values = _values(connection, row, columns.fields, new=True)
        places.append(f"({', '.join(each)})")
        parameters += values
    # Names are the models' own, quoted by Django.
    sql = f"INSERT INTO {columns.table} ({columns.names}) VALUES {', '.join(places)}"  # noqa: S608
    run(connection, sql, parameters, COUNT)
    for row in rows:
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def update(row: Model, *names: str) -> None:
    """The fields named, of a row that is there. Raises ObjectDoesNotExist where it is not."""
    connection = connections[DEFAULT_DB_ALIAS]
    columns = _columns(connection.vendor, type(row))
    fields: list[Any] = [row._meta.get_field(name) for name in names]
    places, parameters = _values(connection, row, fields, new=False)
    quote = connection.ops.quote_name
    new = ", ".join(f"{quote(field.column)} = {place}" for field, place in zip(fields, places, strict=True))
    key = row._meta.pk.get_db_prep_save(row.pk, connection)
    sql = f"UPDATE {columns.table} SET {new} WHERE {columns.key} = %s"  # noqa: S608
    if not run(connection, sql, [*parameters, key], COUNT):
        raise ObjectDoesNotExist(f"There is no such {row._meta.verbose_name}.")


@cache
def _columns(_vendor: str, model: type[Model]) -> _Columns:
    """By kind of database, too: each quotes in its own way."""
    meta: Any = model._meta
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    fields = tuple(field for field in meta.concrete_fields if not isinstance(field, AutoField))
    assert all(field.model is model for field in fields), "a row of two tables is saved by Django"
    return _Columns(quote(meta.db_table), quote(meta.pk.column), fields, ", ".join(quote(f.column) for f in fields))


def _values(connection: Any, row: Model, fields: Sequence[Any], *, new: bool) -> tuple[list[str], list[Any]]:
    """For each field what stands in the statement, and all parameters."""
    places, parameters = [], []
    for field in fields:
        value = field.get_db_prep_save(field.pre_save(row, new), connection)
        if hasattr(value, "as_sql"):
            place, more = value.as_sql(None, connection)
            places.append(place)
            parameters += more
        else:
            places.append("%s")
            parameters.append(value)
    return places, parameters
