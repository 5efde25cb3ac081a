"""Settlements and payments as their selector puts them together, and what is sent to make them."""

from typing import Any

from rest_framework import serializers

from api.v1.fields import Choice, ClientId, StrictInteger, StrictSerializer, Text, author
from api.v1.serializers.figures import figure
from api.v1.serializers.nights import MINOR_UNITS
from games.core.validators import LONGEST_REASON
from games.models import PartyKind, PaymentWay

KINDS = [(PartyKind.PLAYER, "a player"), (PartyKind.BOX, "the cash box of a night"), (PartyKind.CLUB, "the club")]

DISPUTES = "Those of its nights that have not ended."
HELD = "What of that is held back, and not to be paid, until a dispute has ended."
REPLACED_BY = "The settlement that took its place: nothing of this one is owed any more. Null for one that stands."


class SettleNight(StrictSerializer):
    id = ClientId("settlement_id")


class SettleClub(SettleNight):
    currency = Text(max_length=3, required=False, help_text="The club's unless given: one settlement a currency.")


class RecordPayment(StrictSerializer):
    id = ClientId("payment_id")
    amount = StrictInteger(help_text=f"At most what is outstanding. {MINOR_UNITS}")
    payment_method = Choice(
        [(way, PaymentWay(way).label) for way in PaymentWay.recorded()], source="way", default=PaymentWay.CASH
    )


class Reason(StrictSerializer):
    reason = Text(max_length=LONGEST_REASON)


class Party(serializers.Serializer[Any]):
    """The id is that of a player, of the night whose box it is, or of the club."""

    kind = Choice(KINDS)
    id = serializers.UUIDField()
    name = serializers.CharField()


class UnsettledParty(Party):
    to_settle = serializers.IntegerField(help_text="What a settlement would take up: positive if the party gets it.")


class PartyBalance(Party):
    """The balance is the sum of the account, the chips and those set aside."""

    balance = figure("balance")
    account = figure("account")
    chips = figure("chips")
    set_aside = figure("set_aside")
    to_pay = figure("to_pay")
    to_receive = figure("to_receive")


class NetTransfer(serializers.Serializer[Any]):
    """All that one party has to pay another."""

    payer = Party()
    receiver = Party()
    amount = serializers.IntegerField(help_text=MINOR_UNITS)


class ProposedTransfer(serializers.Serializer[Any]):
    payer = Party()
    receiver = Party()
    amount = serializers.IntegerField()
    held = serializers.IntegerField(help_text=HELD)


class SettlementProposal(serializers.Serializer[Any]):
    currency = serializers.CharField()
    decimals = serializers.IntegerField()
    nights = serializers.ListField(child=serializers.UUIDField())
    replaces = serializers.ListField(
        child=serializers.UUIDField(), help_text="The settlements that would be replaced: nothing is paid on them."
    )
    disputes = serializers.ListField(child=serializers.UUIDField(), help_text=DISPUTES)
    parties = UnsettledParty(many=True)
    transfers = ProposedTransfer(many=True)


class TableRemainder(serializers.Serializer[Any]):
    """The sums that are still on the table of a night."""

    chips = serializers.IntegerField(help_text="Of all players, by the book: with those in a hand being played.")
    pot = serializers.IntegerField()
    stakes = serializers.IntegerField()
    over_short = figure("over_short")


class UnbalancedNight(serializers.Serializer[Any]):
    """A closed night that no settlement takes up before it is reopened and what is left on its table is decided."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    currency = serializers.CharField()
    decimals = serializers.IntegerField()
    on_table = TableRemainder(source="open")


class ClubUnsettled(serializers.Serializer[Any]):
    currencies = SettlementProposal(many=True)
    not_balanced = UnbalancedNight(
        many=True, help_text="Closed nights that are left out: a correction has left something on their tables."
    )


class CurrencyBalances(serializers.Serializer[Any]):
    currency = serializers.CharField()
    decimals = serializers.IntegerField()
    parties = PartyBalance(many=True, help_text="Those of whom one of these figures is not zero.")
    transfers = NetTransfer(
        many=True, help_text="Who has to pay whom by all settlements, opposite amounts between two parties netted."
    )


class ClubBalances(serializers.Serializer[Any]):
    balances = CurrencyBalances(many=True)


class Payment(serializers.Serializer[Any]):
    """It counts from when it is recorded until it is reversed, confirmed or not."""

    id = serializers.UUIDField()
    transfer = serializers.UUIDField()
    amount = serializers.IntegerField()
    payment_method = Choice(PaymentWay.choices, source="way")
    created_at = serializers.DateTimeField(source="made_at")
    created_by = author(source="by")
    confirmed_at = serializers.DateTimeField(allow_null=True)
    reversed_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why it was reversed.")


class PaymentSummary(Payment):
    """A payment in a list."""

    transfer = serializers.UUIDField(source="transfer_id")
    settlement = serializers.UUIDField(source="transfer.settlement_id")
    currency = serializers.CharField(source="transfer.settlement.currency")
    created_by = author(source="by.name")


class Transfer(ProposedTransfer):
    id = serializers.UUIDField()
    paid = serializers.IntegerField()
    outstanding = serializers.IntegerField()
    payments = Payment(many=True)


class SettlementSummary(serializers.Serializer[Any]):
    """A settlement in a list."""

    id = serializers.UUIDField()
    club = serializers.UUIDField(source="club_id")
    night = serializers.UUIDField(source="night_id", allow_null=True, help_text="Null for the whole club's.")
    currency = serializers.CharField()
    created_at = serializers.DateTimeField(source="made_at")
    replaced_by = serializers.UUIDField(source="replaced_by_id", allow_null=True, help_text=REPLACED_BY)


class Settlement(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    night = serializers.UUIDField(allow_null=True, help_text="Null for the whole club's.")
    currency = serializers.CharField()
    decimals = serializers.IntegerField()
    created_at = serializers.DateTimeField(source="made_at")
    created_by = author(source="by")
    nights = serializers.ListField(child=serializers.UUIDField(), help_text="The nights it took something up of.")
    replaced_by = serializers.UUIDField(allow_null=True, help_text=REPLACED_BY)
    replaces = serializers.ListField(child=serializers.UUIDField(), help_text="Those whose place it took.")
    disputes = serializers.ListField(child=serializers.UUIDField(), help_text=DISPUTES)
    transfers = Transfer(many=True)
