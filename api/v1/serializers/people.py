from typing import Any

from rest_framework import serializers

from api.v1.fields import Secret, StrictSerializer, Text
from games.core.validators import LONGEST_ADDRESS, LONGEST_NAME

LONGEST_PASSWORD = 1000


def device_name() -> Text:
    words = "What to call this device in your list."
    return Text(max_length=LONGEST_NAME, default="A device", help_text=words)


class SignIn(StrictSerializer):
    login = Text(max_length=LONGEST_ADDRESS, help_text="The name of the account, or its e-mail address.")
    password = Secret(max_length=LONGEST_PASSWORD)
    device_name = device_name()


class Device(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    created_at = serializers.DateTimeField(source="made_at")
    last_used_at = serializers.DateTimeField(allow_null=True)
    revoked_at = serializers.DateTimeField(allow_null=True)


class Token(Device):
    token = serializers.CharField(help_text="Shown this once. Send it as `Authorization: Bearer …`.")
