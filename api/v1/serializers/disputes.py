"""Disputes as their selector puts them together, and what is sent to move them on."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from api.v1.fields import Choice, ClientId, Id, StrictSerializer, Text, author
from games.core.validators import LONGEST_REASON
from games.disputes.selectors.disputes import dispute_line
from games.models import Dispute as DisputeRow
from games.models import DisputeMessage as MessageRow


class OpenDispute(StrictSerializer):
    id = ClientId("dispute_id")
    text = Text(max_length=LONGEST_REASON, help_text="What was otherwise.")
    player = Id(
        source="player_id", required=False, help_text="For whom, where a scorekeeper speaks for them; you unless given."
    )


class AddDisputeMessage(StrictSerializer):
    id = ClientId("message_id")
    text = Text(max_length=LONGEST_REASON)


class UpholdDispute(StrictSerializer):
    reason = Text(max_length=LONGEST_REASON)
    remedy = Id(source="remedy_id", help_text="The entry by which it was put right.")


class DisputeSummary(serializers.Serializer[Any]):
    """A dispute in a list. It should have ended by `due_at`."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    night = serializers.UUIDField(allow_null=True)
    about = Choice(DisputeRow.About.choices)
    hand = serializers.UUIDField(allow_null=True)
    entry = serializers.UUIDField(allow_null=True, help_text="With a hand: one action of it.")
    payment = serializers.UUIDField(allow_null=True)
    player = serializers.UUIDField(allow_null=True, help_text="For whom it was opened; null: the box or the club.")
    player_name = serializers.CharField(source="name", allow_null=True)
    status = Choice(DisputeRow.State.choices, source="state", help_text="`open` and `answered` are not ended.")
    opened_at = serializers.DateTimeField()
    opened_by = author()
    due_at = serializers.DateTimeField()
    overdue = serializers.BooleanField()
    ended_at = serializers.DateTimeField(allow_null=True)
    ended_by = author(allow_null=True)
    remedy = serializers.UUIDField(allow_null=True, help_text="The entry that put right what was upheld.")

    def to_representation(self, instance: Any) -> Any:
        return super().to_representation(dispute_line(instance, timezone.now()))


class DisputeMessage(serializers.Serializer[Any]):
    id = serializers.UUIDField(help_text="Of the entry.")
    kind = Choice([(kind, kind) for kind in ("opened", "said", "upheld", "rejected", "withdrawn")], source="what")
    side = Choice(MessageRow.Side.choices)
    created_by = author(source="by")
    created_at = serializers.DateTimeField(source="at")
    text = serializers.CharField()


class Dispute(DisputeSummary):
    """A dispute with its thread, oldest first."""

    messages = DisputeMessage(many=True)
