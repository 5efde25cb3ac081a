"""What a server writes down of an evening with secrets in it: none of them."""

import logging
from collections.abc import Iterator
from io import StringIO
from logging.config import dictConfig

import pytest
from django.conf import settings

from config import logs
from games.models import User
from tests.api.conftest import Cast
from tests.api.phone import Phone, made

WRONG, NEW, PASSWORD = "wr0ng-passw0rd", "n3w-passw0rd-of-mine", "gil-goes-all-in"


@pytest.fixture
def written() -> Iterator[StringIO]:
    """All that the handler of a served installation writes, from INFO on."""
    stream = StringIO()
    made = logs.logging_of("INFO", "json")
    made["handlers"]["stderr"]["stream"] = stream
    dictConfig(made)
    yield stream
    logging.config.dictConfig(settings.LOGGING)


def test_no_password_token_or_link_is_written_down(cast: Cast, written: StringIO) -> None:
    nobody = Phone()
    nobody.post("tokens/", {"login": "pat", "password": WRONG})
    token = made(nobody.post("tokens/", {"login": "pat", "password": "pat-goes-all-in"}))["token"]
    Phone(token).post("account/password/", {"current_password": WRONG, "new_password": NEW})
    Phone("never-a-token").get("account/")
    invite = made(cast.owner.post(f"clubs/{cast.club}/invites/", {}))["id"]
    link = made(cast.owner.get(f"invites/{invite}/link/"), 200)["token"]
    nobody.post("invites/accept/", {"token": link, "name": "gil", "password": PASSWORD})
    nobody.client.get(f"/join/{link}/")
    nobody.client.get(f"/join/{link}/?next=/{WRONG}/")
    User.objects.filter(name="pat").update(email="pat@example.org")
    nobody.post("password-resets/", {"email": "pat@example.org"})
    for secret in (WRONG, NEW, PASSWORD, "pat-goes-all-in", token, "never-a-token", link):
        assert secret not in written.getvalue(), secret
    assert written.getvalue().count("request_finished") >= 8


def test_a_fault_of_ours_writes_no_body_down(cast: Cast, written: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("games.accounts.services.users.sign_in", broken)
    cast.nobody.client.raise_request_exception = False
    answer = cast.nobody.client.post(
        "/api/v1/tokens/", {"login": "pat", "password": WRONG}, content_type="application/json"
    )
    assert answer.status_code == 500
    assert "a fault of ours" in written.getvalue()
    assert WRONG not in written.getvalue()
