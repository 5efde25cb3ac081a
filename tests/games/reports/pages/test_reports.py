"""The pages of settlement and statement, as a browser gets them."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.services import users
from games.clubs.services import clubs
from games.models import Task
from tests.games.browser import browser
from tests.games.cast import Cast, Table
from tests.games.reports.conftest import play_evening


def settlement(table: Table) -> str:
    return reverse("settlement-page", args=[table.night.pk])


def statement(table: Table, name: str) -> str:
    return reverse("statement-page", args=[table.players[name].pk])


def test_a_member_sees_who_pays_whom(table: Table, cast: Cast) -> None:
    play_evening(table, cast)
    html = browser(cast.ann.user).get(settlement(table)).content.decode()
    assert "Who pays whom" in html
    assert "+2,50" in html and "Expense: Pizza −10,00" in html
    assert 'id="hand-2"' in html


def test_a_hand_in_the_statement_leads_to_the_night(table: Table, cast: Cast) -> None:
    play_evening(table, cast)
    html = browser(cast.ann.user).get(statement(table, "Ann")).content.decode()
    assert f'href="{settlement(table)}#hand-1"' in html


def test_a_period_is_chosen_by_days(table: Table, cast: Cast) -> None:
    client = browser(cast.ann.user)
    page = client.get(statement(table, "Ann"), {"since": "2001-01-01", "until": "2001-12-31"}).content.decode()
    assert "Buy-in" not in page
    assert client.get(statement(table, "Ann"), {"since": "yesterday"}).status_code == 400


@pytest.mark.parametrize("name", ["settlement-page", "night-csv"])
def test_whoever_is_not_signed_in_is_asked_to(table: Table, name: str) -> None:
    path = reverse(name, args=[table.night.pk])
    answer = Client().get(path)
    assert answer.status_code == 302
    assert answer["Location"] == f"{reverse('sign-in')}?next={path}"


def test_signing_in_leads_back(db: None) -> None:
    users.register("nora", "all-in-with-nothing")
    client = Client()
    assert client.get(reverse("sign-in")).status_code == 200
    wrong = client.post(reverse("sign-in"), {"username": "nora", "password": "wrong"})
    assert "do not belong together" in wrong.content.decode()
    form = {"username": "nora", "password": "all-in-with-nothing", "next": "/reports/x/"}
    assert client.post(reverse("sign-in"), form)["Location"] == "/reports/x/"
    assert client.post(reverse("sign-out")).status_code == 302


def test_another_clubs_pages_are_not_there(table: Table, cast: Cast) -> None:
    otto = browser(cast.otto.user)
    for path in (
        settlement(table),
        statement(table, "Ann"),
        reverse("night-csv", args=[table.night.pk]),
        reverse("statement-csv", args=[table.players["Ann"].pk]),
    ):
        assert otto.get(path).status_code == 404, path
    assert otto.post(reverse("night-pdf", args=[table.night.pk])).status_code == 404
    assert not Task.objects.exists()


def test_a_pdf_is_asked_for_and_fetched(table: Table, cast: Cast, django_capture_on_commit_callbacks: Any) -> None:
    client = browser(cast.ann.user)
    with django_capture_on_commit_callbacks(execute=True):
        asked = client.post(reverse("night-pdf", args=[table.night.pk]))
    waiting = asked["Location"]
    assert "Your report is ready" in client.get(waiting).content.decode()
    file = client.get(f"{waiting}file/")
    assert file["Content-Type"] == "application/pdf"
    assert file["Content-Disposition"].startswith("inline")
    assert file.content.startswith(b"%PDF-")


def test_a_report_that_is_being_made_looks_again_by_itself(table: Table, cast: Cast) -> None:
    client = browser(cast.ann.user)
    asked = client.post(reverse("statement-pdf", args=[table.players["Ann"].pk]), {"since": "", "until": ""})
    page = client.get(asked["Location"]).content.decode()
    assert 'http-equiv="refresh"' in page
    assert client.get(f"{asked['Location']}file/")["Location"] == asked["Location"]


def test_a_report_is_for_whoever_asked_for_it(table: Table, cast: Cast) -> None:
    asked = browser(cast.ann.user).post(reverse("night-pdf", args=[table.night.pk]))
    assert browser(cast.rob.user).get(asked["Location"]).status_code == 404


def test_the_pages_need_nothing_from_elsewhere_and_have_no_script_in_them(table: Table, cast: Cast) -> None:
    play_evening(table, cast)
    client = browser(cast.ann.user)
    for path in (settlement(table), statement(table, "Ann"), reverse("sign-in"), "/nowhere/"):
        html = client.get(path, follow=True).content.decode()
        scripts = re.findall(r"<script([^>]*)>(.*?)</script>", html, re.DOTALL)
        assert len(scripts) == html.count("<script")
        assert all(re.search(r' src="/static/[^"]+"', given) and not inline for given, inline in scripts)
        assert not re.search(r"\son\w+=|\sstyle=", html)
        hosts = set(re.findall(r"""(?:src|href|action)=["'](?:https?:)?//([^/"']+)""", html))
        assert hosts == set()


def test_a_name_is_text(table: Table, cast: Cast) -> None:
    name = "<script>alert(1)</script>"
    table.players[name] = clubs.add_player(cast.sue, cast.club.pk, name)
    html = browser(cast.ann.user).get(statement(table, name)).content.decode()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_nothing_is_kept_by_caches(table: Table, cast: Cast) -> None:
    assert "no-store" in browser(cast.ann.user).get(settlement(table))["Cache-Control"]


def test_a_page_that_is_not_there_says_so_to_people(cast: Cast) -> None:
    asked = f"/nights/{uuid4()}/settlement/"
    assert "There is nothing here" in browser(cast.ann.user).get(asked).content.decode()
    assert "/sign-in/?next=/nowhere/" in Client().get("/nowhere/").content.decode()
