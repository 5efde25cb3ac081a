"""A restart of PostgreSQL, as an idle process sees it: its next request is answered, and without delay."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from config.database import database
from tests.servers import postgresql

POOLED = 6
ALIAS = "restarted"
# Far less than the pauses of psycopg's pool for so many dead connections, far more than a new connection takes.
AT_ONCE = 1.0


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with postgresql.postgresql(durable=True) as made:
        yield made


@pytest.fixture
def restarted(django_db_blocker: DjangoDbBlocker, url: str) -> Iterator[None]:
    found = database(url, Path("unused"))
    connections.databases[ALIAS] = connections.configure_settings({"default": {}, ALIAS: found})[ALIAS]
    with django_db_blocker.unblock():
        yield
        connections[ALIAS].close()
        connections[ALIAS].close_pool()
    del connections[ALIAS], connections.databases[ALIAS]


def ask() -> int:
    with connections[ALIAS].cursor() as cursor:
        cursor.execute("SELECT 1")
        found: int = cursor.fetchone()[0]
    return found


def request() -> float:
    """How long one request takes, with a connection borrowed and given back."""
    began = time.monotonic()
    try:
        assert ask() == 1
    finally:
        connections[ALIAS].close()
    return time.monotonic() - began


def fill_the_pool() -> None:
    """As many requests at a time as the pool then keeps connections for."""
    with ExitStack() as held:
        for _ in range(POOLED):
            one = connections.create_connection(ALIAS)
            one.ensure_connection()
            held.callback(one.close)


def test_after_a_restart_the_next_requests_are_answered_at_once(restarted: None, url: str) -> None:
    fill_the_pool()
    postgresql.restart(url)
    times = [request() for _ in range(POOLED)]
    assert max(times) < AT_ONCE, times


def test_many_requests_at_the_same_time_after_a_restart_are_answered_too(restarted: None, url: str) -> None:
    fill_the_pool()
    postgresql.restart(url)
    times: list[float] = []
    threads = [Thread(target=lambda: times.append(request())) for _ in range(POOLED)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(times) == POOLED
    assert max(times) < AT_ONCE, times


def test_requests_that_wait_while_the_server_is_away_get_the_first_connection(restarted: None, url: str) -> None:
    fill_the_pool()
    done: list[float] = []
    waiting = Thread(target=lambda: done.append(request()))
    with postgresql.stopped(url):
        waiting.start()
        time.sleep(1.5)
        assert not done
    waiting.join()
    # It is tried again after 1, 2 and 4 s.
    assert done
    assert done[0] < 8
