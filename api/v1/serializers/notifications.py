"""Notifications and audits as they are read."""

from typing import Any

from rest_framework import serializers

from api.v1.fields import Choice, ClientId, StrictSerializer
from games.models import Notification as Row


class Notification(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = serializers.UUIDField(source="club_id")
    kind = Choice(Row.Kind.choices)
    event = serializers.CharField(source="what", help_text="What happened to it, such as `opened`.")
    dispute = serializers.UUIDField(source="dispute_id", allow_null=True)
    hand = serializers.UUIDField(source="hand_id", allow_null=True)
    audit = serializers.UUIDField(source="audit_id", allow_null=True)
    created_at = serializers.DateTimeField(source="at")
    seen_at = serializers.DateTimeField(allow_null=True)


class Audit(serializers.Serializer[Any]):
    """Everything that a club has, held against its log and chain; `differences_found` is how much differs."""

    id = serializers.UUIDField()
    club = serializers.UUIDField(source="club_id")
    full = serializers.BooleanField(
        source="whole", help_text="From the first link; else what was new since the last good one."
    )
    started_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField()
    sequence = serializers.IntegerField(help_text="The number of the last link.")
    hash = serializers.CharField(help_text="And its hash: the head of the books.")
    differences_found = serializers.IntegerField(source="found")
    differences = serializers.ListField(child=serializers.CharField(), help_text="The first hundred, in words.")


class StartAudit(StrictSerializer):
    id = ClientId("task_id")
