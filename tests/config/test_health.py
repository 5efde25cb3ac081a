"""What is told to whoever watches over a server."""

import json
import logging
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client

from config import health, logs
from config.version import VERSION
from ledger import guards

pytestmark = pytest.mark.django_db


def test_a_process_that_lives_says_so_without_asking_anybody(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        answer = client.get("/health/live/")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_the_version_is_told_without_asking_anybody(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        answer = client.get("/health/")
    assert (answer.status_code, answer.json()) == (200, {"version": VERSION})


def test_every_page_ends_with_the_version(client: Client) -> None:
    assert f"Tableside {VERSION}</footer>" in client.get("/sign-in/", follow=True).content.decode()


def test_ready_is_who_has_a_guarded_database_that_is_up_to_date(client: Client) -> None:
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()["database"], answer.json()["migrations"]) == (200, "ok", "ok")


def test_a_database_that_is_away_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_: object) -> list[str]:
        raise DatabaseError("no route to db.internal")

    monkeypatch.setattr(guards, "missing", away)
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()["database"]) == (503, "away")
    assert b"internal" not in answer.content
    assert "migrations" not in answer.json(), "it would be waited for a second time"


def test_without_guards_nothing_is_served(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "missing", lambda _: ["posting_append_only"])
    assert client.get("/health/ready/").status_code == 503


def test_redis_that_is_away_is_told_but_stops_nothing(client: Client, settings: Any, monkeypatch: Any) -> None:
    def away(_: str) -> None:
        raise ConnectionError

    settings.REDIS_URL = "redis://127.0.0.1:1"
    monkeypatch.setattr(health.cache, "get", away)
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()["redis"]) == (200, "away")


def test_metrics_are_for_who_has_the_token(client: Client, settings: Any) -> None:
    assert client.get("/metrics/").status_code == 404
    settings.METRICS_TOKEN = "a long random one"
    assert client.get("/metrics/").status_code == 404
    assert client.get("/metrics/", headers={"Authorization": "Bearer another"}).status_code == 404
    answer = client.get("/metrics/", headers={"Authorization": "Bearer a long random one"})
    assert answer.status_code == 200
    assert b"django_http_requests_total_by_view_transport_method_total" in answer.content


def line(message: str, form: str = "json", **more: Any) -> str:
    """A record as the server's own handler writes it."""
    made = logs.logging_of("INFO", form)["formatters"]["line"]
    factory = made.pop("()")
    record = logging.makeLogRecord({"name": "tableside", "levelname": "INFO", "msg": message, **more})
    return str(factory(**made).format(record))


@pytest.mark.parametrize(
    ("path", "secret"),
    [
        ("/join/s3cr3t-t0ken/", "s3cr3t"),
        ("/new-password/0b1f/s3cr3t/", "s3cr3t"),
        ("/shared/s3cr3t/?step=2", "s3cr3t"),
        ("/nights/1/?token=s3cr3t", "s3cr3t"),
    ],
)
@pytest.mark.parametrize("form", ["json", "words"])
def test_a_line_names_no_secret(path: str, secret: str, form: str) -> None:
    said = line(f"GET {path} failed", form)
    assert "GET /" in said
    assert secret not in said


def test_a_line_for_machines_is_json() -> None:
    said = json.loads(line("up"))
    assert (said["event"], said["level"], said["logger"]) == ("up", "info", "tableside")
