"""Fields that take a value only as what it is: no text for a number, no 1 for true, no unknown key.

DRF's own fields convert where they can ("5", true and 5.0 all become 5). For money and identity that is a
way to record something that nobody said.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from api.v1 import renames
from games.core.errors import BadValue
from games.core.validators import plain
from games.nights.selectors.nights import in_zone

MOST_UNKNOWN = 50
AUTHOR = "The name of the account."
IS_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses keys that it does not know."""

    def to_internal_value(self, data: object) -> Any:
        if isinstance(data, Mapping):
            # A few more than an answer lists: whoever sends 100,000 of them does not make work for each.
            unknown = list(islice((key for key in data if key not in self.fields), MOST_UNKNOWN))
            if unknown:
                raise serializers.ValidationError({key: [self._unknown(key)] for key in unknown})
        return super().to_internal_value(data)

    def _unknown(self, key: object) -> ErrorDetail:
        """What to say about a field that is not there, or is called something else now."""
        new = renames.new_field(type(self), str(key))
        if new is None:
            return ErrorDetail("There is no such field.", code="unknown")
        return ErrorDetail(f"This field is now called {new}.", code=renames.CODE)


def author(**options: Any) -> serializers.CharField:
    """The field for the person who did something: `created_by` and the like."""
    return serializers.CharField(help_text=AUTHOR, **options)


class StrictInteger(serializers.IntegerField):
    """Of any size. What an amount of money may be is for the services to say (`bad_amount`)."""

    default_error_messages = {"invalid": "A whole number is required, without quotes or decimals."}

    def to_internal_value(self, data: object) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Text(serializers.CharField):
    """One line of text as the services keep any: nothing that only controls, hides or turns around."""

    default_error_messages = {
        "invalid": "A text is required.",
        "max_length": "At most {max_length} characters are allowed.",
    }

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        # As it was sent: the bound that the description gives is one of what is sent.
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        try:
            return plain(super().to_internal_value(data))
        except BadValue as error:
            raise serializers.ValidationError(error.detail) from None


class Verbatim(serializers.CharField):
    """A text exactly as it came: neither trimmed nor normalised."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data


class Secret(Verbatim):
    """A password as typed, never given out."""

    def __init__(self, **options: Any) -> None:
        super().__init__(write_only=True, **options)


class Id(serializers.UUIDField):
    def to_internal_value(self, data: object) -> UUID:
        if not isinstance(data, str) or not IS_UUID.fullmatch(data):
            self.fail("invalid", value=data)
        return UUID(data)


class ClientId(Id):
    """The id of what is made, where the client has made it; `source` is what the service calls it."""

    def __init__(self, source: str) -> None:
        super().__init__(
            source=source, required=False, help_text="Made by the client, if it likes: any UUID that is not in use."
        )


class Choice(serializers.ChoiceField):
    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return str(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    def to_internal_value(self, data: object) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class ByPlayer(serializers.DictField):
    """An object whose keys are player ids."""

    default_error_messages = {
        "key": "The keys are ids of players.",
        "twice": "A player stands here twice.",
        "empty": "At least one player is required.",
    }

    def to_internal_value(self, data: Any) -> dict[UUID, Any]:
        values = super().to_internal_value(data)
        if not values:
            self.fail("empty")
        if not all(IS_UUID.fullmatch(key) for key in values):
            self.fail("key")
        by_player = {UUID(key): value for key, value in values.items()}
        if len(by_player) != len(values):
            self.fail("twice")
        return by_player


class NightTime(serializers.DateTimeField):
    """A moment by the clock of the night's time zone: of a night, or of what has one."""

    def get_attribute(self, instance: Any) -> datetime | None:
        moment = super().get_attribute(instance)
        return in_zone(getattr(instance, "night", instance), moment) if moment else None

    def to_representation(self, value: Any) -> str:
        # DRF would turn it to the server's zone; UTC is written as the encoder does.
        return re.sub(r"\+00:00$", "Z", value.isoformat())
