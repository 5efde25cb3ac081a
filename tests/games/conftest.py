from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.games.cast import Cast, Table, make_cast, make_table
from tests.games.laying import Laid
from tests.live.server import database_url

_CAST = Laid(make_cast)
_TABLE = Laid(lambda: make_table(make_cast()))


@pytest.fixture
def cast(request: pytest.FixtureRequest, db: None) -> Cast:
    """Those at the table, where there is one."""
    at_table = "table" in request.fixturenames
    return request.getfixturevalue("table").cast if at_table else _CAST()


@pytest.fixture
def table(db: None) -> Table:
    return _TABLE()


@pytest.fixture
def elsewhere(transactional_db: None, tmp_path: Path) -> Iterator[str]:
    """The DATABASE_URL of an empty database of the same kind."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
        return
    name = f"{connection.settings_dict['NAME']}_elsewhere"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}"')
    yield database_url().rpartition("/")[0] + f"/{name}"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
