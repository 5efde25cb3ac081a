"""Reports as documents, and the tasks that make files of them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.v1.fields import Choice, ClientId, StrictSerializer
from api.v1.serializers.figures import figure
from api.v1.serializers.nights import MINOR_UNITS
from api.v1.serializers.settlements import Due, InTheWay, SomeParty, StoredSettlement
from games import models
from games.reports.services.report_requests import FORMATS

LOCAL = "By the clock of the night's time zone."


class NewReport(StrictSerializer):
    id = ClientId("task_id")
    format = Choice([(form, form) for form in FORMATS], source="form", default="pdf")


class NewStatement(NewReport):
    since = serializers.DateField(
        required=False, allow_null=True, help_text="The first day; the very first unless given."
    )
    until = serializers.DateField(required=False, allow_null=True, help_text="The last day, included.")


@extend_schema_field({"type": ["string", "null"], "enum": [*FORMATS, None]})
class FormOfFile(serializers.CharField):
    """One of the formats, or null."""


class TaskError(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="`pdf_unavailable`: this server cannot make PDFs.")
    detail = serializers.CharField()


class ReportTask(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    kind = Choice(models.Task.Kind.choices)
    format = FormOfFile(allow_null=True, help_text="Null for an audit: it makes no file.")
    state = Choice(models.Task.State.choices)
    progress = serializers.IntegerField(help_text="In per cent.")
    requested_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    error = TaskError(allow_null=True)
    file = serializers.CharField(allow_null=True, help_text="The name of the file, once there is one.")
    night = serializers.UUIDField(allow_null=True)
    player = serializers.UUIDField(allow_null=True)


class Named(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()


class ReportClub(Named):
    locale = serializers.CharField(allow_blank=True, help_text="Empty: as the country of the time zone writes amounts.")


class ChainHead(serializers.Serializer[Any]):
    """The last link of the chain that proves the club's books."""

    sequence = serializers.IntegerField()
    hash = serializers.CharField(help_text="SHA-256, in hexadecimal digits.")
    short = serializers.CharField(help_text="The beginning of the hash, for people to compare.")


class Head(serializers.Serializer[Any]):
    """Where the club's books ended when the report was made: the last transaction, and the last link of the chain."""

    transaction = serializers.UUIDField()
    posted_at = serializers.DateTimeField()
    chain = ChainHead()


class Worded(serializers.Serializer[Any]):
    words = serializers.CharField()
    amount = serializers.IntegerField(help_text=MINOR_UNITS)


class Part(Named):
    amount = serializers.IntegerField(help_text=MINOR_UNITS)


class ReportNight(Named):
    status = Choice(models.Night.Status.choices)
    time_zone = serializers.CharField()
    opened_at = serializers.DateTimeField(help_text=LOCAL)
    closed_at = serializers.DateTimeField(allow_null=True, help_text=LOCAL)


class PlayerOfReport(Named):
    result = figure("result")
    buy_ins = serializers.IntegerField(help_text="What the player bought, however it was paid for.")
    cash_outs = serializers.IntegerField(help_text="What the player cashed out, however it was paid.")
    chips = figure("chips")
    set_aside = figure("set_aside")
    others = Worded(many=True, help_text="What made up the result beside hands, such as a recount.")
    beside = Worded(many=True, help_text="Expenses and adjustments: no part of the result.")
    outlays = Worded(many=True, help_text="What the player paid for others, and is owed: no part of the result.")
    to_account = figure("to_account")


class Box(serializers.Serializer[Any]):
    holder = serializers.CharField()
    paid_in = serializers.IntegerField()
    paid_out = serializers.IntegerField()
    holds = serializers.IntegerField(help_text="After all payments.")


