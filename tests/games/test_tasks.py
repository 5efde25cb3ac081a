"""Tasks as an embedded installation does them: in this process, once each."""

import subprocess
import sys
import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games import tasks
from games.audit import services as audit
from games.core import task_queue
from games.core.atomic import one_transaction
from games.models import Task, TaskFile
from games.reports.services import report_requests
from tests.games.cast import Cast, Table, make_cast, make_table

State = Task.State


def ask(table: Table) -> Task:
    return report_requests.ask_for_night_report(table.cast.sue, table.night.pk, "csv")


def test_nothing_is_asked_for_by_a_transaction_that_fails(table: Table) -> None:
    with pytest.raises(RuntimeError), one_transaction():
        ask(table)
        raise RuntimeError
    assert not Task.objects.exists()


def test_it_is_done_once_however_often_it_is_delivered(table: Table) -> None:
    task = ask(table)
    for _ in range(3):
        tasks.run(task.pk)
    task.refresh_from_db()
    assert (task.state, task.progress, task.attempts) == (State.DONE, 100, 1)
    assert TaskFile.objects.count() == 1


def test_what_another_one_is_at_is_left_alone(table: Table) -> None:
    task = ask(table)
    assert task_queue.claim(task.pk) is not None
    assert task_queue.claim(task.pk) is None
    tasks.run(task.pk)
    task.refresh_from_db()
    assert task.state == State.RUNNING
    assert task_queue.due() == []


def test_what_a_dead_one_left_is_taken_up_and_its_ghost_counts_no_more(table: Table) -> None:
    task = ask(table)
    ghost = task_queue.claim(task.pk)
    assert ghost is not None
    Task.objects.update(held_until=timezone.now() - timedelta(seconds=1))
    tasks.run_due()
    task_queue.finish(ghost, "ghost.csv", "text/csv", b"boo")
    task_queue.fail(ghost, "internal", "boo")
    task.refresh_from_db()
    assert (task.state, task.attempts) == (State.DONE, 2)
    assert TaskFile.objects.get().name != "ghost.csv"


def test_what_kills_everybody_is_given_up(table: Table) -> None:
    ask(table)
    Task.objects.update(
        state=State.RUNNING, attempts=task_queue.MOST_ATTEMPTS, held_until=timezone.now() - timedelta(seconds=1)
    )
    tasks.run_due()
    task = Task.objects.get()
    assert (task.state, task.error_code) == (State.FAILED, "internal")


def test_a_mistake_of_ours_is_told_in_a_sentence(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("secret insides")

    monkeypatch.setattr(tasks, "night_report", broken)
    task = ask(table)
    tasks.run(task.pk)
    task.refresh_from_db()
    assert (task.state, task.error_code) == (State.FAILED, "internal")
    assert "secret" not in task.error
    assert "ZeroDivisionError" in caplog.text


def test_who_has_left_the_club_gets_nothing(table: Table, cast: Cast) -> None:
    task = report_requests.ask_for_night_report(cast.ann, table.night.pk, "csv")
    Task.objects.update(requested_by=cast.otto.user)
    tasks.run(task.pk)
    task.refresh_from_db()
    assert (task.state, task.error_code) == (State.FAILED, "not_found")


def test_files_are_kept_for_a_week(table: Table) -> None:
    task = ask(table)
    tasks.run(task.pk)
    Task.objects.update(ended_at=timezone.now() - task_queue.KEPT - timedelta(minutes=1))
    tasks.run_due()
    assert not TaskFile.objects.exists()
    assert Task.objects.get().state == State.DONE


def test_nobody_to_wake_loses_nothing(table: Table, settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings.TASK_WAKER = "tests.games.test_tasks.nobody"
    task = ask(table)
    task_queue.wake(task.pk)
    assert "Nobody could be woken" in caplog.text
    assert task_queue.due() == [task.pk]
    assert task_queue.due(timedelta(minutes=1)) == []


def nobody(_task_id: object) -> None:
    raise ConnectionError


@pytest.mark.django_db(transaction=True)
def test_a_thread_of_the_process_does_it_after_the_commit(settings: Any) -> None:
    settings.TASK_WAKER = "games.tasks.wake"
    table = make_table(make_cast())
    with transaction.atomic():
        asked = [ask(table) for _ in range(3)]
        assert Task.objects.filter(state=State.QUEUED).count() == 3
    deadline = time.monotonic() + 30
    while Task.objects.exclude(state=State.DONE).exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert {task.attempts for task in Task.objects.all()} == {1}
    assert TaskFile.objects.count() == len(asked)
    for thread in threading.enumerate():
        if thread.name == "tasks":
            thread.join(10)


# Takes up a task as a server does, and says so; then it is killed.
HOLDER = """
import sys, time
import django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
from games.core import task_queue
assert task_queue.claim(sys.argv[2])
print("held", flush=True)
time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_what_a_killed_process_held_is_done_though_nobody_asks_again(settings: Any) -> None:
    settings.TASK_WAKER = "tests.games.test_tasks.nobody"
    task = ask(make_table(make_cast()))
    name = str(connection.settings_dict["NAME"])
    with subprocess.Popen([sys.executable, "-c", HOLDER, name, str(task.pk)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        holder.kill()
    task.refresh_from_db()
    assert task.state == State.RUNNING
    # five minutes in short
    Task.objects.update(held_until=timezone.now() + timedelta(seconds=1))
    tasks.stay_on(0.1)
    try:
        deadline = time.monotonic() + 30
        while Task.objects.exclude(state=State.DONE).exists() and time.monotonic() < deadline:
            time.sleep(0.05)
    finally:
        tasks.stay_on(None)
        for thread in threading.enumerate():
            if thread.name == "tasks":
                thread.join(10)
    task.refresh_from_db()
    assert (task.state, task.attempts) == (State.DONE, 2)


def test_a_report_waits_for_no_audit(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for the nightly ones nor for one that somebody asked for."""
    table = make_table(make_cast())
    began, go_on = threading.Event(), threading.Event()

    def long(*_: Any, **__: Any) -> None:
        began.set()
        go_on.wait(30)

    monkeypatch.setattr(tasks.audit, "audit_and_tell", long)
    monkeypatch.setattr("django.conf.settings.TASK_WAKER", "games.tasks.wake")
    try:
        asked = audit.ask_for_audit(table.cast.rob, table.cast.club.pk)
        assert began.wait(30)
        report = ask(table)
        deadline = time.monotonic() + 20
        while report.state != State.DONE:
            assert time.monotonic() < deadline, "it waits for the audit"
            time.sleep(0.05)
            report.refresh_from_db()
        asked.refresh_from_db()
        assert asked.state == State.RUNNING
    finally:
        go_on.set()
    while asked.state == State.RUNNING:
        time.sleep(0.05)
        asked.refresh_from_db()
