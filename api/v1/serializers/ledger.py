from typing import Any

from rest_framework import serializers


class LedgerAccount(serializers.Serializer[Any]):
    """Where amounts of one currency are posted (see the guide, Accounting)."""

    id = serializers.UUIDField()
    kind = serializers.CharField()
    currency = serializers.CharField()
    owner = serializers.UUIDField(allow_null=True, help_text="The player, or the match, whose it is.")
    night = serializers.UUIDField(source="scope", allow_null=True)
    amount = serializers.IntegerField(
        source="kept.amount", help_text="What it stands at, in minor units. Positive belongs to it."
    )
    opened_at = serializers.DateTimeField()


class Posting(serializers.Serializer[Any]):
    """What one journal transaction moved on an account. The postings of a transaction sum to zero."""

    transaction = serializers.UUIDField(source="transaction_id")
    kind = serializers.CharField(source="transaction.kind", help_text="Of the transaction.")
    amount = serializers.IntegerField(help_text="In minor units. Positive to the account, negative from it.")
    night = serializers.UUIDField(
        source="transaction.scope", allow_null=True, help_text="Or, of a payment, the settlement."
    )
    reverses = serializers.UUIDField(
        source="transaction.reverses_id", allow_null=True, help_text="The transaction that it takes back."
    )
    memo = serializers.CharField(source="transaction.memo", allow_blank=True)
    happened_at = serializers.DateTimeField(source="transaction.happened_at")
    posted_at = serializers.DateTimeField(source="transaction.posted_at")
