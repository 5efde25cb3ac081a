"""Look-ups that every request makes, put together once.

Django puts an SQL statement together anew each time a look-up is asked. For a row found by its key that costs the
processor several times what the database takes, and an entry needs six such rows. A look-up prepared here is the
ORM's own: its statement is kept, and asked again with other values.
"""

import copy
from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

Row = TypeVar("Row", bound=Model)

# What stands for a value while the statement is made; nothing else in a look-up is like them.
_STANDS_FOR: Mapping[type, Callable[[int], Any]] = {
    UUID: lambda place: UUID(int=0xFACADE << 96 | place),
    str: lambda place: f"value {place} of a prepared look-up",
}


class Prepared(Generic[Row]):
    """`build` makes the look-up from values, by name, of the `types` named: UUID or str.

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
        return iter(ModelIterable(self._statement().asked(values)))

    def tuples(self, **values: Any) -> Iterator[tuple[Any, ...]]:
        """Where `build` gives a `values_list`."""
        statement = self._statement()
        return iter(statement.asked(values).query.get_compiler().results_iter(tuple_expected=True))

    def _statement(self) -> "_Statement":
        """Of this kind of database; it is made at the first time, within the transaction that asks."""
        vendor = connections[DEFAULT_DB_ALIAS].vendor
        made = self._made.get(vendor)
        if made is None:
            with self._making:
                made = self._made.setdefault(vendor, _Statement(self._build, self._types))
        return made


class _Statement:
    def __init__(self, build: "Callable[..., QuerySet[Any, Any]]", types: Mapping[str, type]) -> None:
        stand_ins = {name: _STANDS_FOR[kind](place) for place, (name, kind) in enumerate(types.items())}
        self._types = types
        self._lookup = build(**stand_ins)
        self._compiler = self._lookup.query.get_compiler(DEFAULT_DB_ALIAS)
        self._sql, parameters = self._compiler.as_sql()
        names = {_as_parameter(value): name for name, value in stand_ins.items()}
        # For each parameter, the name of the value that it is, or None and what it always is.
        self._parameters = [(names.get(value), value) for value in parameters]
        assert {name for name, _ in self._parameters if name} == set(types), "a value is not in the statement as it is"

    def asked(self, values: Mapping[str, Any]) -> Any:
        """What Django's own iterables read: a look-up whose compiler has its statement already."""
        given = {name: _as_parameter(self._of_type(name, value)) for name, value in values.items()}
        parameters = tuple(always if name is None else given[name] for name, always in self._parameters)
        compiler = copy.copy(self._compiler)
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        compiler.as_sql = lambda *_, **__: (self._sql, parameters)
        return _Asked(self._lookup, compiler)

    def _of_type(self, name: str, value: Any) -> Any:
        """An id may be given as text, too."""
        kind = self._types[name]
        return value if isinstance(value, kind) else kind(value)


class _Asked:
    """The few things that Django asks of a look-up when it reads the rows."""

    _known_related_objects: Mapping[Any, Any] = {}

    def __init__(self, lookup: QuerySet[Any, Any], compiler: Any) -> None:
        self.model, self.db, self.query = lookup.model, DEFAULT_DB_ALIAS, self
        self._compiler = compiler

    def get_compiler(self, using: str = "") -> Any:
        return self._compiler


def _as_parameter(value: Any) -> Any:
    if not isinstance(value, UUID):
        return value
    return value if connections[DEFAULT_DB_ALIAS].features.has_native_uuid_field else value.hex
