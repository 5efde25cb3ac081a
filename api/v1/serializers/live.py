"""Live events of a night."""

from typing import Any

from rest_framework import serializers

from games.models import Entry


class NightEvent(serializers.Serializer[Any]):
    """One thing that happened. It never changes, and reads the same for every member."""

    number = serializers.IntegerField(help_text="From 1, without gaps, in the order in which it was kept.")
    kind = serializers.CharField(help_text=f"What was entered: {', '.join(Entry.Kind.values)}.")
    hand = serializers.UUIDField(allow_null=True)
    version = serializers.IntegerField(allow_null=True, help_text="The version of the hand with this; 0 is the deal.")
    ended = serializers.BooleanField(help_text="Whether with this the hand was over.")
    reveals = serializers.BooleanField(help_text="Whether with this all had declared, and it may be seen.")
    player = serializers.UUIDField(allow_null=True)
    entry = serializers.UUIDField()
    created_at = serializers.DateTimeField()
    body = serializers.DictField(
        help_text="What was entered, in short. Of a secret declaration only who made it, also later."
    )


class NightEvents(serializers.Serializer[Any]):
    events = NightEvent(many=True)
    last = serializers.IntegerField(help_text="The number of the night's last event: more than these where it is.")
