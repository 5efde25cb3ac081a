"""What all tests share. Django is imported only where a test needs it: the engine's tests run without."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

# No deadlines: a busy machine is not a bug. Failures print how to repeat them.
hypothesis.settings.register_profile("tableside", deadline=None, print_blob=True)
hypothesis.settings.load_profile("tableside")

# Asks for the tests in memory, without those that need a file (tests/check.py).
IN_MEMORY = "TESTS_IN_MEMORY"
# Whatever else a test asks for, it has come by one of these: pytest-django refuses the database to all others.
DATABASE = {"db", "transactional_db", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--second-database",
        action="store_true",
        help="leave out what comes to the same on every database: tests that ask for none, or are marked any_database",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out: set[pytest.Item] = set()
    if config.getoption("--second-database"):
        left_out |= {item for item in items if item.get_closest_marker("any_database") or not _asks_for_it(item)}
    if os.environ.get(IN_MEMORY):
        left_out |= {item for item in items if _commits(item)}
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """What was imported and collected stays: looking through it for garbage takes a tenth of the time."""
    gc.collect()
    gc.freeze()


def _commits(item: pytest.Item) -> bool:
    """Whether a test commits what it writes: other threads and processes read it, so it takes a database in a file."""
    marker = item.get_closest_marker("django_db")
    marked = marker is not None and (marker.kwargs.get("transaction") or (marker.args and marker.args[0]))
    return bool(marked) or bool({"transactional_db", "live_server"} & set(getattr(item, "fixturenames", ())))


def _asks_for_it(item: pytest.Item) -> bool:
    return item.get_closest_marker("django_db") is not None or bool(DATABASE & set(getattr(item, "fixturenames", ())))


@pytest.fixture(scope="session")
def for_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(autouse=True)
def _guards_lifted_for_the_flush(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test with real transactions ends by emptying all tables, which the ledger refuses: so lift its guards.

    The flush ends with `post_migrate`, which installs them again for the next test.
    """
    if not _commits(request.node):
        yield
        return
    request.getfixturevalue("transactional_db")  # so that this ends before it does
    yield
    from django.db import connection

    from ledger import guards

    guards.lift(connection)
