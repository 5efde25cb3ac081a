"""The guards make way for a migration only where it could not run beside them."""

import pytest
from django.core.management import call_command
from django.db import connection, migrations

from ledger import guards, migrating


def migration(app: str, *operations: migrations.operations.base.Operation) -> migrations.Migration:
    made = migrations.Migration("0099_made_here", app)
    made.operations = list(operations)
    return made


SCHEMA = migrations.RunSQL("SELECT 1")
ROWS = migrations.RunPython(migrations.RunPython.noop)


@pytest.mark.django_db
@pytest.mark.parametrize("app", ["ledger", "games"])
def test_a_change_of_the_tables_keeps_the_guards_where_triggers_outlive_it(app: str) -> None:
    migrating.before(using="default", plan=[(migration(app, SCHEMA), False)])
    assert bool(guards.missing(connection)) == (connection.vendor == "sqlite")


@pytest.mark.django_db
@pytest.mark.parametrize("app", ["ledger", "games"])
def test_what_rewrites_rows_has_them_lifted(app: str) -> None:
    migrating.before(using="default", plan=[(migration(app, SCHEMA, ROWS), False)])
    assert guards.missing(connection)
    call_command("migrate", verbosity=0)
    assert guards.missing(connection) == []


@pytest.mark.django_db
def test_another_app_is_none_of_their_business() -> None:
    migrating.before(using="default", plan=[(migration("sessions", SCHEMA, ROWS), False)])
    assert guards.missing(connection) == []
