"""What is wrong about a request before anybody looks at what it asks for is a problem as well."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from games.models import Club, Device, User
from tests.api.conftest import Cast
from tests.api.phone import made, new_id, refused

CLUB = {"name": "Friday", "currency": "EUR", "time_zone": "Europe/Berlin"}


def sent(cast: Cast, path: str = "clubs/", body: object = None, **headers: str) -> HttpResponse:
    every = {**cast.owner.headers, "Idempotency-Key": new_id()}
    every |= {name.replace("_", "-"): value for name, value in headers.items()}
    raw = json.dumps(CLUB if body is None else body)
    return cast.owner.client.post(f"/api/v1/{path}", raw, content_type="application/json", headers=every)


@pytest.mark.parametrize("path", ["clubs/", "tokens/", "nights/00000000-0000-4000-8000-000000000000/close/"])
def test_a_body_without_its_length_is_refused_unread(cast: Cast, path: str) -> None:
    clubs, devices = Club.objects.count(), Device.objects.count()
    for coding in ("chunked", "gzip, chunked"):
        assert "Content-Length" in refused(sent(cast, path, Transfer_Encoding=coding), 411, "bad_format")["detail"]
    assert (Club.objects.count(), Device.objects.count()) == (clubs, devices)


def test_a_body_in_another_coding_is_refused_unread(cast: Cast) -> None:
    refused(sent(cast, Content_Encoding="gzip"), 415, "unsupported_media_type")
    made(sent(cast, Content_Encoding="identity"))


@pytest.mark.parametrize("path", ["/api/v1/clubs/", "/api/v1/tokens/", "/api/schema/", "/api/docs/", "/api/", "/api"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_another_servers_name(cast: Cast, path: str, method: str) -> None:
    response = getattr(cast.owner.client, method)(path, headers={**cast.owner.headers, "Host": "elsewhere.example"})
    refused(response, 400, "bad_format")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/schema/", "/api/docs/"])
def test_the_description_is_read_and_nothing_else(path: str) -> None:
    client = Client()
    for method in ("post", "put", "patch", "delete", "options"):
        refused(getattr(client, method)(path), 405, "method_not_allowed")
    refused(client.get(path, headers={"Accept": "image/png"}), 406, "not_acceptable")
    for query in ("format=docx", "version=%0A", "lang=%00", "lang=../x"):
        is_form = path == "/api/schema/" and query.startswith("format")
        refused(client.get(f"{path}?{query}"), *((404, "not_found") if is_form else (400, "bad_format")))


@pytest.mark.django_db
def test_the_guide_is_read_and_nothing_else() -> None:
    client = Client(enforce_csrf_checks=True)
    for method in ("post", "put", "patch", "delete", "options"):
        refused(getattr(client, method)("/api/guide/api/"), 405, "method_not_allowed")
    refused(client.get("/api/guide/settings/"), 404, "not_found")


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "post", "options"])
def test_the_api_without_its_slash_is_nowhere(method: str) -> None:
    refused(getattr(Client(), method)("/api"), 404, "not_found")


@pytest.mark.parametrize(
    "moment", ["9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+14:00", "2026-01-01T00:00:00+99:99"]
)
def test_the_ends_of_time_are_no_moments(cast: Cast, moment: str) -> None:
    refused(cast.owner.post("clubs/", CLUB, Phone_Time=moment), 400, "bad_format")
    refused(cast.owner.post("tokens/", {"login": "olga"}, Phone_Time=moment), 400, "bad_format")


def test_ids_are_read_in_either_case(cast: Cast) -> None:
    assert made(cast.owner.get(f"clubs/{cast.club.upper()}/"), 200)["id"] == cast.club


def test_who_signs_in_is_who_says_so(cast: Cast) -> None:
    """An old token or a session in the same browser has no part in it."""
    wanted: dict[str, Any] = {"login": "olga", "password": "olga-goes-all-in", "device_name": "new phone"}
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(name="kim"))
    for headers in ({"Authorization": "Bearer long-revoked"}, {"Authorization": "Bearer"}, {}):
        answer = client.post("/api/v1/tokens/", json.dumps(wanted), content_type="application/json", headers=headers)
        assert made(answer)["token"]
