"""The OpenAPI description: valid, complete, and without a warning."""

import io
import re
from collections.abc import Iterator
from contextlib import redirect_stderr
from inspect import cleandoc
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from api.v1.view import ApiView
from api.v1.views.hands import HandView
from games.accounts.services import users
from tests.api.phone import described_paths, description

METHODS = ("get", "post", "patch")
# Their body or their answer is a secret, which is not kept; so no answer of theirs can be repeated.
CONFIDED = {
    "signIn",
    "setUp",
    "changeEmail",
    "changePassword",
    "requestPasswordReset",
    "resetPassword",
    "previewInvite",
    "acceptInvite",
    "joinClub",
}


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    paths = described_paths()
    return [(path, method, paths[path][method]) for path in paths for method in METHODS if method in paths[path]]


@pytest.mark.slow
def test_it_is_valid_and_made_without_a_warning() -> None:
    GENERATOR_STATS.reset()
    with redirect_stderr(io.StringIO()) as said:
        schema = SchemaGenerator().get_schema(request=None, public=True)
    validate_schema(schema)
    assert schema["openapi"].startswith("3.1")
    assert not GENERATOR_STATS, said.getvalue()


@pytest.mark.django_db
def test_it_is_served_to_everybody() -> None:
    response = Client().get("/api/schema/?format=json")
    assert response.status_code == 200
    assert response.json()["paths"].keys() == described_paths().keys()


def test_it_has_every_address() -> None:
    assert len(list(views_of(get_resolver("api.v1.urls")))) == len(described_paths())


def views_of(addresses: URLResolver) -> Iterator[URLPattern]:
    for one in addresses.url_patterns:
        if isinstance(one, URLResolver):
            yield from views_of(one)
        else:
            yield one


def test_operations_have_names_of_their_own() -> None:
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(set(names)) == len(names)
    assert all(operation["summary"] for _, _, operation in operations())


def test_every_write_says_that_it_takes_a_key() -> None:
    for path, method, operation in operations():
        headers = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "header"}
        takes_key = method != "get" and operation["operationId"] not in CONFIDED
        assert ("Idempotency-Key" in headers) == takes_key, (method, path)


def test_every_operation_describes_its_errors() -> None:
    for path, method, operation in operations():
        problems = [
            status
            for status, response in operation["responses"].items()
            if "application/problem+json" in response.get("content", {})
        ]
        always = {"400", "429"} if not operation.get("security") else {"400", "401", "429"}
        assert always <= set(problems), (method, path)
        for status in problems:
            content = operation["responses"][status]["content"]["application/problem+json"]
            assert content["schema"] == {"$ref": "#/components/schemas/Problem"}
            assert content["examples"]


def test_every_operation_is_described_to_its_readers() -> None:
    """By a docstring of its own, not by what a view says to those who write views."""
    ours = {cleandoc(view.__doc__ or "") for view in (ApiView, HandView)}
    silent = [one["operationId"] for _, _, one in operations() if one.get("description", "") in {"", *ours}]
    assert not silent, "These methods need a docstring: " + ", ".join(silent)


def test_every_group_is_introduced() -> None:
    introduced = {tag["name"] for tag in description()["tags"]}
    missing = {tag for _, _, one in operations() for tag in one["tags"]} - introduced
    assert not missing, "api/v1/openapi/prose.py has no word on: " + ", ".join(missing)


def test_every_body_and_every_answer_has_an_example() -> None:
    for path, method, operation in operations():
        bodies = [operation["requestBody"]] if "requestBody" in operation else []
        bodies += operation["responses"].values()
        for body in bodies:
            for media, described in body.get("content", {}).items():
                assert described.get("examples") or media in UNTOLD, (method, path, media)


# What no story of words can show.
UNTOLD = {"application/pdf", "application/zip", "image/png"}


@pytest.mark.django_db
def test_ones_account_leads_to_it() -> None:
    client = Client()
    client.force_login(users.register("nora", "all-in-with-nothing"))
    assert 'href="/api/docs/"' in client.get("/account/").content.decode()


@pytest.mark.django_db
def test_the_guide_is_served_with_it() -> None:
    linked = re.findall(r"\((/api/guide/[a-z-]+/)\)", description()["info"]["description"])
    assert len(linked) == 6
    for page in linked:
        answer = Client().get(page)
        assert answer.status_code == 200, page
        assert answer["Content-Type"].startswith("text/plain")
    assert Client().get("/api/guide/settings/").status_code == 404


# More than this takes a browser seconds to draw.
LARGEST_GROUP = 150_000


@pytest.mark.django_db
def test_each_group_is_a_description_of_its_own() -> None:
    shown = set()
    for tag in description()["tags"]:
        answer = Client().get(f"/api/schema/?format=json&group={tag['name']}")
        assert len(answer.content) < LARGEST_GROUP, tag["name"]
        group = answer.json()
        validate_schema(group)
        assert group["tags"] == [tag]
        shown |= {one["operationId"] for path in group["paths"].values() for one in path.values()}
    assert shown == {one["operationId"] for _, _, one in operations()}
    assert Client().get("/api/schema/?group=weather").json()["code"] == "bad_format"


@pytest.mark.django_db
def test_the_page_shows_one_group_and_links_the_others() -> None:
    first = description()["tags"][0]["name"]
    for query, group in (("", first), ("?group=hands", "hands")):
        assert Client().get(f"/api/docs/{query}").status_code == 200
        script = Client().get(f"/api/docs/{query or '?'}{'&' if query else ''}script=").content.decode()
        assert f"/api/schema/?group\\u003D{group}" in script
        linked = Client().get(f"/api/schema/?format=json&group={group}").json()["info"]["description"]
        others = {tag["name"] for tag in description()["tags"]} - {group}
        assert all(f"(/api/docs/?group={other})" in linked for other in others)
    assert Client().get("/api/docs/?group=weather&script=").json()["code"] == "bad_format"
