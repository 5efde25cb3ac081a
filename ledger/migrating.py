"""The guards go before a migration that cannot run beside them, and are installed after every one that lacks them."""

from collections.abc import Sequence
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration

from ledger import guards

_TABLES = {"ledger_book", "ledger_account", "ledger_journaltransaction", "ledger_posting", "ledger_link"}


def before(*, using: str, plan: Sequence[tuple[Migration, bool]], **_: Any) -> None:
    """For as few migrations as can be: whoever writes meanwhile is unguarded, and waits for whoever lifts them."""
    connection = connections[using]
    # Books of an earlier version have fewer tables, and guards all the same.
    if _TABLES & set(connection.introspection.table_names()) and any(
        guards.in_the_way(connection, migration) for migration, _ in plan
    ):
        guards.lift(connection)


def after(*, using: str, **_: Any) -> None:
    """Without the tables there is nothing to guard: the ledger has been migrated away."""
    connection = connections[using]
    if _has_tables(connection):
        guards.install(connection)


def _has_tables(connection: BaseDatabaseWrapper) -> bool:
    return set(connection.introspection.table_names()) >= _TABLES
