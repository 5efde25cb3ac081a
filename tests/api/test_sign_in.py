"""Tokens: given once, kept as a hash, taken away."""

import hashlib

import pytest
from django.test import Client

from games.models import Answer, Device
from tests.api.conftest import Cast
from tests.api.phone import Phone, made, refused

ENTER = {"login": "kim", "password": "kim-goes-all-in", "device_name": "Kim's phone"}


def test_a_token_is_shown_once_and_kept_as_a_hash(cast: Cast) -> None:
    answer = made(cast.nobody.post("tokens/", ENTER))
    device = Device.objects.get(pk=answer["id"])
    assert device.token_hash == hashlib.sha256(answer["token"].encode()).hexdigest()
    assert made(Phone(answer["token"]).get("clubs/"), 200)["results"][0]["id"] == cast.club
    listed = made(Phone(answer["token"]).get("tokens/"), 200)["results"]
    assert "Kim's phone" in [one["name"] for one in listed]
    assert answer["token"] not in str(listed) + str(list(Answer.objects.values_list("body")))


def test_a_revoked_token_is_worthless(cast: Cast) -> None:
    answer = made(cast.nobody.post("tokens/", ENTER))
    phone = Phone(answer["token"])
    refused(cast.player.post(f"tokens/{answer['id']}/revoke/"), 404, "not_found")
    assert made(phone.post(f"tokens/{answer['id']}/revoke/"), 200)["revoked_at"]
    refused(phone.get("clubs/"), 401, "not_authenticated")


@pytest.mark.parametrize("wrong", [{"password": "kim goes all in"}, {"login": "nobody"}])
def test_a_wrong_password_and_a_wrong_name_are_told_alike(cast: Cast, wrong: dict[str, str]) -> None:
    response = cast.nobody.post("tokens/", {**ENTER, **wrong})
    problem = refused(response, 401, "not_authenticated")
    assert response["WWW-Authenticate"]
    assert problem["detail"] == "Name and password do not belong together."


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer none", "Bearer é", "Basic a2ltOmtpbQ=="])
def test_without_a_token_nothing_is_told(cast: Cast, header: str) -> None:
    phone = Phone()
    phone.headers = {"Authorization": header}
    response = phone.get("clubs/")
    refused(response, 401, "not_authenticated")
    assert response["WWW-Authenticate"] == 'Bearer realm="tableside"'


def test_whoever_is_signed_in_to_the_pages_may_use_the_docs(cast: Cast) -> None:
    phone = Phone()
    phone.client.force_login(Device.objects.get(user__name="kim").user)
    assert made(phone.get("clubs/"), 200)["results"]
    docs = phone.client.get("/api/docs/")
    assert docs.status_code == 200
    page = docs.content.decode()
    assert "swagger-ui" in page
    assert "https://" not in page
    assert "//cdn" not in page


def test_a_session_writes_only_with_its_csrf_token(cast: Cast) -> None:
    phone = Phone()
    phone.client = Client(enforce_csrf_checks=True)
    phone.client.force_login(Device.objects.get(user__name="kim").user)
    refused(phone.post(f"clubs/{cast.club}/players/", {"name": "Ann"}), 403, "forbidden")
