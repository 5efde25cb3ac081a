"""JSON Schemas in few words."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.engine.cards import NAMES

Schema = dict[str, Any]

WHOLE: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
TEXT: Schema = {"type": "string"}
PLAYER: Schema = {"type": "string", "format": "uuid", "description": "A player's id."}


def described(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description}


def listed(items: Schema, **bounds: Any) -> Schema:
    return {"type": "array", "items": items, **bounds}


def by_player(values: Schema) -> Schema:
    """An object whose keys are ids of players."""
    return {"type": "object", "additionalProperties": values}


def nullable(schema: Schema) -> Schema:
    """Also null."""
    return {"oneOf": [schema, {"type": "null"}]}


def words(*choices: str) -> Schema:
    return {"type": "string", "enum": list(choices)}


def exact(properties: Mapping[str, Schema], optional: Iterable[str] = (), description: str = "") -> Schema:
    """An object of these properties and no others."""
    left_out = set(optional)
    schema: Schema = {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in left_out],
        "additionalProperties": False,
    }
    return schema | ({"description": description} if description else {})


def one_of(property_name: str, refs: Mapping[str, str], description: str) -> Schema:
    """One of several components, told apart by the value of a property."""
    mapping = {value: f"#/components/schemas/{name}" for value, name in refs.items()}
    return {
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
        "discriminator": {"propertyName": property_name, "mapping": mapping},
        "description": description,
    }


def camel(name: str) -> str:
    """`bluff-n-peg` as `BluffNPeg`."""
    return "".join(part.capitalize() for part in name.replace("_", "-").split("-"))


CARD_COMPONENT: Schema = {
    "type": "string",
    "enum": list(NAMES),
    "description": "Rank and suit, such as `Qh` or `Ts`; `JK` is the joker.",
}
CARD: Schema = {"$ref": "#/components/schemas/Card"}
