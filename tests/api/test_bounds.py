"""The bounds in the description are the bounds that the server keeps, on both sides of each."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse

from tests.api.conftest import Cast
from tests.api.phone import Phone, description, made, new_id, refused
from tests.api.test_sharing import headers_of

CLUB = {"name": "Monday", "currency": "EUR", "time_zone": "Europe/Berlin"}


def with_header(phone: Phone, name: str, value: str) -> HttpResponse:
    headers = {"Idempotency-Key": new_id(), **phone.headers, name: value}
    answer: Any = phone.client.post("/api/v1/clubs/", CLUB, content_type="application/json", headers=headers)
    return answer


@pytest.mark.parametrize("key", ["!", "~" * 255, "a", "", " ", "x" * 256, "schlüssel", "a b", "a\tb"])
def test_a_key(cast: Cast, key: str) -> None:
    (schema,) = {repr(one): one for one in headers_of("Idempotency-Key")}.values()
    fits = schema["minLength"] <= len(key) <= schema["maxLength"] and re.search(schema["pattern"], key) is not None
    answer = with_header(cast.owner, "Idempotency-Key", key)
    made(answer) if fits else refused(answer, 400, "bad_format")


MOMENTS = [
    *("2026-01-15T20:30:00+01:00", "2026-01-15 20:30Z", "2026-01-15T20:30:00.123456Z", "2026-01-15T20:30:00+0100"),
    *("2026-01-15T20:30:00", "20260115T203000Z", "2026-W03-4T20:30:00Z", "2026-01-15", "now", "2026-01-15T20:30:00z"),
]


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_phones_time(cast: Cast, moment: str) -> None:
    (schema,) = {repr(one): one for one in headers_of("Phone-Time")}.values()
    answer = with_header(cast.owner, "Phone-Time", moment)
    made(answer) if re.search(schema["pattern"], moment) else refused(answer, 400, "bad_format")


@pytest.mark.parametrize("size", [0, 1, 200, 201])
def test_a_page(cast: Cast, size: int) -> None:
    schema = description()["components"]["parameters"]["PageSize"]["schema"]
    answer = cast.owner.get(f"clubs/?page_size={size}")
    fits = schema["minimum"] <= size <= schema["maximum"]
    made(answer, 200) if fits else refused(answer, 400, "bad_format")


@pytest.mark.parametrize("name", ["", " ", "x", "x" * 80, "x" * 81, "x" * 80 + " ", " \t"])
def test_a_text(cast: Cast, name: str) -> None:
    schema = description()["components"]["schemas"]["CreateClubRequest"]["properties"]["name"]
    fits = schema["minLength"] <= len(name) <= schema["maxLength"] and re.search(schema["pattern"], name) is not None
    answer = cast.owner.post("clubs/", {**CLUB, "name": name})
    made(answer) if fits else refused(answer, 400, "bad_format")


def texts(schema: dict[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every text below a schema that is free: no id, date, word of a choice, or card."""
    if schema.get("type") == "string" and not {"enum", "const", "format"} & set(schema):
        yield path, schema
    for name, below in schema.get("properties", {}).items():
        yield from texts(below, f"{path}.{name}")
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from texts(schema[key], f"{path}.{key}")


def test_every_text_of_a_request_has_a_length() -> None:
    schemas = description()["components"]["schemas"]
    found = [
        one
        for name, schema in schemas.items()
        if name.endswith(("Request", "Action")) and name != "ChipRequest"  # which is what is answered
        for one in texts(schema, name)
    ]
    assert len(found) > 30
    assert [path for path, schema in found if "maxLength" not in schema] == []
