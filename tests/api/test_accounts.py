"""Accounts: the first one, passwords changed and forgotten."""

import re
import time

import pytest
from django.core import mail
from django.test import Client

from games.accounts.services import passwords, users
from games.models import User
from tests.api.conftest import Cast, phone_of
from tests.api.phone import Phone, made, refused

FIRST = {"name": "olga", "password": "olga-goes-all-in"}


@pytest.mark.slow
@pytest.mark.django_db
def test_the_first_account_needs_the_token_of_the_terminal() -> None:
    nobody, token = Phone(), passwords.set_up_token()
    for wrong in ("", "x", "\u00e9"):
        code = ("bad_format", 400) if not wrong else ("not_authenticated", 401)
        refused(nobody.post("setup/", {**FIRST, "token": wrong}), code[1], code[0])
    refused(nobody.post("setup/", {**FIRST, "token": token, "password": "short"}), 400, "bad_format")
    device = made(nobody.post("setup/", {**FIRST, "token": token}))
    owner = Phone(device["token"])
    assert made(owner.get("account/"), 200)["name"] == "olga"
    assert User.objects.get().is_superuser
    refused(nobody.post("setup/", {**FIRST, "name": "eve", "token": token}), 409, "conflict")
    assert passwords.set_up_token() is None


def test_a_changed_password_signs_out_the_others(cast: Cast) -> None:
    other = made(cast.nobody.post("tokens/", {"login": "pat", "password": "pat-goes-all-in"}))["token"]
    change = {"current_password": "pat-goes-all-in", "new_password": "pat-folds-again"}
    refused(cast.player.post("account/password/", {**change, "current_password": "wrong"}), 403, "forbidden")
    refused(cast.player.post("account/password/", {**change, "new_password": "12345678"}), 400, "bad_format")
    made(cast.player.post("account/password/", change), 200)
    made(cast.player.get("account/"), 200)
    refused(Phone(other).get("account/"), 401, "not_authenticated")
    refused(cast.nobody.post("tokens/", {"login": "pat", "password": "pat-goes-all-in"}), 401, "not_authenticated")
    made(cast.nobody.post("tokens/", {"login": "pat", "password": "pat-folds-again"}))


def test_an_address_is_changed_with_the_password(cast: Cast) -> None:
    wanted = {"password": "pat-goes-all-in", "email": "Pat@Example.org"}
    refused(cast.player.post("account/email/", {**wanted, "password": "wrong"}), 403, "forbidden")
    refused(cast.player.post("account/email/", {**wanted, "email": "pat"}), 400, "bad_format")
    assert made(cast.player.post("account/email/", wanted), 200)["email"] == "Pat@example.org"
    other = {"password": "kim-goes-all-in", "email": "pat@example.org"}
    refused(cast.scorekeeper.post("account/email/", other), 409, "conflict")
    assert made(cast.player.post("account/email/", {**wanted, "email": ""}), 200)["email"] == ""


def link() -> dict[str, str]:
    user, token = re.findall(r"/new-password/([^/]+)/([^/]+)/", str(mail.outbox[-1].body))[0]
    return {"account": user, "token": token}


@pytest.mark.django_db
def test_a_forgotten_password_is_set_by_a_mailed_link_once() -> None:
    users.register("Rob", "rob-goes-all-in", "rob@example.org")
    nobody, old = Phone(), phone_of("sue")
    known = nobody.post("password-resets/", {"email": "ROB@example.org"})
    unknown = nobody.post("password-resets/", {"email": "nobody@example.org"})
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content) == (202, known.content)
    assert [one.to for one in mail.outbox] == [["rob@example.org"]]
    reset = {**link(), "password": "rob-folds-again"}
    refused(nobody.post("password-resets/confirm/", {**reset, "token": "x-y"}), 401, "not_authenticated")
    refused(nobody.post("password-resets/confirm/", {**reset, "password": "rob"}), 400, "bad_format")
    made(nobody.post("password-resets/confirm/", reset), 200)
    refused(nobody.post("password-resets/confirm/", reset), 401, "not_authenticated")
    made(nobody.post("tokens/", {"login": "rob@example.org", "password": "rob-folds-again"}))
    made(old.get("account/"), 200)


@pytest.mark.django_db
def test_the_mailed_link_is_a_page() -> None:
    users.register("Rob", "rob-goes-all-in", "rob@example.org")
    Phone().post("password-resets/", {"email": "rob@example.org"})
    path, browser = "/new-password/{account}/{token}/".format(**link()), Client(enforce_csrf_checks=True)
    page = browser.get(path)
    assert page.headers["Referrer-Policy"] == "same-origin"
    csrf = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    assert browser.post(path, {**csrf, "password": "rob"}).status_code == 422
    assert browser.post(path, {**csrf, "password": "rob-folds-again"}).status_code == 200
    assert browser.post(path, {**csrf, "password": "rob-raises-now"}).status_code == 422
    users.sign_in("Rob", "rob-folds-again", "phone")


@pytest.mark.django_db
def test_a_slow_mail_server_tells_nothing(monkeypatch: pytest.MonkeyPatch, settings: object) -> None:
    """The mail is sent aside, whether there is an account or not: the answer does not wait for it."""
    settings.MAIL_ASIDE = True  # type: ignore[attr-defined]
    monkeypatch.setattr(passwords, "_mail", lambda *_: time.sleep(0.3))
    began = time.monotonic()
    made(Phone().post("password-resets/", {"email": "rob@example.org"}), 202)
    assert time.monotonic() - began < 0.3
