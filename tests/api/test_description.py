"""The OpenAPI description: valid, complete, and without a warning."""

import io
from contextlib import redirect_stderr
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from tests.api.phone import description

METHODS = ("get", "post", "patch")


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    paths = description()["paths"]
    return [(path, method, paths[path][method]) for path in paths for method in METHODS if method in paths[path]]


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
    assert response.json()["paths"].keys() == description()["paths"].keys()


def test_it_has_every_address() -> None:
    routes = [str(pattern.pattern) for pattern in get_resolver("api.v1.urls").url_patterns]
    assert len(routes) == len(description()["paths"])


def test_operations_have_names_of_their_own() -> None:
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(set(names)) == len(names)
    assert all(operation["summary"] for _, _, operation in operations())


def test_every_write_says_that_it_takes_a_key() -> None:
    for path, method, operation in operations():
        headers = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "header"}
        takes_key = method != "get" and path != "/api/v1/tokens/"
        assert ("Idempotency-Key" in headers) == takes_key, (method, path)


def test_every_operation_describes_its_errors() -> None:
    for path, method, operation in operations():
        problems = [
            status
            for status, response in operation["responses"].items()
            if "application/problem+json" in response.get("content", {})
        ]
        assert {"400", "401"} <= set(problems), (method, path)
        for status in problems:
            content = operation["responses"][status]["content"]["application/problem+json"]
            assert content["schema"] == {"$ref": "#/components/schemas/Problem"}
            assert content["examples"]
