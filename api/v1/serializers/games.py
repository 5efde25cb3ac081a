from typing import Any

from rest_framework import serializers


class HouseRule(serializers.Serializer[Any]):
    name = serializers.CharField()
    kind = serializers.CharField(help_text="`amount`, `amounts`, `count`, `hole`, `flag` or `choice`.")
    default = serializers.JSONField(help_text="Null where there is none, or it is derived.")
    derived = serializers.BooleanField(help_text="The default follows from other rules.")
    rule = serializers.CharField(help_text="Where the rules of the game say so.")
    description = serializers.CharField(source="words", help_text="What it means, in plain words.")
    choices = serializers.ListField(child=serializers.CharField(), required=False)
    min = serializers.IntegerField(required=False)
    max = serializers.IntegerField(required=False)
    max_items = serializers.IntegerField(source="most", required=False, help_text="Of `amounts`: how many at most.")
    optional = serializers.BooleanField(required=False, help_text="May be null.")


class Game(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    min_players = serializers.IntegerField(source="least_players")
    max_players = serializers.IntegerField(source="most_players")
    has_money = serializers.BooleanField(help_text="False where it is played for pegs on a board.")
    rules = HouseRule(many=True)
