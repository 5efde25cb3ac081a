"""Coming in for the first time, and what is one's own: devices, password, e-mail address."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.accounts.services import passwords, users
from games.clubs.services import invites
from games.core.actor import Actor
from games.models import Club, Device, User
from tests.games.browser import browser
from tests.games.cast import PASSWORD, Cast, make_cast

NEW = {
    "name": "Nora",
    "password": "all-in-with-nothing",
    "email": "nora@cards.example",
    "club": "Friday",
    "currency": "JPY",
    "time_zone": "Asia/Tokyo",
}


def set_up(client: Client, **other: str) -> Any:
    return client.post(reverse("first-run"), {"token": passwords.set_up_token() or "", **NEW, **other})


def link_by_mail() -> str:
    """Where the one link leads that was mailed to who has forgotten their password."""
    (sent,) = mail.outbox
    link = re.search(r"http://testserver(/new-password/\S+)", sent.body)
    assert link
    return link[1]


def test_an_empty_installation_is_set_up_by_who_has_the_token(client: Client, db: None) -> None:
    assert client.get("/")["Location"] == client.get(reverse("sign-in"))["Location"] == reverse("first-run")
    assert "set-up token" in client.get(reverse("first-run")).content.decode()
    assert set_up(client)["Location"] == "/"
    home = client.get("/").content.decode()
    assert "Friday" in home and "Start a night" in home
    club = Club.objects.get()
    assert (club.currency, club.time_zone) == ("JPY", "Asia/Tokyo")
    assert club.members.get().role == "owner"
    assert not Device.objects.filter(revoked_at=None).exists()  # the browser has a session, and no token


def test_without_the_token_nothing_is_made(client: Client, db: None) -> None:
    answer = set_up(client, token="0" * 32)
    assert answer.status_code == 403
    html = answer.content.decode()
    assert "not the set-up token" in html and 'value="Nora"' in html and "all-in" not in html
    assert not User.objects.exists()


@pytest.mark.parametrize("wrong", [{"club": " "}, {"currency": "EURO"}, {"time_zone": "Moon"}, {"password": "1"}])
def test_account_and_club_are_made_together_or_not_at_all(client: Client, db: None, wrong: dict[str, str]) -> None:
    assert set_up(client, **wrong).status_code == 422
    assert not User.objects.exists()


def test_there_is_a_first_run_only_once(client: Client, cast: Cast) -> None:
    assert client.get(reverse("first-run"))["Location"] == reverse("sign-in")
    assert set_up(client)["Location"] == reverse("sign-in")
    assert client.get("/")["Location"] == reverse("sign-in")
    assert not User.objects.filter(name="Nora").exists()


def test_a_device_is_signed_out_from_ones_account(cast: Cast) -> None:
    ann = browser(cast.ann.user)
    _, device = users.add_device(cast.ann.user, "Ann's old phone")
    _, other = users.add_device(cast.sue.user, "Sue's phone")
    html = ann.get(reverse("account")).content.decode()
    assert "Ann&#x27;s old phone" in html and "Never used" in html and "Sue" not in html
    ann.post(reverse("device-revoke", args=[device.pk]), {"key": "one"})
    assert "old phone" not in ann.get(reverse("account")).content.decode()
    refused = ann.post(reverse("device-revoke", args=[other.pk]), {"key": "two"})
    assert refused.status_code == 404
    assert Device.objects.get(pk=other.pk).revoked_at is None


def test_a_password_is_changed_with_the_old_one(cast: Cast) -> None:
    ann = browser(cast.ann.user)
    users.add_device(cast.ann.user, "Ann's phone")
    change = reverse("password-change")
    told = ann.post(change, {"old": "wrong", "new": "all-in-with-nothing"}, follow=True).content.decode()
    assert "This is not your password" in told
    assert Device.objects.get().revoked_at is None
    told = ann.post(change, {"old": PASSWORD, "new": "1"}, follow=True).content.decode()
    assert "too short" in told
    told = ann.post(change, {"old": PASSWORD, "new": "all-in-with-nothing"}, follow=True).content.decode()
    assert "Your new password holds" in told  # and this browser is still signed in
    assert User.objects.get(pk=cast.ann.user.pk).check_password("all-in-with-nothing")
    assert Device.objects.get().revoked_at is not None


def test_an_e_mail_address_is_changed_with_the_password(cast: Cast) -> None:
    ann = browser(cast.ann.user)
    change = reverse("email-change")
    ann.post(change, {"password": "wrong", "email": "ann@cards.example"})
    assert User.objects.get(pk=cast.ann.user.pk).email == ""
    told = ann.post(change, {"password": PASSWORD, "email": "ann@cards.example"}, follow=True).content.decode()
    assert 'value="ann@cards.example"' in told


def test_passwords_are_kept_by_no_phone(cast: Cast) -> None:
    """Forms that `entries.js` would keep are those with `data-entry`: none of them takes a password."""
    for client, path in ((browser(cast.ann.user), "account"), (Client(), "sign-in"), (Client(), "forgotten")):
        html = client.get(reverse(path)).content.decode()
        for form in re.findall(r"<form.*?</form>", html, re.DOTALL):
            assert not ("data-entry" in form and 'type="password"' in form)


def test_a_forgotten_password_is_set_anew_by_mail(cast: Cast, settings: Any) -> None:
    settings.MAIL_ASIDE = False
    passwords.change_email(Actor(cast.ann.user), PASSWORD, "ann@cards.example")
    stranger = Client()
    told = [stranger.post(reverse("forgotten"), {"email": f"{who}@cards.example"}).content for who in ("ann", "nobody")]
    assert told[0] == told[1]
    assert b"is on its way" in told[0]
    done = stranger.post(link_by_mail(), {"password": "all-in-with-nothing"}).content.decode()
    assert "Your new password holds" in done
    assert User.objects.get(pk=cast.ann.user.pk).check_password("all-in-with-nothing")


def test_links_are_not_mailed_without_end(db: None, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "reset": (1, 900)}
    statuses = [Client().post(reverse("forgotten"), {"email": "x@cards.example"}).status_code for _ in range(2)]
    assert statuses == [200, 429]


def test_the_sign_in_page_leads_to_a_new_password(cast: Cast) -> None:
    assert f'href="{reverse("forgotten")}"' in Client().get(reverse("sign-in")).content.decode()


def test_who_has_no_club_founds_one(db: None) -> None:
    nora = browser(users.register("Nora", "all-in-with-nothing"))
    assert "You are in no club yet" in nora.get("/").content.decode()
    founded = nora.post(
        reverse("club-found"), {"key": "one", "club": "Friday", "currency": "EUR", "time_zone": "Europe/Paris"}
    )
    assert "Friday" in nora.get(founded["Location"]).content.decode()


def test_what_a_password_must_be_is_said_at_its_field(cast: Cast) -> None:
    html = browser(cast.ann.user).get(reverse("account")).content.decode()
    at = html.index('name="new"')
    assert 'minlength="8" aria-describedby="good-password"' in html[at : at + 200]
    assert "At least 8 characters" in html[at : at + 500]


def test_how_long_a_password_must_be_is_set_in_one_place(client: Client, db: None, settings: Any) -> None:
    """A server that wants twelve characters says so wherever a password is made, and takes none of eleven."""
    length = "django.contrib.auth.password_validation.MinimumLengthValidator"
    settings.AUTH_PASSWORD_VALIDATORS = [{"NAME": length, "OPTIONS": {"min_length": 12}}]
    html = [client.get(reverse("first-run")).content.decode()]
    assert "too short" in set_up(client, password="x" * 11).content.decode()
    cast = make_cast()
    html.append(browser(cast.ann.user).get(reverse("account")).content.decode())
    settings.MAIL_ASIDE = False
    passwords.change_email(Actor(cast.ann.user), PASSWORD, "ann@cards.example")
    client.post(reverse("forgotten"), {"email": "ann@cards.example"})
    html.append(client.get(link_by_mail()).content.decode())
    made = invites.make_invite(cast.rob, cast.club.pk)
    html.append(client.get(reverse("join", args=[invites.token_for(cast.rob, made.pk)])).content.decode())
    for page in html:
        assert 'minlength="12"' in page and "At least 12 characters" in page
