"""What the OpenAPI description must be told, because it cannot be read off the views."""

from typing import Any

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction

# Where a schema has the meanings of its words until the last steps.
MEANINGS = "x-meanings"


class DeviceToken(OpenApiAuthenticationExtension):
    target_class = "api.v1.authentication.TokenAuthentication"
    name = "deviceToken"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "The token that `POST /api/v1/tokens/` gave this device.",
        }


class OneOrMany(OpenApiSerializerExtension):
    target_class = "api.v1.serializers.actions.Actions"

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        return "Actions"

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        from api.v1.serializers.actions import Batch
        from api.v1.serializers.hands import Action

        either = [auto_schema.resolve_serializer(one, direction).ref for one in (Action, Batch)]
        return {"oneOf": either}


class FileAsItIs(OpenApiSerializerExtension):
    target_class = "api.v1.serializers.formats.ArchiveFile"

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        return "ArchiveFile"

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        return {"type": "string", "format": "binary"}


class Words(OpenApiSerializerFieldExtension):
    """A choice as an enumeration. `hooks.put_in_meanings` adds what its words mean."""

    target_class = "api.v1.fields.Choice"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        choices = self.target.choices
        meanings = {
            word: str(meaning) for word, meaning in choices.items() if word.replace("_", " ") != str(meaning).lower()
        }
        return {"type": "string", "enum": list(choices), **({MEANINGS: meanings} if meanings else {})}


class SeenText(OpenApiSerializerFieldExtension):
    """A text that may not be empty is not one of blanks either."""

    target_class = "api.v1.fields.Text"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer_field(self.target, direction, bypass_extensions=True)
        return schema if self.target.allow_blank else {**schema, "minLength": 1, "pattern": r"\S"}
