"""A served installation of which one part after another is killed: processes, worker, PostgreSQL, Redis."""

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from django.db import connection

from games.accounts.services import users
from games.core import task_queue
from games.models import Task, TaskFile
from tests.faults.chaos import chaos
from tests.faults.processes import PATIENCE, Killable, KillableRedis
from tests.faults.seeds import HANDS, SEEDS, TABLES
from tests.faults.stubborn import Stubborn
from tests.faults.test_embedded import audited
from tests.games.cast import Cast, make_cast
from tests.games.purse import books_hold
from tests.live.crowd import (
    Evening,
    all_at_once,
    an_evening,
    chips_are_right,
    each_write_is_there_once,
    hands_are_as_meant,
    stands,
)
from tests.live.server import database_url, free_port
from tests.servers import postgresql

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has a test of its own"),
]
REPORTS = 5
# In seconds: a task whose worker was killed is held for it a while, and then found by the next look at what is due.
TAKEN_UP = task_queue.HOLD.total_seconds() + 60 + PATIENCE
WEB = ["-m", "gunicorn", "-c", "config/gunicorn.py", "config.wsgi"]
WORKER = ["-m", "celery", "-A", "config.celery", "worker", "--beat", "-c", "1", "-l", "CRITICAL"]


class Served:
    def __init__(self, folder: Path) -> None:
        self.port, redis_port = free_port(), free_port()
        self.redis = KillableRedis(redis_port, folder)
        environment = {
            "DATABASE_URL": database_url(),
            "REDIS_URL": f"redis://127.0.0.1:{redis_port}/0",
            "PORT": str(self.port),
            "WORKERS": "2",
            "THREADS": "4",
            "TABLESIDE_VAR": str(folder),
        }
        self.web = Killable(WEB, environment)
        self.worker = Killable([*WORKER, "--schedule", str(folder / "beat")], environment)
        self.web.wait_until_up(self.port)

    def stop(self) -> None:
        for part in (self.web, self.worker, self.redis):
            part.kill()

    def kill_web(self) -> None:
        """All of it; and nothing else breaks before it is back, however slow this machine is."""
        self.web.kill_and_start()
        self.web.wait_until_up(self.port)

    def restart_postgresql(self) -> None:
        """As after a power cut: no connection is ended in order."""
        postgresql.restart(database_url())


@pytest.fixture
def served(transactional_db: None, tmp_path: Path) -> Iterator[Served]:
    one = Served(tmp_path)
    try:
        yield one
    finally:
        one.stop()


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost_and_nothing_doubled_whatever_is_killed(seed: int, served: Served) -> None:
    cast = make_cast()
    evenings = [an_evening(cast, served.port, seed * 1000 + n, Stubborn, HANDS, 900) for n in range(TABLES)]
    reporter = Stubborn(served.port, users.add_device(cast.sue.user, "desk")[0], Random(seed))
    acts = {
        "kill a web process": served.web.kill_a_child,
        "kill all web processes": served.kill_web,
        "kill the worker": served.worker.kill_and_start,
        "kill Redis": served.redis.kill_and_start,
        "restart PostgreSQL": served.restart_postgresql,
    }
    with chaos(seed, acts, (1, 5)) as done:
        works = [work for evening in evenings for work in evening.work()]
        all_at_once([*works, lambda: ask_for_reports(evenings[0], reporter)])
    connection.close()
    served.web.wait_until_up(served.port)
    assert done.keys() == acts.keys(), f"too short an evening for all that can happen: {dict(done)}"
    for evening in evenings:
        hands_are_as_meant(evening)
        each_write_is_there_once(evening)
        chips_are_right(evening)
    every_task_is_done_once(cast, len(reporter.done))
    books_hold(cast.club)
    audited(database_url())
    writes = sum(len(phone.done) for evening in evenings for phone in evening.phones)
    print(f"seed {seed}: {writes} writes answered, {dict(done)}")


def ask_for_reports(evening: Evening, phone: Stubborn) -> None:
    """One after each look at the table, up to so many, from a phone that does nothing else."""
    for number, _ in enumerate(stands(evening, phone), 1):
        if number <= REPORTS:
            phone.write(f"nights/{evening.night}/reports/", {"format": "csv"})
    phone.catch_up()


def every_task_is_done_once(cast: Cast, asked: int) -> None:
    tasks = Task.objects.filter(club=cast.club)
    deadline = time.monotonic() + TAKEN_UP
    while tasks.exclude(state__in=[Task.State.DONE, Task.State.FAILED]).exists():
        assert time.monotonic() < deadline, list(tasks.values_list("state", "attempts"))
        time.sleep(1)
    assert set(tasks.filter(kind=Task.Kind.NIGHT_REPORT).values_list("state", flat=True)) == {Task.State.DONE}
    assert TaskFile.objects.filter(task__club=cast.club).count() == asked == REPORTS
