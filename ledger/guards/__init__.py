"""The ledger's invariants inside the database: triggers that hold against raw SQL and our own mistakes.

- The postings of a transaction sum to zero in each currency, lie in its book, and are as many as it says:
  at least two.
- A reversal mirrors what it reverses, and is not itself reversed.
- Nothing joins a transaction once its row is there.
- A link of a chain follows the one before it.
- A transaction, and each row of the tables that other apps have named (`Logged`, `Linked`), is in the chain or in the
  log when it is committed.
- No row of books, accounts, transactions, postings or links is updated, deleted, replaced or truncated; nor of the
  tables that other apps have given here (`guard`). Only a free text is removed, together with its salt.

Django rebuilds SQLite's tables when it migrates, and their triggers are lost without a word. So they are
lifted before a migration that they are in the way of, installed after every migrate, and looked for at start.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration

from ledger.errors import GuardsMissing
from ledger.guards import postgresql, sqlite
from ledger.guards.guarded import ENTRIES, GUARDED, Guarded, Linked, Logged, guard

__all__ = [
    "Guarded",
    "Linked",
    "Logged",
    "admit",
    "guard",
    "in_the_way",
    "install",
    "lift",
    "lifted_for_tests",
    "missing",
    "require",
]

_VENDORS: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgresql}


def _vendor(connection: BaseDatabaseWrapper) -> ModuleType:
    if connection.vendor not in _VENDORS:
        raise GuardsMissing(f"The ledger cannot be kept on {connection.vendor}: there are no guards for it.")
    return _VENDORS[connection.vendor]


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of the guards that are absent, switched off or altered."""
    with connection.cursor() as cursor:
        found: list[str] = _vendor(connection).missing(cursor, _there(connection))
    return found


def install(connection: BaseDatabaseWrapper) -> None:
    """Puts every guard in place: those that are missing, so that no other table is waited for."""
    if missing(connection):
        vendor = _vendor(connection)
        _run(connection, vendor.functions(_there(connection)))
        _run(connection, vendor.install(_there(connection), missing(connection)))


def lift(connection: BaseDatabaseWrapper) -> None:
    """Takes the guards away, for a migration of what they guard."""
    _run(connection, _vendor(connection).lift(_there(connection)))


def in_the_way(connection: BaseDatabaseWrapper, migration: Migration) -> bool:
    """Whether the guards must make way for it, on this database."""
    apps = {"ledger", *(one.app for one in GUARDED)}
    in_its_way: bool = _vendor(connection).in_the_way(migration)
    return migration.app_label in apps and in_its_way


def _there(connection: BaseDatabaseWrapper) -> "list[Guarded | Logged | Linked]":
    """Those tables that there are: an app may be migrated away, or not be migrated that far."""
    there: list[Guarded | Logged | Linked] = []
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for one in GUARDED:
            if not isinstance(one, Guarded):
                if {one.table, *one.needs, *([ENTRIES] if isinstance(one, Logged) else [])} <= tables:
                    there.append(one)
            elif one.table in tables:
                columns = {row.name for row in connection.introspection.get_table_description(cursor, one.table)}
                if columns >= {*one.columns, one.erasable, "salt"}:
                    there.append(one)
    return there


def admit(connection: BaseDatabaseWrapper) -> None:
    """Accept the rows that the open transaction has written without entries or links of theirs.

    For an archive, which may be older than such entries; whoever calls this has audited what was brought in.
    """
    with connection.cursor() as cursor:
        cursor.execute(_vendor(connection).ADMIT)


@contextmanager
def lifted_for_tests(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """A time without guards, in which a test empties the tables or forges what an audit must find."""
    lift(connection)
    try:
        yield
    finally:
        install(connection)


def require(connection: BaseDatabaseWrapper) -> None:
    """Raises `GuardsMissing` unless all guards are in place."""
    if names := missing(connection):
        raise GuardsMissing(
            f"The database does not guard the ledger ({', '.join(names)}): run `manage.py migrate`, then "
            "`manage.py audit`, before anything is posted."
        )


def _run(connection: BaseDatabaseWrapper, steps: list[list[str]]) -> None:
    """Each step a transaction."""
    for statements in steps:
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
