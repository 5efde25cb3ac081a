"""A night as its selector puts it together, and who pays whom."""

from typing import Any

from rest_framework import serializers

from api.v1.fields import Choice
from api.v1.serializers.figures import figure
from api.v1.serializers.nights import MINOR_UNITS
from api.v1.serializers.settlements import HELD, KINDS, TableRemainder
from games import models


class NightSeat(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    player = serializers.UUIDField()
    player_name = serializers.CharField(source="name")
    position = serializers.IntegerField(allow_null=True)
    status = Choice(models.Seat.Status.choices)
    chips = figure("chips")
    set_aside = figure("set_aside")
    buy_ins = serializers.IntegerField(help_text="What the player bought tonight, however it was paid for.")
    cash_outs = serializers.IntegerField(help_text="What the player cashed out tonight, however it was paid.")
    result = figure("result")
    to_account = figure("to_account")


class Night(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    currency = serializers.CharField()
    decimals = serializers.IntegerField(help_text="How many digits of an amount stand after the point.")
    chip = serializers.IntegerField(help_text=MINOR_UNITS)
    time_zone = serializers.CharField()
    status = Choice(models.Night.Status.choices)
    date = serializers.DateField(help_text="Of the night's opening, by the clock of its time zone.")
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    box_holder = serializers.UUIDField()
    box = serializers.IntegerField(help_text="What lies in the cash box.")
    pot = serializers.IntegerField(help_text="What waits in the pot for the next deal.")
    stakes = serializers.IntegerField(help_text="What lies in the pots of matches.")
    over_short = figure("over_short")
    next_dealer = serializers.UUIDField(allow_null=True)
    open_hand = serializers.UUIDField(allow_null=True)
    last_rules = serializers.DictField(
        help_text="By game, the house rules of its last hand; before the first, those of the club's last night with "
        "the same chip."
    )
    match = serializers.UUIDField(allow_null=True)
    seats = NightSeat(many=True)


class SettlementParty(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    kind = Choice(KINDS)
    to_account = figure("to_account")
    unsettled = serializers.IntegerField(help_text="What of it no settlement has taken up yet.")


class NightTransfer(serializers.Serializer[Any]):
    payer = serializers.UUIDField()
    receiver = serializers.UUIDField()
    amount = serializers.IntegerField()
    held = serializers.IntegerField(help_text=HELD)


class NightSettlement(serializers.Serializer[Any]):
    final = serializers.BooleanField(help_text="Whether the night is closed.")
    balanced = serializers.BooleanField(
        help_text="Whether nothing is left on the table. A closed night that is not balanced is reopened first."
    )
    disputes = serializers.ListField(child=serializers.UUIDField(), help_text="Those that have not ended.")
    parties = SettlementParty(many=True)
    transfers = NightTransfer(
        many=True, help_text="What a settlement would come to now; none where nothing is unsettled."
    )
    replaces = serializers.ListField(
        child=serializers.UUIDField(), help_text="The settlements that it would replace: nothing is paid on them."
    )
    on_table = TableRemainder(source="open", help_text="What stands in the way of closing the night.")
