"""Nobody gets much work or a large answer out of this server without signing in, whatever they send wherever."""

import json
import re
import time
from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.core.throttling import MOST_ANONYMOUS_BYTES
from tests.api.conftest import Cast
from tests.api.endpoints import endpoints
from tests.api.phone import new_id, refused

MOST_BYTES = 4 * MOST_ANONYMOUS_BYTES
# Of the processor. A password that is hashed takes less; a loaded machine takes more of everything.
MOST_SECONDS = 0.5
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=x"
PART = '--x\r\nContent-Disposition: form-data; name="{}"\r\n\r\n1\r\n'


def _keys(count: int) -> str:
    return json.dumps({f"key-{number}": number for number in range(count)})


# By name: the type and the body; each as large as it may be, and larger.
BODIES = {
    "many keys": (JSON, _keys(1000)),
    "very many keys": (JSON, _keys(100_000)),
    "one long key": (JSON, json.dumps({"k" * 16_000: 1})),
    "a long text": (JSON, json.dumps({"login": "x" * 16_000, "password": "x" * 16, "device_name": "x"})),
    "a long password": (JSON, json.dumps({"login": "x", "password": "x" * 16_000, "device_name": "x"})),
    "a text of quotes": (JSON, json.dumps({"login": '"' * 8000, "password": "x" * 16, "device_name": "x"})),
    "a very long text": (JSON, json.dumps({"name": "x" * 1_000_000})),
    "deep lists": (JSON, "[" * 8000 + "]" * 8000),
    "very deep lists": (JSON, "[" * 500_000 + "]" * 500_000),
    "deep objects": (JSON, '{"a":' * 2500 + "1" + "}" * 2500),
    "many elements": (JSON, json.dumps([1] * 5000)),
    "a list for a text": (JSON, json.dumps({"name": [{"x": 1}] * 1500})),
    "a long number": (JSON, '{"name": ' + "9" * 16_000 + "}"),
    "many fields": (FORM, "&".join(f"f{number}=1" for number in range(2000))),
    "very many fields": (FORM, "&".join(f"f{number}=1" for number in range(200_000))),
    "one field very often": (FORM, "name=1&" * 2000),
    "a long field": (FORM, "username=" + "%22" * 5000 + "&password=x&name=" + "x" * 900),
    "many parts": (MULTIPART, "".join(PART.format(f"f{number}") for number in range(250)) + "--x--\r\n"),
    "very many parts": (MULTIPART, "".join(PART.format(f"f{number}") for number in range(20_000)) + "--x--\r\n"),
}


def _paths(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[str]:
    for pattern in patterns:
        route = prefix + re.sub(r"<uuid:\w+>", "00000000-0000-4000-8000-000000000000", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from _paths(pattern.url_patterns, route)
        else:
            yield re.sub(r"<(?:\w+:)?\w+>", "1", route)


PAGES = [f"/{path}" for path in _paths(get_resolver("games.urls").url_patterns, "")]
OTHERS = ["/admin/login/", "/admin/", "/offline/", "/health/ready/", "/metrics/", "/api/schema/", "/api/nowhere/"]


def _api() -> Iterator[tuple[str, str]]:
    for endpoint in endpoints():
        method, _, path = endpoint.partition(" ")
        path = re.sub(r"\{(?:game|name)\}", "guts", path)
        yield method.lower(), "/api/v1" + re.sub(r"\{\w+\}", "00000000-0000-4000-8000-000000000000", path)


def _bounded(client: Client, method: str, path: str, media: str, body: str, what: str) -> None:
    began = time.process_time()
    answer = client.generic(method.upper(), path, body, media, headers={"Idempotency-Key": new_id()})
    content = b"".join(answer) if answer.streaming else answer.content
    took = time.process_time() - began
    assert answer.status_code < 500, (method, path, what, answer.status_code)
    assert len(content) <= MOST_BYTES, (method, path, what, len(content))
    assert took <= MOST_SECONDS, (method, path, what, took)


@pytest.mark.parametrize("what", BODIES)
def test_no_operation_of_the_api_answers_or_does_much(cast: Cast, what: str) -> None:
    media, body = BODIES[what]
    for method, path in _api():
        if method != "get":
            _bounded(cast.nobody.client, method, path, media, body, what)


@pytest.mark.parametrize("what", BODIES)
def test_no_page_answers_or_does_much(cast: Cast, what: str) -> None:
    media, body = BODIES[what]
    for path in [*PAGES, *OTHERS]:
        _bounded(cast.nobody.client, "post", path, media, body, what)


@pytest.mark.parametrize(
    "header",
    [
        {"Accept": ",".join(f"a/b{number}" for number in range(1000))},
        {"Accept-Language": ",".join(f"l{number}" for number in range(1000))},
        {"Authorization": "Bearer " + "x" * 8000},
        {"Cookie": "; ".join(f"c{number}=1" for number in range(800))},
        {"Cookie": "sessionid=" + "x" * 8000},
        {"If-Match": "W/" * 4000},
        {"X-Forwarded-For": ",".join("1.1.1.1" for _ in range(1000))},
        {"Referer": "http://testserver/" + "x" * 8000},
    ],
    ids=lambda header: next(iter(header)),
)
def test_no_long_header_does_much(cast: Cast, header: dict[str, str]) -> None:
    client = Client(headers=header)
    for method, path in _api():
        _bounded(client, method, path, JSON, "", str(header)[:30]) if method != "get" else None
    for path in ["/sign-in/", "/forgotten/", "/join/x/", "/api/v1/games/", "/api/v1/clubs/", f"/join/{'x' * 4000}/"]:
        _bounded(client, "get", path, "", "", str(header)[:30])
        _bounded(client, "get", f"{path}?{'x' * 8000}&next=/{'y' * 8000}", "", "", str(header)[:30])


@pytest.mark.parametrize(
    "path", ["tokens/", "setup/", "password-resets/", "password-resets/confirm/", "invites/accept/"]
)
def test_a_large_body_is_refused_unread(cast: Cast, path: str) -> None:
    refused(cast.nobody.post(path, {"name": "x" * MOST_ANONYMOUS_BYTES}), 413, "too_large")


@pytest.mark.parametrize("path", ["/sign-in/", "/forgotten/", "/first-run/", "/join/x/", "/admin/login/"])
def test_a_large_form_is_refused_unread(cast: Cast, path: str) -> None:
    answer = cast.nobody.client.post(path, {"name": "x" * MOST_ANONYMOUS_BYTES})
    assert answer.status_code == 413
    assert "too large" in answer.content.decode()


def test_who_has_signed_in_may_send_more(cast: Cast) -> None:
    """And gets an answer of a bounded size, too."""
    answer: HttpResponse = cast.owner.post("clubs/", {f"key-{number}": 1 for number in range(50_000)})
    problem = refused(answer, 400, "bad_format")
    assert len(problem["errors"]) == 20
    assert "there are more" in problem["detail"]
    assert len(answer.content) < 10_000
