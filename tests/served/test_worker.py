"""Reports made by a real worker: once, whatever happens to messages and workers."""

import subprocess
import time
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from config import celery
from games.accounts.services import users
from games.core import task_queue
from games.models import Task, TaskFile
from games.reports.services import report_requests
from tests.games.cast import Cast, Table
from tests.served.conftest import a_worker, kill, until

State = Task.State


def is_over(task: Task) -> bool:
    return task.state in (State.DONE, State.FAILED)


def test_a_report_is_asked_for_over_the_api_and_made_by_the_worker(
    table: Table, cast: Cast, worker: subprocess.Popen[bytes]
) -> None:
    token, _ = users.add_device(cast.sue.user, "phone")
    phone = Client(headers={"Authorization": f"Bearer {token}"})
    path = f"/api/v1/nights/{table.night.pk}/reports/"
    asked = phone.post(
        path, {"format": "pdf"}, content_type="application/json", headers={"Idempotency-Key": "one-report"}
    )
    assert asked.status_code == 202
    assert asked.json()["status"] == "queued"
    task = until(Task.objects.get(pk=asked.json()["id"]), is_over)
    assert (task.state, task.progress, task.attempts) == (State.DONE, 100, 1), task.error
    file = phone.get(f"/api/v1/reports/{task.pk}/file/")
    assert file["Content-Type"] == "application/pdf"
    assert file.content.startswith(b"%PDF-")


def test_delivered_three_times_it_is_done_once(table: Table, cast: Cast, worker: subprocess.Popen[bytes]) -> None:
    task = report_requests.ask_for_night_report(cast.sue, table.night.pk, "csv")
    for _ in range(3):
        celery.wake(task.pk)
    until(task, is_over)
    second = until(report_requests.ask_for_night_report(cast.sue, table.night.pk, "csv"), is_over)
    assert second.state == State.DONE
    task.refresh_from_db()
    assert (task.state, task.attempts) == (State.DONE, 1)
    assert TaskFile.objects.filter(task=task).count() == 1


def test_what_was_asked_for_while_no_worker_ran_is_made_when_one_starts(table: Table, cast: Cast) -> None:
    task = report_requests.ask_for_night_report(cast.sue, table.night.pk, "json")
    time.sleep(0.2)
    task.refresh_from_db()
    assert task.state == State.QUEUED
    with a_worker():
        assert until(task, is_over).state == State.DONE


def test_a_killed_worker_leaves_its_task_to_the_next(table: Table, cast: Cast) -> None:
    with a_worker() as first:
        task = report_requests.ask_for_night_report(cast.sue, table.night.pk, "pdf")
        until(task, lambda task: task.state != State.QUEUED)
        kill(first)
    task.refresh_from_db()
    assert task.state == State.RUNNING, "the worker was faster than its end; make the report longer"
    # as if the time were over for which it was held
    Task.objects.filter(pk=task.pk).update(held_until=timezone.now() - timedelta(seconds=1))
    with a_worker():
        done = until(task, is_over)
    assert (done.state, done.attempts) == (State.DONE, 2)
    assert TaskFile.objects.filter(task=task).count() == 1


def test_a_broker_that_is_away_fails_no_request(table: Table, cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    url = celery.app.conf.broker_url
    celery.app.conf.broker_url = "redis://127.0.0.1:1/0"
    celery.app.pool.force_close_all()
    celery.app._pool = None
    try:
        began = time.monotonic()
        task = report_requests.ask_for_night_report(cast.sue, table.night.pk, "csv")
        assert time.monotonic() - began < 10
    finally:
        celery.app.conf.broker_url = url
        celery.app._pool = None
    assert "Nobody could be woken" in caplog.text
    task.refresh_from_db()
    assert task.state == State.QUEUED
    assert task_queue.due() == [task.pk]
