"""Reports as documents, and the tasks that make files of them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.v1.fields import Choice, ClientId, StrictSerializer
from api.v1.serializers.figures import figure
from api.v1.serializers.nights import MINOR_UNITS
from api.v1.serializers.settlements import Party, ProposedTransfer, Settlement, TableRemainder
from games import models
from games.reports.services.report_requests import FORMATS

LOCAL = "By the clock of the night's time zone."


class CreateReport(StrictSerializer):
    id = ClientId("task_id")
    format = Choice([(form, form) for form in FORMATS], source="form", default="pdf")


class CreateStatement(CreateReport):
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
    status = Choice(models.Task.State.choices, source="state")
    progress = serializers.IntegerField(help_text="In per cent.")
    created_at = serializers.DateTimeField(source="requested_at")
    ended_at = serializers.DateTimeField(allow_null=True)
    error = TaskError(allow_null=True)
    file_name = serializers.CharField(
        source="file", allow_null=True, help_text="The name of the file, once there is one."
    )
    night = serializers.UUIDField(allow_null=True)
    player = serializers.UUIDField(allow_null=True)


class NamedReference(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()


class ReportClub(NamedReference):
    locale = serializers.CharField(allow_blank=True, help_text="Empty: as the country of the time zone writes amounts.")


class ChainHead(serializers.Serializer[Any]):
    """The last link of the chain that proves the club's books."""

    sequence = serializers.IntegerField()
    hash = serializers.CharField(help_text="SHA-256, in hexadecimal digits.")
    short = serializers.CharField(help_text="The beginning of the hash, for people to compare.")


class BooksHead(serializers.Serializer[Any]):
    """Where the club's books ended when the report was made: the last transaction, and the last link of the chain."""

    transaction = serializers.UUIDField()
    posted_at = serializers.DateTimeField()
    chain = ChainHead()


class AmountItem(serializers.Serializer[Any]):
    description = serializers.CharField(source="words")
    amount = serializers.IntegerField(help_text=MINOR_UNITS)


class PlayerAmount(NamedReference):
    amount = serializers.IntegerField(help_text=MINOR_UNITS)


class ReportNight(NamedReference):
    status = Choice(models.Night.Status.choices)
    time_zone = serializers.CharField()
    opened_at = serializers.DateTimeField(help_text=LOCAL)
    closed_at = serializers.DateTimeField(allow_null=True, help_text=LOCAL)


class ReportPlayer(NamedReference):
    result = figure("result")
    buy_ins = serializers.IntegerField(help_text="What the player bought, however it was paid for.")
    cash_outs = serializers.IntegerField(help_text="What the player cashed out, however it was paid.")
    chips = figure("chips")
    set_aside = figure("set_aside")
    others = AmountItem(many=True, help_text="What made up the result beside hands, such as a recount.")
    beside = AmountItem(many=True, help_text="Expenses and adjustments: no part of the result.")
    outlays = AmountItem(many=True, help_text="What the player paid for others, and is owed: no part of the result.")
    to_account = figure("to_account")


class ReportBox(serializers.Serializer[Any]):
    holder_name = serializers.CharField(source="holder")
    paid_in = serializers.IntegerField()
    paid_out = serializers.IntegerField()
    holds = serializers.IntegerField(help_text="After all payments.")


