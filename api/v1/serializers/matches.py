from typing import Any

from rest_framework import serializers

from api.v1.fields import Choice
from games import models


class Match(serializers.Serializer[Any]):
    """A run of hands on one board, played for pegs."""

    id = serializers.UUIDField()
    night = serializers.UUIDField(source="night_id")
    game = serializers.CharField()
    rules = serializers.DictField()
    members = serializers.ListField(child=serializers.UUIDField(), help_text="Player ids, clockwise.")
    pegs = serializers.DictField(child=serializers.IntegerField(), help_text="The hole of each player.")
    status = Choice(models.Match.Status.choices)
    leaders = serializers.ListField(child=serializers.UUIDField(), help_text="The winner, or who is tied.")
    forfeited = serializers.ListField(child=serializers.UUIDField(), help_text="Members who gave up.")
    stake = serializers.IntegerField(help_text="What each member paid into the match pot.")
    started_at = serializers.DateTimeField()
