"""A club comes into a new place."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder


@pytest.mark.django_db
def test_a_place_without_its_tables_is_told_to_migrate(tmp_path: Path) -> None:
    MigrationRecorder(connection).migration_qs.filter(app="games").delete()
    said = StringIO()
    with pytest.raises(CommandError):
        call_command("import_club", str(tmp_path / "thursday.zip"), stdout=said)
    assert "manage.py migrate" in said.getvalue()