class ReportExpense(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    purpose = serializers.CharField(source="word")
    amount = serializers.IntegerField()
    paid_by = Party()
    shares = PlayerAmount(many=True)
    club_share = serializers.IntegerField(source="club", help_text="What the club bears.")


class ReportDecision(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    decision = serializers.CharField(source="how", allow_null=True)
    reason = serializers.CharField()
    shares = PlayerAmount(many=True)
    club_share = serializers.IntegerField(source="club", help_text="What the club keeps, or, negative, bears.")


class OverShortDecision(ReportDecision):
    """The decision who bears what was over, or gets the money for what was short."""

    over_short = figure("over_short")


class ReportHand(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    number = serializers.IntegerField()
    game = serializers.CharField()
    title = serializers.CharField()
    status = Choice(models.Hand.Status.choices)
    for_money = serializers.BooleanField()
    corrections = serializers.IntegerField()
    started_at = serializers.DateTimeField(help_text=LOCAL)
    net = PlayerAmount(many=True, help_text="What it moved at the table, stakes and a match pot included.")


class ResultPoint(serializers.Serializer[Any]):
    hand_number = serializers.IntegerField(
        source="hand", allow_null=True, help_text="After this hand; null: at the end of the night."
    )
    result = figure("result")


class ReportSeries(NamedReference):
    points = ResultPoint(many=True)


class ReportDispute(serializers.Serializer[Any]):
    """A dispute about the night, or about a payment of a settlement that took it up."""

    id = serializers.UUIDField()
    description = serializers.CharField(source="words", help_text="What it is about, for people.")
    party_name = serializers.CharField(
        source="name", help_text="Of the player for whom it was opened, or of who opened it."
    )
    status = Choice(models.Dispute.State.choices, source="state")
    opened_at = serializers.DateTimeField()


class NightReport(serializers.Serializer[Any]):
    """Everything that a night came to."""

    kind = serializers.CharField(help_text="`night`")
    created_at = serializers.DateTimeField(source="made_at", help_text=LOCAL)
    club = ReportClub()
    night = ReportNight()
    currency = serializers.CharField()
    decimals = serializers.IntegerField()
    final = serializers.BooleanField(help_text="Whether the night is closed.")
    balanced = serializers.BooleanField(help_text="Whether nothing is left on the table.")
    on_table = TableRemainder(source="open", help_text="What is left on the table.")
    players = ReportPlayer(many=True, help_text="The highest result stands first.")
    box = ReportBox()
    expenses = ReportExpense(many=True)
    over_short_decisions = OverShortDecision(source="difference", many=True)
    pot_decisions = ReportDecision(source="pot", many=True)
    disputes = ReportDispute(many=True, help_text="What of it has not ended yet, the oldest first.")
    settlements = Settlement(many=True)
    transfers = ProposedTransfer(
        source="due", many=True, help_text="Who would pay whom if it were settled now; none where nothing is unsettled."
    )
    replaces = serializers.ListField(
        child=serializers.UUIDField(), help_text="The settlements that would be replaced then: nothing is paid on them."
    )
    hands = ReportHand(many=True)
    series = ReportSeries(many=True, help_text="Each player's result so far, after each hand.")
    head = BooksHead(allow_null=True)


class StatementClub(ReportClub):
    time_zone = serializers.CharField()


class AccountFigures(serializers.Serializer[Any]):
    """The balance is the sum of the account, the chips and those set aside."""

    balance = figure("balance")
    account = figure("account")
    chips = figure("chips")
    set_aside = figure("set_aside")


class NumberedHand(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    number = serializers.IntegerField()


class StatementLine(serializers.Serializer[Any]):
    happened_at = serializers.DateTimeField(source="at", help_text=LOCAL)
    day = serializers.DateField(help_text="The day it belongs to: all of a night to the day on which it began.")
    kind = serializers.CharField(source="what", help_text="For programs: the kind of the entry or transaction.")
    description = serializers.CharField(source="words", help_text="For people.")
    reason = serializers.CharField(allow_blank=True)
    night = NamedReference(allow_null=True)
    hand = NumberedHand(allow_null=True)
    to_account = figure("to_account")
    to_chips = serializers.IntegerField(help_text="What it moved in chips.")
    account = serializers.IntegerField(help_text="The account after it.")
    chips = serializers.IntegerField(help_text="The chips after it.")
    balance = serializers.IntegerField(help_text="The balance after it: account and chips.")
    transaction = serializers.UUIDField()
    reverses = serializers.UUIDField(allow_null=True)


class BalancePoint(serializers.Serializer[Any]):
    happened_at = serializers.DateTimeField(source="at")
    balance = figure("balance")


class CurrencyStatement(serializers.Serializer[Any]):
    currency = serializers.CharField()
    decimals = serializers.IntegerField()
    opening = AccountFigures()
    closing = AccountFigures()
    lines = StatementLine(many=True)
    series = BalancePoint(many=True, help_text="The balance after each night and each payment.")


class Statement(serializers.Serializer[Any]):
    """Every posting that touched a player's accounts, one line a transaction."""

    kind = serializers.CharField(help_text="`statement`")
    created_at = serializers.DateTimeField(source="made_at")
    club = StatementClub()
    player = NamedReference()
    merged_into = NamedReference(allow_null=True)
    since = serializers.DateField(allow_null=True)
    until = serializers.DateField(allow_null=True)
    head = BooksHead(allow_null=True)
    currencies = CurrencyStatement(many=True)
