"""What is sent to a hand: one action, or several that stand or fall together."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from rest_framework import serializers

from api.v1.fields import IS_UUID
from api.v1.problems import Problem
from api.v1.serializers.hands import Action
from games.core.errors import BadValue
from games.core.validators import check_reasons

MAX_ACTIONS = 500


class Batch(serializers.Serializer[Any]):
    actions = Action(many=True, help_text=f"At most {MAX_ACTIONS}, all or none.")


class Actions(serializers.BaseSerializer[Any]):
    """Takes `{"type": …}` or `{"actions": [{"type": …}, …]}`; their content is for the engine to judge."""

    def to_internal_value(self, data: object) -> dict[str, Any]:
        actions = [data]
        if isinstance(data, Mapping) and "type" not in data:
            if set(data) != {"actions"} or not isinstance(data["actions"], list) or not data["actions"]:
                raise serializers.ValidationError('Send one action, or several as {"actions": [...]}.')
            actions = data["actions"]
        if len(actions) > MAX_ACTIONS:
            raise Problem("too_large", f"A batch may have {MAX_ACTIONS} actions at most.")
        return {"actions": [action_of(action, index) for index, action in enumerate(actions)]}


def action_of(given: object, index: int) -> dict[str, Any]:
    """One action as the engine takes it: a reason of bearable length, a player in one spelling."""
    if not isinstance(given, Mapping):
        raise serializers.ValidationError({"actions": {str(index): ["An action is an object."]}})
    action = dict(given)
    try:
        check_reasons([action])
    except BadValue as error:
        raise serializers.ValidationError({"actions": {str(index): {"reason": [error.detail]}}}) from None
    player = action.get("player")
    if isinstance(player, str) and IS_UUID.fullmatch(player):
        # The engine knows players by one spelling of their ids.
        action["player"] = str(UUID(player))
    return action
