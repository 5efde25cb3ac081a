"""The guards go before a migration that touches what they guard, and come back after every one."""

from collections.abc import Sequence
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration

from ledger import guards

_TABLES = {"ledger_book", "ledger_account", "ledger_journaltransaction", "ledger_posting", "ledger_link"}


def before(*, using: str, plan: Sequence[tuple[Migration, bool]], **_: Any) -> None:
    """SQLite refuses to rename a rebuilt table while a trigger names it, so they must be gone by then."""
    connection = connections[using]
    # Books of an earlier version have fewer tables, and guards all the same.
    if _TABLES & set(connection.introspection.table_names()) and any(
        migration.app_label in guards.apps() for migration, _ in plan
    ):
        guards.lift(connection)


def after(*, using: str, **_: Any) -> None:
    """Without the tables there is nothing to guard: the ledger has been migrated away."""
    connection = connections[using]
    if _has_tables(connection):
        guards.install(connection)


def _has_tables(connection: BaseDatabaseWrapper) -> bool:
    return set(connection.introspection.table_names()) >= _TABLES
