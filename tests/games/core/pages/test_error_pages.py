"""What somebody is told on a page when there is none to show."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.core.errors import Forbidden
from games.reports.pages import reports
from tests.games.browser import browser
from tests.games.cast import Cast, Table


def statement(table: Table) -> str:
    return reverse("statement-page", args=[table.players["Ann"].pk])


def test_bad_input_gets_its_sentence(table: Table, cast: Cast) -> None:
    answer = browser(cast.ann.user).get(statement(table), {"since": "yesterday"})
    assert answer.status_code == 400
    assert "This was not understood" in answer.content.decode()
    assert "day" in answer.content.decode().partition("</h1>")[2]


def test_what_is_suspicious_is_not_explained(cast: Cast) -> None:
    answer = browser(cast.ann.user).get(reverse("sign-in"), headers={"host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "elsewhere" not in answer.content.decode()


def test_what_is_not_ones_own_to_do(table: Table, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any) -> None:
        raise Forbidden("Only <admins> may.")

    monkeypatch.setattr(reports, "statement", forbidden)
    answer = browser(cast.ann.user).get(statement(table))
    assert answer.status_code == 403
    assert "Only &lt;admins&gt; may." in answer.content.decode()


def test_a_fault_of_ours_is_called_one(table: Table, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("the password is 12345")

    monkeypatch.setattr(reports, "statement", broken)
    client = browser(cast.ann.user)
    client.raise_request_exception = False
    answer = client.get(statement(table))
    assert answer.status_code == 500
    assert "fault of the server" in answer.content.decode()
    assert "12345" not in answer.content.decode()


def test_a_form_from_elsewhere_is_told_so(cast: Cast) -> None:
    answer = Client(enforce_csrf_checks=True).post(reverse("sign-in"), {"username": "Sue"})
    assert answer.status_code == 403
    assert "did not come from its page" in answer.content.decode()
    assert "<style" not in answer.content.decode()
