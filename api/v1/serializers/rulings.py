"""Rulings: what is asked for, and what it changes."""

from typing import Any

from rest_framework import serializers

from api.v1.fields import ByPlayer, StrictInteger, StrictSerializer, Text
from api.v1.serializers.corrections import Change
from api.v1.serializers.hands import Hand, RulingLine
from games.services.text import LONGEST_REASON


class RulingAsked(StrictSerializer):
    net = ByPlayer(child=StrictInteger(), help_text="What each player has won, or, negative, lost, with the ruling.")
    carry = StrictInteger(required=False, help_text="What is carried to the next deal; as it is unless given.")


class NewRuling(RulingAsked):
    reason = Text(max_length=LONGEST_REASON)


class RulingMoves(serializers.Serializer[Any]):
    """What each account moves by, in minor units."""

    chips = serializers.DictField(child=serializers.IntegerField())
    balances = serializers.DictField(child=serializers.IntegerField())
    pot = serializers.IntegerField()


class RulingPreview(serializers.Serializer[Any]):
    net = serializers.DictField(child=Change(), help_text="By player.")
    carry = Change()
    moves = RulingMoves()


class Ruled(serializers.Serializer[Any]):
    changes = RulingPreview()
    hand = Hand()


class RulingList(serializers.Serializer[Any]):
    rulings = RulingLine(many=True)
