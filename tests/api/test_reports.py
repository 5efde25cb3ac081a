"""Reports over the API: documents at once, files by a task."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Task
from tests.api.conftest import Cast, Table
from tests.api.phone import made, new_id, refused

API = "/api/v1/"


def raw(phone: Any, path: str, **headers: str) -> Any:
    """A file, which is no JSON."""
    return phone.client.get(API + path, headers={**phone.headers, **headers})


@pytest.fixture
def table(lay: Callable[..., Table]) -> Table:
    found = lay("Ann", "Bob")
    net = {found.players["Ann"]: 500, found.players["Bob"]: -500}
    made(found.phone.post(f"nights/{found.night}/results/", {"game": "Stud", "net": net}))
    return found


def test_a_player_reads_the_report_of_a_night(table: Table, cast: Cast) -> None:
    report = made(cast.player.get(f"nights/{table.night}/report/"), 200)
    assert [(one["name"], one["result"]) for one in report["players"]] == [("Ann", 500), ("Bob", -500)]
    assert report["hands"][0]["started_at"][-6:] in ("+01:00", "+02:00")


def test_a_statement_of_some_days(table: Table, cast: Cast) -> None:
    ann = table.players["Ann"]
    whole = made(cast.player.get(f"players/{ann}/statement/"), 200)
    assert [line["kind"] for line in whole["currencies"][0]["lines"]] == ["buy_in", "hand"]
    later = made(cast.player.get(f"players/{ann}/statement/?since=2999-01-01"), 200)
    assert later["currencies"][0]["lines"] == []
    assert later["currencies"][0]["opening"] == {
        "balance": 500,
        "account": -2000,
        "chips": 2500,
        "set_aside": 0,
    }
    refused(cast.player.get(f"players/{ann}/statement/?since=soon"), 400, "bad_format")
    refused(cast.player.get(f"players/{ann}/statement/?since=2026-02-02&until=2026-02-01"), 400, "bad_format")


def test_a_spreadsheet_at_once(table: Table, cast: Cast) -> None:
    file = raw(cast.player, f"nights/{table.night}/report/csv/", Accept="text/csv")
    assert (file.status_code, file["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert file["Content-Disposition"].startswith('attachment; filename="night-tonight-')
    assert raw(cast.player, f"players/{table.players['Ann']}/statement/csv/").status_code == 200


def test_a_pdf_is_made_by_a_task(table: Table, cast: Cast, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        asked = made(cast.player.post(f"nights/{table.night}/reports/", {"format": "pdf"}), 202)
    assert (asked["status"], asked["progress"], asked["file_name"]) == ("queued", 0, None)
    task = made(cast.player.get(f"reports/{asked['id']}/"), 200)
    assert (task["status"], task["progress"], task["error"]) == ("done", 100, None)
    file = raw(cast.player, f"reports/{asked['id']}/file/", Accept="application/pdf")
    assert file["Content-Type"] == "application/pdf"
    assert file.content.startswith(b"%PDF-")


def test_asked_for_again_with_the_same_key_it_is_one_task(table: Table, cast: Cast) -> None:
    path, body = f"players/{table.players['Ann']}/reports/", {"format": "csv", "since": "2026-01-01"}
    first = made(cast.player.post(path, body, key="once"), 202)
    assert made(cast.player.post(path, body, key="once"), 202) == first
    assert Task.objects.count() == 1


def test_a_file_that_is_not_there_yet_is_a_conflict(table: Table, cast: Cast) -> None:
    asked = made(cast.player.post(f"nights/{table.night}/reports/", {}), 202)
    refused(cast.player.get(f"reports/{asked['id']}/file/"), 409, "conflict")


def test_where_no_pdf_can_be_made_the_task_says_so(
    table: Table, cast: Cast, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with django_capture_on_commit_callbacks(execute=True):
        asked = made(cast.player.post(f"nights/{table.night}/reports/", {}), 202)
    task = made(cast.player.get(f"reports/{asked['id']}/"), 200)
    assert (task["status"], task["error"]["code"]) == ("failed", "pdf_unavailable")
    problem = refused(cast.player.get(f"reports/{asked['id']}/file/"), 409, "conflict")
    assert "cannot make PDFs" in problem["detail"]


def test_no_other_format(table: Table, cast: Cast) -> None:
    refused(cast.player.post(f"nights/{table.night}/reports/", {"format": "docx"}), 400, "bad_format")


def test_the_id_may_be_the_phones(table: Table, cast: Cast) -> None:
    one = new_id()
    assert made(cast.player.post(f"nights/{table.night}/reports/", {"id": one}), 202)["id"] == one
    refused(cast.player.post(f"nights/{table.night}/reports/", {"id": one}), 409, "conflict")


def test_nobody_else_sees_it(table: Table, cast: Cast) -> None:
    asked = made(cast.player.post(f"nights/{table.night}/reports/", {}), 202)
    for path in (f"reports/{asked['id']}/", f"reports/{asked['id']}/file/"):
        refused(cast.scorekeeper.get(path), 404, "not_found")
        refused(cast.outsider.get(path), 404, "not_found")
        refused(cast.nobody.get(path), 401, "not_authenticated")


def test_another_clubs_reports_are_not_there(table: Table, cast: Cast) -> None:
    ann = table.players["Ann"]
    for path in (
        f"nights/{table.night}/report/",
        f"nights/{table.night}/report/csv/",
        f"players/{ann}/statement/",
        f"players/{ann}/statement/csv/",
    ):
        refused(cast.outsider.get(path), 404, "not_found")
    for path in (f"nights/{table.night}/reports/", f"players/{ann}/reports/"):
        refused(cast.outsider.post(path, {}), 404, "not_found")


@pytest.mark.parametrize("day", ["20261126", "2026-W48-4", "2026-11-31", "today", "2026-11-26T00:00:00", "0000-01-01"])
def test_a_day_is_written_in_one_way(lay: Callable[..., Table], day: str) -> None:
    table = lay("Ann")
    refused(table.phone.get(f"players/{table.players['Ann']}/statement/?since={day}"), 400, "bad_format")
    for edge in ("since=0001-01-01", "until=9999-12-31"):
        made(table.phone.get(f"players/{table.players['Ann']}/statement/?{edge}"), 200)