class Expense(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    word = serializers.CharField()
    amount = serializers.IntegerField()
    paid_by = SomeParty()
    shares = Part(many=True)
    club = serializers.IntegerField(help_text="What the club bears.")


class Decision(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    how = serializers.CharField(allow_null=True)
    reason = serializers.CharField()
    shares = Part(many=True)
    club = serializers.IntegerField(help_text="What the club keeps, or, negative, bears.")


class OverShortDecision(Decision):
    """The decision who bears what was over, or gets the money for what was short."""

    over_short = figure("over_short")


class HandOfReport(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    number = serializers.IntegerField()
    game = serializers.CharField()
    title = serializers.CharField()
    status = Choice(models.Hand.Status.choices)
    for_money = serializers.BooleanField()
    corrections = serializers.IntegerField()
    started_at = serializers.DateTimeField(help_text=LOCAL)
    net = Part(many=True, help_text="What it moved at the table, stakes and a match pot included.")


class Point(serializers.Serializer[Any]):
    hand = serializers.IntegerField(allow_null=True, help_text="After this hand; null: at the end of the night.")
    result = figure("result")


class SeriesOfPlayer(Named):
    points = Point(many=True)


class OpenDispute(serializers.Serializer[Any]):
    """A dispute about the night, or about a payment of a settlement that took it up."""

    id = serializers.UUIDField()
    words = serializers.CharField(help_text="What it is about, for people.")
    name = serializers.CharField(help_text="Of the player for whom it was opened, or of who opened it.")
    state = serializers.CharField()
    opened_at = serializers.DateTimeField()


class NightReport(serializers.Serializer[Any]):
    """Everything that a night came to."""

    kind = serializers.CharField(help_text="`night`")
    made_at = serializers.DateTimeField(help_text=LOCAL)
    club = ReportClub()
    night = ReportNight()
    currency = serializers.CharField()
    decimals = serializers.IntegerField()
    final = serializers.BooleanField(help_text="Whether the night is closed.")
    balanced = serializers.BooleanField(help_text="Whether nothing is left on the table.")
    open = InTheWay(help_text="What is left on the table.")
    players = PlayerOfReport(many=True, help_text="The highest result stands first.")
    box = Box()
    expenses = Expense(many=True)
    difference = OverShortDecision(many=True)
    pot = Decision(many=True)
    disputes = OpenDispute(many=True, help_text="What of it has not ended yet, the oldest first.")
    settlements = StoredSettlement(many=True)
    due = Due(many=True, help_text="Who would pay whom if it were settled now; none where nothing is unsettled.")
    replaces = serializers.ListField(
        child=serializers.UUIDField(), help_text="The settlements that would be replaced then: nothing is paid on them."
    )
    hands = HandOfReport(many=True)
    series = SeriesOfPlayer(many=True, help_text="Each player's result so far, after each hand.")
    head = Head(allow_null=True)


class ClubOfStatement(ReportClub):
    time_zone = serializers.CharField()


class Stand(serializers.Serializer[Any]):
    """The balance is the sum of the account, the chips and those set aside."""

    balance = figure("balance")
    account = figure("account")
    chips = figure("chips")
    set_aside = figure("set_aside")


class NumberedHand(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    number = serializers.IntegerField()


class StatementLine(serializers.Serializer[Any]):
    at = serializers.DateTimeField(help_text=LOCAL)
    day = serializers.DateField(help_text="The day it belongs to: all of a night to the day on which it began.")
    what = serializers.CharField(help_text="For programs: the kind of the entry or transaction.")
    words = serializers.CharField(help_text="For people.")
    reason = serializers.CharField(allow_blank=True)
    night = Named(allow_null=True)
    hand = NumberedHand(allow_null=True)
    to_account = figure("to_account")
    to_chips = serializers.IntegerField(help_text="What it moved in chips.")
    account = serializers.IntegerField(help_text="The account after it.")
    chips = serializers.IntegerField(help_text="The chips after it.")
    balance = serializers.IntegerField(help_text="The balance after it: account and chips.")
    transaction = serializers.UUIDField()
    reverses = serializers.UUIDField(allow_null=True)


class BalancePoint(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    balance = figure("balance")


class StatementOfCurrency(serializers.Serializer[Any]):
    currency = serializers.CharField()
    decimals = serializers.IntegerField()
    opening = Stand()
    closing = Stand()
    lines = StatementLine(many=True)
    series = BalancePoint(many=True, help_text="The balance after each night and each payment.")


class Statement(serializers.Serializer[Any]):
    """Every posting that touched a player's accounts, one line a transaction."""

    kind = serializers.CharField(help_text="`statement`")
    made_at = serializers.DateTimeField()
    club = ClubOfStatement()
    player = Named()
    merged_into = Named(allow_null=True)
    since = serializers.DateField(allow_null=True)
    until = serializers.DateField(allow_null=True)
    head = Head(allow_null=True)
    currencies = StatementOfCurrency(many=True)
