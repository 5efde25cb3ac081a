"""What a hand was in truth, and what follows from it."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.v1.fields import ByPlayer, Flag, Id, StrictInteger, StrictSerializer, Text
from api.v1.problems import Problem
from api.v1.serializers.actions import MAX_ACTIONS, action_of
from api.v1.serializers.hands import Action, Adjustment, Hand
from api.v1.serializers.nights import MINOR_UNITS
from games.core.validators import LONGEST_REASON


class CorrectedPlayer(StrictSerializer):
    player = Id(source="name")
    stack = StrictInteger(required=False, help_text=f"As before, or as the book says, unless given. {MINOR_UNITS}")


@extend_schema_field(Action(many=True))
class ActionList(serializers.Field[Any, Any, Any, Any]):
    """Their content is for the engine to judge."""

    def to_internal_value(self, data: object) -> list[dict[str, Any]]:
        if not isinstance(data, list):
            raise serializers.ValidationError("A list of actions is required.")
        if len(data) > MAX_ACTIONS:
            raise Problem("too_large", f"A hand may have {MAX_ACTIONS} actions at most.")
        return [action_of(action, index) for index, action in enumerate(data)]


class CorrectionChange(StrictSerializer):
    """Only what is to be corrected, in the words of the hand file, players by their ids."""

    dealer = Id(required=False)
    players = CorrectedPlayer(many=True, required=False, help_text="Everyone who was dealt in, clockwise.")
    rules = serializers.DictField(required=False, help_text="The house rules that were announced, all of them.")
    carry = StrictInteger(required=False)
    antes_paid_by = Id(required=False, allow_null=True)
    pegs = ByPlayer(child=StrictInteger(), required=False)
    tiebreak = Flag(required=False)
    actions = ActionList(required=False, help_text="All actions of the hand anew, to its end.")
    net = ByPlayer(
        child=StrictInteger(), required=False, help_text="Of a hand of which only the result is known: its new nets."
    )


class PreviewCorrection(StrictSerializer):
    change = CorrectionChange()


class CorrectHand(StrictSerializer):
    change = CorrectionChange()
    reason = Text(max_length=LONGEST_REASON)
    as_adjustment = Flag(
        required=False,
        default=False,
        help_text="Correct in money alone, where the preview has an `adjustment`: the hand stays as it is recorded.",
    )


def change_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The change as the service takes it: ids as text."""
    change = dict(given)
    for key in ("dealer", "antes_paid_by"):
        if change.get(key):
            change[key] = str(change[key])
    if "players" in change:
        change["players"] = [{**player, "name": str(player["name"])} for player in change["players"]]
    if "pegs" in change:
        change["pegs"] = {str(player): hole for player, hole in change["pegs"].items()}
    return change


class ValueChange(serializers.Serializer[Any]):
    before = serializers.JSONField(help_text="Null where there was none.")
    after = serializers.JSONField(help_text="Null where there is none.")


class HandChange(serializers.Serializer[Any]):
    """A hand before and after."""

    hand = serializers.UUIDField()
    number = serializers.IntegerField()
    game = serializers.CharField()
    status = ValueChange()
    net = serializers.DictField(child=ValueChange(), help_text="By player.")
    carry = ValueChange(allow_null=True)
    antes_paid_by = ValueChange(allow_null=True)
    pegs = serializers.DictField(child=ValueChange(), help_text="By player.")
    set_up = serializers.DictField(child=ValueChange(), help_text="The parts of the set-up that change.")


class MatchChange(serializers.Serializer[Any]):
    match = serializers.UUIDField()
    status = ValueChange()
    leaders = ValueChange()
    pegs = serializers.DictField(child=ValueChange())


class Moves(serializers.Serializer[Any]):
    """What each account moves by, in minor units."""

    chips = serializers.DictField(child=serializers.IntegerField())
    balances = serializers.DictField(child=serializers.IntegerField())
    matches = serializers.DictField(child=serializers.IntegerField())
    pot = serializers.IntegerField()
    difference = serializers.IntegerField()


class BlockedHand(serializers.Serializer[Any]):
    """The later hand that would no longer be legal, the action counted from 0 (null: its set-up), and why."""

    hand = serializers.UUIDField()
    number = serializers.IntegerField()
    action = serializers.IntegerField(allow_null=True)
    code = serializers.CharField()
    detail = serializers.CharField()


class CorrectionPreview(serializers.Serializer[Any]):
    hand = HandChange()
    later = HandChange(many=True, help_text="Later hands that change.")
    matches = MatchChange(many=True)
    antes_paid_by = ValueChange(source="owes_antes", help_text="Who pays all antes of the next deal.")
    moves = Moves()
    warnings = serializers.DictField(child=serializers.CharField(), help_text="A sentence by its code.")
    blocked = BlockedHand(allow_null=True)
    adjustment = Adjustment(
        allow_null=True, help_text="What can be done in money alone (`as_adjustment`); null: nothing."
    )


class CorrectionResult(serializers.Serializer[Any]):
    changes = CorrectionPreview()
    hand = Hand()
