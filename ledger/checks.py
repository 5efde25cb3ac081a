"""What `manage.py check --database default` says of the ledger."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connections

from ledger import guards


@register(Tags.database)
def guards_in_place(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """A warning and no error, since `migrate` checks first and is what mends it. A server refuses to start.

    Before the first migrate there are no tables yet, and nothing to guard.
    """
    found: list[CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if "ledger_posting" not in connection.introspection.table_names():
            continue
        if names := guards.missing(connection):
            found.append(
                Warning(
                    f"The database does not guard the ledger: {', '.join(names)}.",
                    hint="Run `manage.py migrate`, then audit the books.",
                    id="ledger.W001",
                )
            )
    return found
