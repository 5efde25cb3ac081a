"""A served installation: PostgreSQL and Redis by `python -m tests`, and a worker of its own."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from games.models import Task
from tests.games.cast import Cast, Table, make_cast, make_table

PATIENCE = 60


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not settings.REDIS_URL:
        for item in items:
            if "tests/served/" in item.nodeid:
                item.add_marker(pytest.mark.skip(reason="needs REDIS_URL: `python -m tests` starts one"))


@pytest.fixture
def table(transactional_db: None) -> Table:
    """With everything committed, so that another process sees it."""
    return make_table(make_cast())


@pytest.fixture
def cast(table: Table) -> Cast:
    return table.cast


@contextmanager
def a_worker() -> Iterator[subprocess.Popen[bytes]]:
    """A real one, on the database of this test."""
    command = [sys.executable, "-m", "celery", "-A", "config.celery", "worker", "-c", "1", "-l", "WARNING"]
    environment = os.environ | {"DATABASE_URL": _database_url()}
    # A group of its own: its children end with it.
    process = subprocess.Popen([*command, "--without-gossip", "--without-mingle"], env=environment, process_group=0)
    try:
        yield process
    finally:
        kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """As a power cut would."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
    process.wait()


@pytest.fixture
def worker(table: Table) -> Iterator[subprocess.Popen[bytes]]:
    with a_worker() as process:
        yield process


def until(task: Task, holds: Callable[[Task], bool]) -> Task:
    """The task as soon as this holds of it."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        task.refresh_from_db()
        if holds(task):
            return task
        time.sleep(0.05)
    raise AssertionError(f"The task is still {task.state}, attempt {task.attempts}")


def _database_url() -> str:
    of = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{of['NAME']}"
    return f"postgres://{of['USER']}:{of['PASSWORD']}@{quote(of['HOST'], safe='')}{_port(of['PORT'])}/{of['NAME']}"


def _port(port: str) -> str:
    return f":{port}" if port else ""
