"""What is an outage, what a busy moment, and what a fault of ours."""

import sqlite3

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, connection

from games.core.database_errors import is_busy, is_outage


def caused_by(cause: Exception) -> DatabaseError:
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


def of_sqlite(code: int, words: str) -> Exception:
    error = sqlite3.OperationalError(words)
    error.sqlite_errorcode = code
    return error


CUT = "consuming input failed: server closed the connection unexpectedly"
TOO_MANY = "sending query and params failed: number of parameters must be between 0 and 65535"
OUTAGES = [
    psycopg.OperationalError(CUT),
    psycopg.OperationalError("the connection is lost"),
    psycopg.errors.AdminShutdown("terminating connection due to administrator command"),
    psycopg.errors.DiskFull("could not extend file"),
    of_sqlite(sqlite3.SQLITE_FULL, "database or disk is full"),
]
BUSY = [psycopg.errors.DeadlockDetected("deadlock detected"), of_sqlite(sqlite3.SQLITE_BUSY, "database is locked")]
OURS = [
    psycopg.OperationalError(TOO_MANY),
    psycopg.errors.StatementTooComplex("stack depth limit exceeded"),
    of_sqlite(sqlite3.SQLITE_ERROR, "too many SQL variables"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("causes", "outage", "busy"), [(OUTAGES, True, False), (BUSY, False, True), (OURS, False, False)]
)
def test_an_error_is_told_by_itself_whatever_connection_is_open_by_then(
    causes: list[Exception], outage: bool, busy: bool
) -> None:
    """The connection that was cut may have been replaced before its error is answered."""
    connection.ensure_connection()
    for cause in causes:
        error = caused_by(cause)
        assert (is_outage(error), is_busy(error)) == (outage, busy), cause
