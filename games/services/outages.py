"""What a database's errors mean to whoever asked: wait a moment, or somebody has to look after the server."""

from django.db import DatabaseError, InterfaceError, OperationalError

# Of PostgreSQL: another transaction was in the way (a deadlock, a lock that was not had in time).
_BUSY_STATES = frozenset({"40001", "40P01", "55P03"})
_READ_ONLY_STATE = "25006"
_BUSY_WORDS = ("database is locked", "database table is locked")


def is_busy(error: Exception) -> bool:
    """Whether another write was in the way: the same request will do later."""
    if not isinstance(error, OperationalError):
        return False
    return _state(error) in _BUSY_STATES or any(words in str(error) for words in _BUSY_WORDS)


def is_outage(error: Exception) -> bool:
    """Whether the database cannot do it for anybody: away, its disk full, or not to be written to."""
    if isinstance(error, OperationalError | InterfaceError):
        return not is_busy(error)
    return isinstance(error, DatabaseError) and _state(error) == _READ_ONLY_STATE


def _state(error: Exception) -> str:
    return getattr(error.__cause__, "sqlstate", None) or ""
