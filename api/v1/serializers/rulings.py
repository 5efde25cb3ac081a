"""Rulings: what is asked for, and what it changes."""

from typing import Any

from rest_framework import serializers

from api.v1.fields import ByPlayer, StrictInteger, StrictSerializer, Text
from api.v1.serializers.corrections import HandChange, MatchChange, Moves, ValueChange
from api.v1.serializers.hands import Hand
from games.core.validators import LONGEST_REASON

MOST_CALLED_OFF = 500


class PreviewRuling(StrictSerializer):
    net = ByPlayer(
        child=StrictInteger(),
        required=False,
        help_text="Of a hand for money: what each player has won, or, negative, lost, with the ruling.",
    )
    carry = StrictInteger(required=False, help_text="What is carried to the next deal; as it is unless given.")
    peg_moves = ByPlayer(
        child=StrictInteger(),
        required=False,
        help_text="Of a hand for pegs: by how many holes each player's peg moves, or, negative, moves back.",
    )
    call_off = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        max_length=MOST_CALLED_OFF,
        help_text="Later hands of the match that are called off where they could not have been dealt any more.",
    )


class RuleOnHand(PreviewRuling):
    reason = Text(max_length=LONGEST_REASON)


class RulingPreview(serializers.Serializer[Any]):
    net = serializers.DictField(child=ValueChange(), help_text="By player.")
    carry = ValueChange()
    peg_moves = serializers.DictField(child=ValueChange(), help_text="By player.")
    called_off = serializers.ListField(
        child=serializers.UUIDField(), help_text="Those of the later hands that are called off."
    )
    later = HandChange(many=True, help_text="Later hands that change, since pegs stand elsewhere.")
    matches = MatchChange(many=True)
    moves = Moves()
    warnings = serializers.DictField(child=serializers.CharField(), help_text="A sentence by its code.")


class RulingResult(serializers.Serializer[Any]):
    changes = RulingPreview()
    hand = Hand()
