"""A signed-in device, as a client would write it; it holds every answer against the published description."""

import json
import re
import uuid
from functools import cache
from typing import Any

import jsonschema
from django.http import HttpResponse
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

API = "/api/v1/"


def new_id() -> str:
    return str(uuid.uuid4())


class Phone:
    """Paths are relative to version 1. Every write has a new key unless one is given."""

    def __init__(self, token: str = "") -> None:
        self.client = Client()
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self._checked("get", path, self.client.get(API + path, headers={**self.headers, **headers}))

    def post(self, path: str, body: object = None, key: str | None = None, **headers: str) -> HttpResponse:
        return self.send("post", path, json.dumps({} if body is None else body), key, **headers)

    def patch(self, path: str, body: object, key: str | None = None) -> HttpResponse:
        return self.send("patch", path, json.dumps(body), key)

    def send(self, method: str, path: str, raw: str | bytes, key: str | None = None, **headers: str) -> HttpResponse:
        """A body exactly as it is: JSON, unless another Content_Type is among the headers."""
        every = {"Idempotency-Key": key or new_id(), **self.headers}
        every |= {name.replace("_", "-"): value for name, value in headers.items()}
        media = every.pop("Content-Type", "application/json")
        call = getattr(self.client, method)
        response = call(API + path, data=raw, content_type=media, headers=every)
        return self._checked(method, path, response)

    def _checked(self, method: str, path: str, response: HttpResponse) -> HttpResponse:
        check_described(method, path.partition("?")[0], response)
        return response


def made(response: HttpResponse, status: int = 201) -> Any:
    """The body of an answer that must be a success."""
    assert response.status_code == status, response.content.decode()
    return response.json()


def refused(response: HttpResponse, status: int, code: str) -> Any:
    """The body of a problem that must be this one."""
    assert (response.status_code, response.json().get("code")) == (status, code), response.content.decode()
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert {"type", "title", "status", "detail", "instance", "code", "request_id"} <= set(body)
    assert body["request_id"] == response["X-Request-ID"]
    assert body["status"] == status
    assert body["detail"]
    return body


@cache
def description() -> dict[str, Any]:
    """The schema, as its readers get it."""
    return json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))


@cache
def described_paths() -> dict[str, Any]:
    """The paths of the description, with every header, parameter and response in place of the reference to it."""
    whole = description()
    paths: dict[str, Any] = _expanded(whole["paths"], whole["components"])
    for operations in paths.values():
        for operation in operations.values():
            operation.setdefault("security", whole["security"])
    return paths


def _expanded(value: Any, components: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [_expanded(one, components) for one in value]
    if not isinstance(value, dict):
        return value
    _, _, section, name = value.get("$ref", "///").split("/")[:4]
    if section in ("headers", "parameters", "responses"):
        return _expanded(components[section][name], components)
    return {key: _expanded(below, components) for key, below in value.items()}


def check_described(method: str, path: str, response: HttpResponse) -> None:
    """The answer's status, media type and body are what the description says."""
    operation = _operation(method, path)
    if operation is None:
        assert response.status_code in (404, 405), response.content.decode()
        return
    described = operation["responses"].get(str(response.status_code))
    assert described, f"{method} {path} may not answer {response.status_code}: {response.content.decode()}"
    media = response.get("Content-Type", "").partition(";")[0]
    if media in ("application/json", "application/problem+json"):
        conforms(response.json(), described["content"][media])


def conforms(value: Any, described: dict[str, Any]) -> None:
    """Raises where the value is not what this media type's schema says."""
    _validator(json.dumps(described["schema"])).validate(value)


def _operation(method: str, path: str) -> dict[str, Any] | None:
    for template, operations in described_paths().items():
        pattern = re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(template))
        if re.fullmatch(pattern, API + path):
            return operations.get(method)
    return None


@cache
def operation_named(name: str) -> tuple[str, str]:
    """Its method, and its path below version 1."""
    for path, operations in described_paths().items():
        for method, operation in operations.items():
            if isinstance(operation, dict) and operation.get("operationId") == name:
                return method, path.removeprefix(API)
    raise AssertionError(f"The description has no operation {name}.")


@cache
def _validator(schema: str) -> jsonschema.Draft202012Validator:
    whole = {**json.loads(schema), "components": description()["components"]}
    return jsonschema.Draft202012Validator(whole)
