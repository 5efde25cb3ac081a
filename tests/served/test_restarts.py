"""PostgreSQL or Redis is restarted under an idle installation: every kind of process goes on at once."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection

from games.accounts.services import users
from games.models import Task
from games.reports.services import report_requests
from tests.faults.processes import KillableRedis
from tests.games.cast import Table
from tests.live.server import Server, database_url, free_port
from tests.served.conftest import until
from tests.served.test_processes import Served, served
from tests.servers import postgresql

# Enough at a time that each process opens several connections.
PARALLEL = 16
# Before it could take 20 s. A request on a busy machine takes far less than this.
AT_ONCE = 4.0
# What a worker has to make a report that it was told of; one it was not told of is found after a minute.
SOON = 20.0


def warm_up(server: Server, path: str, token: str) -> None:
    with ThreadPoolExecutor(PARALLEL) as pool:
        assert {status for status, _ in pool.map(lambda _: server.ask("GET", path, token), range(4 * PARALLEL))} == {
            200
        }


def restart_the_database() -> None:
    with connection.cursor() as cursor:
        # The tests' server does not wait for the disk when it commits.
        cursor.execute("CHECKPOINT")
    connection.close()
    postgresql.restart(database_url())


def makes_a_report(table: Table) -> None:
    began = time.monotonic()
    asked = report_requests.ask_for_night_report(table.cast.sue, table.night.pk, "csv")
    task = until(asked, lambda one: one.state in (Task.State.DONE, Task.State.FAILED))
    assert task.state == Task.State.DONE
    assert time.monotonic() - began < SOON


def answers_at_once(server: Server, path: str, token: str) -> None:
    times = []
    for _ in range(PARALLEL):
        began = time.monotonic()
        assert server.ask("GET", path, token)[0] == 200
        times.append(time.monotonic() - began)
    assert max(times) < AT_ONCE, times


@pytest.mark.django_db(transaction=True)
def test_all_processes_go_on_after_a_restart_of_postgresql(table: Table, tmp_path: Path) -> None:
    token, _ = users.add_device(table.cast.sue.user, "phone")
    night = f"nights/{table.night.pk}"
    with served(tmp_path) as processes:
        ear = processes.live.listen(table.night.pk, token)
        ear.wait(lambda: bool(ear.events))
        warm_up(processes.web, f"{night}/", token)
        warm_up(processes.live, f"{night}/", token)
        makes_a_report(table)
        restart_the_database()
        answers_at_once(processes.web, f"{night}/", token)
        answers_at_once(processes.live, f"{night}/", token)
        hears_what_is_new(processes, table, token)
        makes_a_report(table)


def hears_what_is_new(processes: Served, table: Table, token: str) -> None:
    """Both those who listened before the restart and those who connect now."""
    ear = processes.live.listen(table.night.pk, token)
    ear.wait(lambda: bool(ear.events))
    body = {"player": str(table.players["Ann"].pk), "amount": 25}
    status, entry = processes.web.ask("POST", f"nights/{table.night.pk}/buy-ins/", token, body)
    assert status == 201
    ear.wait(lambda: ear.events[-1]["entry"] == entry["id"], AT_ONCE)


@pytest.mark.django_db(transaction=True)
def test_all_processes_go_on_after_a_restart_of_redis(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connections are dead, too: those of the limits, of the wake-ups and of Celery."""
    token, _ = users.add_device(table.cast.sue.user, "phone")
    port = free_port()
    redis = KillableRedis(port, tmp_path)
    monkeypatch.setenv("REDIS_URL", f"redis://127.0.0.1:{port}/0")
    try:
        with served(tmp_path) as processes:
            warm_up(processes.web, f"nights/{table.night.pk}/", token)
            asks_for_a_report(processes, table, token)
            redis.kill_and_start()
            time.sleep(1)
            answers_at_once(processes.web, f"nights/{table.night.pk}/", token)
            asks_for_a_report(processes, table, token)
            hears_what_is_new(processes, table, token)
    finally:
        redis.kill()


def asks_for_a_report(processes: Served, table: Table, token: str) -> None:
    began = time.monotonic()
    status, asked = processes.web.ask("POST", f"nights/{table.night.pk}/reports/", token, {"format": "csv"})
    assert status == 202
    task = until(Task.objects.get(pk=asked["id"]), lambda one: one.state in (Task.State.DONE, Task.State.FAILED))
    assert task.state == Task.State.DONE
    assert time.monotonic() - began < SOON
