"""What operations have in common stands in the description once."""

import json
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from api.v1.openapi.extensions import MEANINGS
from api.v1.openapi.sharing import share
from config.settings.base import BASE_DIR
from tests.api.phone import described_paths, description

MOST_LINES = 12_000
PROBLEM = "application/problem+json"
SECURITY = [{"deviceToken": []}, {"cookieAuth": []}]


def parameter(name: str, **schema: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": schema}


def problem(*codes: str) -> dict[str, Any]:
    examples = {code: {"$ref": f"#/components/examples/{code}Problem"} for code in codes}
    return {"description": "", "content": {PROBLEM: {"examples": examples}}}


def answer(schema: str) -> dict[str, Any]:
    return {
        "description": "",
        "headers": {"E-Tag": {"schema": {"type": "string"}}},
        "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}},
    }


def operation(*parameters: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"parameters": list(parameters), "responses": {}, "security": SECURITY, **more}


def shared(*operations: dict[str, Any]) -> dict[str, Any]:
    result = {"paths": {f"/{number}/": {"get": one} for number, one in enumerate(operations)}, "components": {}}
    share(result)
    return result


def the(result: dict[str, Any], number: int) -> dict[str, Any]:
    found: dict[str, Any] = result["paths"][f"/{number}/"]["get"]
    return found


def test_what_stands_twice_becomes_a_component() -> None:
    result = shared(*(operation(parameter("page_size", type="integer")) for _ in range(2)))
    assert result["components"]["parameters"] == {"PageSize": parameter("page_size", type="integer")}
    assert (
        the(result, 0)["parameters"] == the(result, 1)["parameters"] == [{"$ref": "#/components/parameters/PageSize"}]
    )


def test_what_stands_once_stays() -> None:
    result = shared(operation(parameter("page_size")), operation(parameter("cursor")))
    assert result["components"]["parameters"] == {}
    assert the(result, 1)["parameters"] == [parameter("cursor")]


def test_of_several_with_one_name_the_usual_one_is_shared() -> None:
    usual, other = parameter("order", enum=["a"]), parameter("order", enum=["b"])
    result = shared(*(operation(deepcopy(one)) for one in (other, usual, usual, other, usual)))
    assert result["components"]["parameters"] == {"Order": usual}
    assert the(result, 0)["parameters"] == the(result, 3)["parameters"] == [other]


def test_a_response_is_named_by_its_codes_or_its_schema_and_status() -> None:
    responses = {"200": answer("Night"), "201": answer("Night"), "409": problem("Conflict", "InFlight")}
    result = shared(*(operation(responses=deepcopy(responses)) for _ in range(2)))
    assert set(result["components"]["responses"]) == {"Night", "NightCreated", "ConflictOrInFlight"}
    assert the(result, 0)["responses"]["409"] == {"$ref": "#/components/responses/ConflictOrInFlight"}
    header = result["components"]["responses"]["Night"]["headers"]["E-Tag"]
    assert header == {"$ref": "#/components/headers/ETag"}


def test_security_is_said_for_the_whole() -> None:
    opened, other = operation(), operation(security=[{"deviceToken": []}])
    del opened["security"]
    result = shared(operation(), operation(), opened, other)
    assert result["security"] == SECURITY
    assert "security" not in the(result, 0)
    assert the(result, 2)["security"] == []
    assert the(result, 3)["security"] == [{"deviceToken": []}]


def test_the_description_repeats_no_parameter_response_or_header() -> None:
    places: Counter[str] = Counter()
    for operations in description()["paths"].values():
        for one in operations.values():
            places.update(
                json.dumps(found, sort_keys=True) for found in one.get("parameters", ()) if "$ref" not in found
            )
            for response in one["responses"].values():
                if "$ref" not in response:
                    places[json.dumps(response, sort_keys=True)] += 1
                    headers = [header for header in response.get("headers", {}).values() if "$ref" not in header]
                    places.update(json.dumps(header, sort_keys=True) for header in headers)
    repeated = {text: count for text, count in places.items() if count > 1}
    # Two meanings of one name are no repetition: of those the usual one is a component.
    assert all('"in": "query"' in text or text == '{"schema": {"type": "string"}}' for text in repeated), repeated
    assert sum(repeated.values()) < 20


def test_every_reference_leads_somewhere() -> None:
    components = description()["components"]
    refs = set(_refs(description()))
    assert refs
    for ref in refs:
        _, _, section, name = ref.split("/")
        assert name in components[section], ref


def _refs(value: Any) -> Any:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _refs(one)


def test_the_file_can_be_read() -> None:
    text = (Path(BASE_DIR) / "docs" / "openapi.yaml").read_text()
    assert text.count("\n") < MOST_LINES
    assert MEANINGS not in text


def test_servers_and_security_are_there() -> None:
    whole = description()
    assert whole["servers"][0]["url"] == "/"
    assert whole["security"] == [{"deviceToken": []}, {"cookieAuth": []}]


def test_each_type_of_action_has_one_example() -> None:
    schemas = description()["components"]["schemas"]
    validator = jsonschema.Draft202012Validator
    kinds = [name for name in schemas if name.endswith("Action") and name != "Action"]
    assert len(kinds) > 10
    for name in kinds:
        (example,) = schemas[name]["examples"]
        assert example["type"] == schemas[name]["properties"]["type"]["const"]
        validator({**schemas[name], "components": description()["components"]}).validate(example)


def headers_of(name: str) -> list[dict[str, Any]]:
    return [
        one["schema"]
        for operations in described_paths().values()
        for operation in operations.values()
        for one in operation.get("parameters", ())
        if one["name"] == name
    ]


@pytest.mark.parametrize("name", ["Idempotency-Key", "Phone-Time", "If-Match"])
def test_a_header_is_a_text_with_a_pattern(name: str) -> None:
    found = headers_of(name)
    assert found
    for schema in found:
        assert schema["type"] == "string"
        assert schema["pattern"].startswith("^")
        assert schema["pattern"].endswith("$")
        assert "format" not in schema
