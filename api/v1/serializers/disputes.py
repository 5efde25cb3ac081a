"""Disputes as their selector puts them together, and what is sent to move them on."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from api.v1.fields import Choice, ClientId, Id, StrictSerializer, Text
from games.core.validators import LONGEST_REASON
from games.disputes.selectors.disputes import dispute_line
from games.models import Dispute as DisputeRow
from games.models import DisputeMessage


class NewDispute(StrictSerializer):
    id = ClientId("dispute_id")
    text = Text(max_length=LONGEST_REASON, help_text="What was otherwise.")
    player = Id(
        source="player_id", required=False, help_text="For whom, where a scorekeeper speaks for them; you unless given."
    )


class NewMessage(StrictSerializer):
    id = ClientId("message_id")
    text = Text(max_length=LONGEST_REASON)


class Upholding(StrictSerializer):
    reason = Text(max_length=LONGEST_REASON)
    remedy = Id(source="remedy_id", help_text="The entry by which it was put right.")


class DisputeLine(serializers.Serializer[Any]):
    """A dispute in a list. It should have ended by `due_at`."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    night = serializers.UUIDField(allow_null=True)
    about = Choice(DisputeRow.About.choices)
    hand = serializers.UUIDField(allow_null=True)
    entry = serializers.UUIDField(allow_null=True, help_text="With a hand: one action of it.")
    payment = serializers.UUIDField(allow_null=True)
    player = serializers.UUIDField(allow_null=True, help_text="For whom it was opened; null: the box or the club.")
    name = serializers.CharField(allow_null=True, help_text="Of that player.")
    state = Choice(DisputeRow.State.choices, help_text="`open` and `answered` are not ended.")
    opened_at = serializers.DateTimeField()
    opened_by = serializers.CharField()
    due_at = serializers.DateTimeField()
    overdue = serializers.BooleanField()
    ended_at = serializers.DateTimeField(allow_null=True)
    ended_by = serializers.CharField(allow_null=True)
    remedy = serializers.UUIDField(allow_null=True, help_text="The entry that put right what was upheld.")

    def to_representation(self, instance: Any) -> Any:
        return super().to_representation(dispute_line(instance, timezone.now()))


class DisputeMessageLine(serializers.Serializer[Any]):
    id = serializers.UUIDField(help_text="Of the entry.")
    what = Choice([(what, what) for what in ("opened", "said", "upheld", "rejected", "withdrawn")])
    side = Choice(DisputeMessage.Side.choices)
    by = serializers.CharField()
    at = serializers.DateTimeField()
    text = serializers.CharField()


class Dispute(DisputeLine):
    """A dispute with its thread, oldest first."""

    messages = DisputeMessageLine(many=True)
