"""drf-spectacular's last steps: what it could not read off the code is put in."""

from typing import Any

from api.v1.openapi import examples, headers, moves, sharing, tables
from api.v1.openapi.extensions import MEANINGS
from api.v1.openapi.prose import INTRODUCTION, TAGS
from api.v1.openapi.shapes import Schema


def put_in_shapes(result: Schema, **_: Any) -> Schema:
    """Actions, offers, tables and results are put together by the engine: their shapes are written by hand."""
    schemas = result["components"]["schemas"]
    schemas.update(moves.components())
    schemas.update(tables.components())
    hand = schemas["Hand"]["properties"]
    hand["table"] = {"$ref": "#/components/schemas/Table"}
    hand["result"] = moves.nothing_or("HandResult")
    schemas["NamedHandResult"]["properties"]["result"] = {"$ref": "#/components/schemas/HandResult"}
    schemas["Problem"]["properties"]["legal"]["items"] = {"$ref": "#/components/schemas/Offer"}
    schemas["Problem"]["properties"]["hand"] = {"$ref": "#/components/schemas/Hand"}
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def put_in_meanings(result: Schema, **_: Any) -> Schema:
    """What the words of a choice mean, in its description: generators of clients take only the words themselves."""
    _describe_words(result["components"]["schemas"])
    return result


def _describe_words(value: Any) -> None:
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in below:
        _describe_words(one)
    if isinstance(value, dict) and MEANINGS in value:
        words = "; ".join(f"`{word}`: {meaning}" for word, meaning in value.pop(MEANINGS).items())
        value["description"] = " ".join(filter(None, (value.get("description"), f"{words}.")))


def put_in_examples(result: Schema, **_: Any) -> Schema:
    """Each request and each success as it was in a real run, and each problem."""
    examples.put_in(result)
    return result


def put_in_headers(result: Schema, **_: Any) -> Schema:
    """What every answer has, and what a refusal for being too often has."""
    result["components"]["headers"] = headers.COMPONENTS
    for operations in result["paths"].values():
        for operation in operations.values():
            headers.put_in(operation)
    return result


def put_in_components(result: Schema, **_: Any) -> Schema:
    """What operations have in common, said once. The last step: it looks at what the others have made."""
    sharing.share(result)
    return result


def put_in_prose(result: Schema, **_: Any) -> Schema:
    used = {tag for operations in result["paths"].values() for one in operations.values() for tag in one["tags"]}
    result["info"]["description"] = INTRODUCTION
    result["tags"] = [{"name": name, "description": TAGS[name]} for name in TAGS if name in used]
    result["externalDocs"] = {"url": "/api/guide/api/", "description": "Building on the API"}
    return result
