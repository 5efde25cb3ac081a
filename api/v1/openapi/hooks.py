"""drf-spectacular's last steps: what it could not read off the code is put in."""

from typing import Any

from api.v1.openapi import examples, moves, tables
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
    schemas["Result"]["properties"]["result"] = {"$ref": "#/components/schemas/HandResult"}
    schemas["Problem"]["properties"]["legal"]["items"] = {"$ref": "#/components/schemas/Offer"}
    schemas["Problem"]["properties"]["hand"] = {"$ref": "#/components/schemas/Hand"}
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def put_in_examples(result: Schema, **_: Any) -> Schema:
    """Each request and each success as it was in a real run; problems once, and referred to."""
    for operations in result["paths"].values():
        for operation in operations.values():
            examples.put_in(operation)
    result["components"]["examples"] = examples.shared(result["paths"])
    return result


def put_in_prose(result: Schema, **_: Any) -> Schema:
    used = {tag for operations in result["paths"].values() for one in operations.values() for tag in one["tags"]}
    result["info"]["description"] = INTRODUCTION
    result["tags"] = [{"name": name, "description": TAGS[name]} for name in TAGS if name in used]
    result["externalDocs"] = {"url": "/api/guide/api/", "description": "Building on the API"}
    return result
