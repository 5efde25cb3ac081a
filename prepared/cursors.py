"""One cursor for all statements of a transaction.

A cursor learns how each type of value is sent and read, and keeps that: a new one for each statement learns it anew,
which costs the processor as much as the statement itself.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from operator import attrgetter, methodcaller
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

T = TypeVar("T")

# What `run` takes of a cursor: all rows, the first, or how many were written.
ALL, FIRST, COUNT = methodcaller("fetchall"), methodcaller("fetchone"), attrgetter("rowcount")

# The database's, of the transaction that is open here, if it has one.
_open: ContextVar[Any] = ContextVar("cursor", default=None)


@contextmanager
def one_cursor() -> Iterator[None]:
    """Whatever `run` sends within this goes by one cursor; for as long as one connection is held."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        token = _open.set(cursor.cursor)
        try:
            yield
        finally:
            _open.reset(token)


def run(connection: BaseDatabaseWrapper, sql: str, parameters: Sequence[Any], take: Callable[[Any], T]) -> T:
    """Send a statement; `take` reads what it wants of its cursor at once, since the next statement uses that, too."""
    shared = _open.get()
    if shared is None:
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            return take(cursor)
    # Django's own round it is made anew: whether statements are counted may have changed since it was opened.
    cursor = connection.make_debug_cursor(shared) if connection.queries_logged else connection.make_cursor(shared)
    cursor.execute(sql, parameters)
    return take(cursor)
