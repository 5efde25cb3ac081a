"""Fixtures of all subjects; and which tests of pages run on both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.games.cast import Cast, Table, make_cast, make_table
from tests.games.laying import Laid
from tests.live.server import database_url

HERE = Path(__file__).parent
# Selectors and services are tested on both databases. How a page is drawn is the same on both; but these modules open
# each page and send each form on both.
PAGES_ON_BOTH = {"test_bounds.py", "test_console.py", "test_outages.py", "test_roles.py"}

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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE not in item.path.parents or item.path.name in PAGES_ON_BOTH:
            continue
        if {"pages", "console"} & set(item.path.parent.relative_to(HERE).parts):
            item.add_marker(pytest.mark.any_database("what is tried is how a page is drawn, and what it says"))
