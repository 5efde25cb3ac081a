"""What a database's errors mean to whoever asked: wait a moment, have the server looked after, or a fault of ours."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, InterfaceError, OperationalError

log = logging.getLogger(__name__)

# Of PostgreSQL: another transaction was in the way (a deadlock, a lock that was not had in time).
_BUSY_STATES = frozenset({"40001", "40P01", "55P03"})
_READ_ONLY_STATE = "25006"
# Of PostgreSQL: a statement beyond what the server can do ("program limit exceeded").
_TOO_MUCH_CLASS = "54"
_NOT_SENT_WORDS = "number of parameters must be between"
_BUSY_WORDS = ("database is locked", "database table is locked")


def is_busy(error: Exception) -> bool:
    """Whether another write was in the way: the same request will do later."""
    if not isinstance(error, OperationalError):
        return False
    return _state(error) in _BUSY_STATES or any(words in str(error) for words in _BUSY_WORDS)


def is_outage(error: Exception) -> bool:
    """Whether the database cannot do anything for anybody: away, its disk full, or not to be written to.

    A statement that no database could run is none: it is a fault of this program, and answered with a 500.
    """
    if isinstance(error, OperationalError | InterfaceError):
        return not is_busy(error) and not _cannot_be_run(error)
    return isinstance(error, DatabaseError) and _state(error) == _READ_ONLY_STATE


@contextmanager
def optional_write(failure: str) -> Iterator[None]:
    """Log `failure` instead of raising if the database is busy or cannot be written to.

    For what a request writes though it only reads for whoever sent it: it can be answered all the same.
    """
    try:
        yield
    except DatabaseError as error:
        if not (is_busy(error) or is_outage(error)):
            raise
        log.warning("%s: %s", failure, error)


def _cannot_be_run(error: Exception) -> bool:
    """Whether the statement was at fault, not the database.

    SQLite has one code for anything wrong with SQL, too many parameters included. PostgreSQL has codes for it. What its
    driver refuses to send has none and is told by its words: whether the connection is still open says nothing, since
    another may have taken its place by now.
    """
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    if code is not None:
        return bool(code & 0xFF == sqlite3.SQLITE_ERROR)
    return _state(error).startswith(_TOO_MUCH_CLASS) or _NOT_SENT_WORDS in str(error)


def _state(error: Exception) -> str:
    return getattr(error.__cause__, "sqlstate", None) or ""
