"""Look-ups that every request makes, put together once.

Django puts an SQL statement together anew each time a look-up is asked. For a row found by its key that costs the
processor several times what the database takes, and an entry needs six such rows. A look-up prepared here is the
ORM's own: its statement is kept, and asked again with other values.
"""

from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

from prepared.cursors import ALL, run

Row = TypeVar("Row", bound=Model)

# What stands for a value while the statement is made; nothing else in a look-up is like them.
_STANDS_FOR: Mapping[type, Callable[[int], Any]] = {
    UUID: lambda place: UUID(int=0xFACADE << 96 | place),
    str: lambda place: f"value {place} of a prepared look-up",
    int: lambda place: 0x7ACADE00 + place,
}


class Prepared(Generic[Row]):
    """`build` makes the look-up from values, by name, of the `types` named: UUID, str or int.

    What else is in it must be the same at every time: no value of None, no list, no clock.
    """

    def __init__(self, build: "Callable[..., QuerySet[Row, Any]]", **types: type) -> None:
        self._build, self._types = build, types
        self._made: dict[str, _Statement] = {}
        self._making = Lock()

    def first(self, **values: Any) -> Row | None:
        return next(self.rows(**values), None)

    def rows(self, **values: Any) -> Iterator[Row]:
        """Rows of the model, with all that `build` selects beside them."""
        connection = connections[DEFAULT_DB_ALIAS]
        statement = self._statement(connection)
        return map(statement.instance, statement.asked(connection, values))

    def tuples(self, **values: Any) -> Iterator[tuple[Any, ...]]:
        """Where `build` gives a `values_list`."""
        connection = connections[DEFAULT_DB_ALIAS]
        return map(tuple, self._statement(connection).asked(connection, values))

    def _statement(self, connection: BaseDatabaseWrapper) -> "_Statement":
        """Of this kind of database; it is made at the first time, within the transaction that asks."""
        made = self._made.get(connection.vendor)
        if made is None:
            with self._making:
                made = self._made.setdefault(connection.vendor, _Statement(connection, self._build, self._types))
        return made


class _Statement:
    """What Django's compiler made of a look-up: the statement, and how a row of it is read."""

    def __init__(
        self, connection: BaseDatabaseWrapper, build: "Callable[..., QuerySet[Any, Any]]", types: Mapping[str, type]
    ) -> None:
        stand_ins = {name: _STANDS_FOR[kind](place) for place, (name, kind) in enumerate(types.items())}
        self._types = types
        self._compiler = compiler = build(**stand_ins).query.get_compiler(DEFAULT_DB_ALIAS)
        self._sql, parameters = compiler.as_sql()
        self._native_uuid = connection.features.has_native_uuid_field
        names = {self._as_parameter(value): name for name, value in stand_ins.items()}
        # For each parameter, the name of the value that it is, or None and what it always is.
        self._parameters = [(names.get(value), value) for value in parameters]
        assert {name for name, _ in self._parameters if name} == set(types), "a value is not in the statement as it is"
        self._converters = compiler.get_converters([column for column, *_ in compiler.select])
        self._read_models()

    def _read_models(self) -> None:
        """Which columns are of the model itself; where those of the models beside it go."""
        info, columns = self._compiler.klass_info, self._compiler.select
        if info is None:  # a `values_list` reads none
            return
        self._model = info["model"]
        own = info["select_fields"]
        self._own = slice(own[0], own[-1] + 1)
        self._fields = [column.target.attname for column, *_ in columns[self._own]]
        # the stubs are of a later Django, which asks for more
        self._beside = get_related_populators(info, columns, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]

    def asked(self, connection: BaseDatabaseWrapper, values: Mapping[str, Any]) -> Iterator[Any]:
        """Rows as Django converts them, all of them read."""
        given = {name: self._as_parameter(self._of_type(name, value)) for name, value in values.items()}
        parameters = tuple(always if name is None else given[name] for name, always in self._parameters)
        rows = run(connection, self._sql, parameters, ALL)
        return iter(self._compiler.apply_converters(rows, self._converters) if self._converters else rows)

    def instance(self, row: Any) -> Any:
        found = self._model.from_db(DEFAULT_DB_ALIAS, self._fields, row[self._own])
        for beside in self._beside:
            beside.populate(row, found)
        return found

    def _of_type(self, name: str, value: Any) -> Any:
        """An id may be given as text, too."""
        kind = self._types[name]
        return value if isinstance(value, kind) else kind(value)

    def _as_parameter(self, value: Any) -> Any:
        return value.hex if isinstance(value, UUID) and not self._native_uuid else value
