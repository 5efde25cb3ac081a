"""Every answer has the id of its request, and it is the one in the log."""

import json
from io import StringIO

import pytest
from django.db import OperationalError
from django.test import Client

from tests.api.conftest import Cast
from tests.api.phone import Phone, made, new_id, refused
from tests.api.story import Stage, tell
from tests.api.test_logs import written

pytestmark = pytest.mark.any_database("what is compared are the headers of answers")

__all__ = ["written"]  # the fixture

HEADER = "X-Request-ID"


@pytest.mark.slow
@pytest.mark.django_db
def test_every_answer_of_the_story_has_an_id_of_its_own() -> None:
    ids: list[str] = []
    tell(Stage(after=lambda _step, response, _content: ids.append(response[HEADER])))
    assert all(ids)
    assert len(set(ids)) == len(ids)


def test_pages_files_redirects_and_errors_have_one(cast: Cast) -> None:
    paths = ("/", "/sign-in/", "/nowhere/", "/api", "/api/nowhere", "/api/schema/", "/api/docs/", "/health/live/")
    for path in (*paths, "/favicon.ico", "/metrics/", "/admin/", "/worker.js", "/offline/", "/clubs"):
        assert Client().get(path)[HEADER], path
    assert Client().post("/sign-in/", {"username": "x"})[HEADER]
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/sign-in/", {"username": "x"})[HEADER]
    refused(Client().get("/api/v1/clubs/", headers={"Host": "elsewhere.example"}), 400, "bad_format")
    refused(cast.owner.get("nights/not-an-id/"), 404, "not_found")
    refused(cast.owner.post("clubs/", {}), 400, "bad_format")


def test_a_clients_own_id_is_used_where_it_is_one(cast: Cast) -> None:
    for sent in ("a", "7f.3_B-9", "x" * 64):
        problem = refused(cast.nobody.get("clubs/", **{HEADER: sent}), 401, "not_authenticated")
        assert problem["request_id"] == sent
    for sent in ("", " ", "x" * 65, "a b", "a\tb", 'a"b', "a\u00e9", "<b>", "../a"):
        answer = cast.nobody.get("clubs/", **{HEADER: sent})
        assert answer[HEADER] not in ("", sent)
        assert len(answer[HEADER]) == 36


def test_the_log_has_the_same_id(cast: Cast, written: StringIO) -> None:
    answer = cast.owner.get("clubs/", **{"X-Correlation-ID": "forged"})
    lines = [json.loads(line) for line in written.getvalue().splitlines() if "request_finished" in line]
    assert lines[-1]["request_id"] == answer[HEADER]
    assert "forged" not in written.getvalue()


def test_a_repeated_answer_has_the_id_of_the_repeating_request(cast: Cast) -> None:
    key, body = new_id(), {"name": "Monday", "currency": "EUR", "time_zone": "Europe/Berlin"}
    first, again = (cast.owner.post("clubs/", body, key=key) for _ in range(2))
    assert made(first) == made(again)
    assert first[HEADER] != again[HEADER]


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(RuntimeError("a bug"), 500, "internal"), (OperationalError("database or disk is full"), 503, "unavailable")],
)
def test_an_outage_and_a_fault_of_ours_name_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, code: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("games.clubs.selectors.clubs.clubs_of", fail)
    phone = Phone()
    phone.client.raise_request_exception = False
    refused(phone.client.get("/api/v1/clubs/", headers=cast.owner.headers), status, code)
    monkeypatch.setattr("games.core.pages.app_shell.render", fail)
    page = phone.client.get("/offline/")
    assert page.status_code == status
    assert f"<code>{page[HEADER]}</code>" in page.content.decode()
