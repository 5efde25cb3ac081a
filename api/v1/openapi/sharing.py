"""Moves what several operations have in common into components, so that the description says it once.

Whatever stands in two places, word for word alike, becomes a component, and both places refer to it. Where several
different things would have the same name, the one that is used most gets it, and the others stay where they are.
"""

import json
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from api.v1.openapi.shapes import Schema
from api.v1.problems import CONTENT_TYPE

# Where something stands: what contains it, and its key or index there.
Place = tuple[Any, Any]
Namer = Callable[[Place], str | None]

NO_SECURITY: list[Any] = []


def share(result: Schema) -> None:
    """Move parameters, headers, responses and security of the operations to where they are said once."""
    operations = [one for path in result["paths"].values() for one in path.values()]
    components = result["components"]
    responses = [(one["responses"], status) for one in operations for status in one["responses"]]
    headers = [(value_at(place)["headers"], name) for place in responses for name in value_at(place).get("headers", ())]
    parameters = [(one["parameters"], index) for one in operations for index in range(len(one.get("parameters", ())))]
    components["headers"] = components.get("headers", {}) | _shared(headers, "headers", _name_of_header)
    components["parameters"] = _shared(parameters, "parameters", _name_of_parameter)
    components["responses"] = _shared(responses, "responses", _name_of_response)
    _share_security(result, operations)


def _shared(places: list[Place], section: str, name_of: Namer) -> Schema:
    """The components; each place that has one of them refers to it from now on."""
    texts = {id_of(place): json.dumps(value_at(place), sort_keys=True) for place in places}
    uses = Counter((name_of(place), texts[id_of(place)]) for place in places if "$ref" not in value_at(place))
    winners: dict[str, str] = {}
    for (name, text), count in uses.most_common():
        if name is not None and count > 1:
            winners.setdefault(name, text)
    found: Schema = {}
    for place in places:
        name = None if "$ref" in value_at(place) else name_of(place)
        if name is not None and winners.get(name) == texts[id_of(place)]:
            container, key = place
            found[name] = container[key]
            container[key] = {"$ref": f"#/components/{section}/{name}"}
    return dict(sorted(found.items()))


def id_of(place: Place) -> tuple[int, Any]:
    return id(place[0]), place[1]


def value_at(place: Place) -> Any:
    container, key = place
    return container[key]


def _name_of_header(place: Place) -> str | None:
    return camel_of(str(place[1]))


def _name_of_parameter(place: Place) -> str | None:
    return camel_of(value_at(place)["name"])


def _name_of_response(place: Place) -> str | None:
    """A problem is named by its codes, an answer by its schema and by what it says of it beside 200."""
    content = value_at(place).get("content", {})
    if CONTENT_TYPE in content:
        refs = (example["$ref"] for example in content[CONTENT_TYPE]["examples"].values())
        return "Or".join(ref.rpartition("/")[2].removesuffix("Problem") for ref in refs)
    schema = content.get("application/json", {}).get("schema", {}).get("$ref")
    if schema is None:
        return None
    status = HTTPStatus(int(place[1]))
    return schema.rpartition("/")[2] + ("" if status == HTTPStatus.OK else camel_of(status.phrase))


def _share_security(result: Schema, operations: list[Schema]) -> None:
    """How to sign in is said for the whole; an operation that is open to everybody says so."""
    ways = Counter(json.dumps(one["security"]) for one in operations if one.get("security"))
    ((usual, _),) = ways.most_common(1)
    result["security"] = json.loads(usual)
    for one in operations:
        if not one.get("security"):
            one["security"] = NO_SECURITY
        elif json.dumps(one["security"]) == usual:
            del one["security"]


def camel_of(name: str) -> str:
    """`Idempotency-Key` as `IdempotencyKey`, `page_size` as `PageSize`, `ETag` as it is."""
    return "".join(part[:1].upper() + part[1:] for part in name.replace("_", "-").replace(" ", "-").split("-"))
