"""Hands as they go out are put together by their selector; here is only what they look like."""

from typing import Any

from rest_framework import serializers

from api.v1.fields import ByPlayer, Choice, ClientId, Id, NightTime, StrictInteger, StrictSerializer, Text, author
from games.core.validators import LONGEST_NAME
from games.models import Hand as HandRow


class StartHand(StrictSerializer):
    id = ClientId("hand_id")
    game = Text(max_length=40, help_text="One of `GET /api/v1/games/`.")
    rules = serializers.DictField(
        required=False,
        help_text="The house rules announced, where they differ from the game's defaults; those of the "
        "night's `last_rules` unless given.",
    )
    dealer = Id(source="dealer_id", required=False, help_text="A player; moves on by itself unless given.")
    stake = StrictInteger(
        required=False,
        help_text="With the first hand of a match: what each member pays into its pot, in whole chips.",
    )


class RecordResult(StrictSerializer):
    id = ClientId("hand_id")
    game = Text(source="word", max_length=LONGEST_NAME, help_text="What was played, in a word or two.")
    net = ByPlayer(
        child=StrictInteger(),
        help_text="What each player won (or, negative, lost), in minor units. The sum is zero.",
    )


class Action(serializers.Serializer[Any]):
    """Its place in the description; its shape, type by type, is in `api.v1.openapi.moves`."""

    type = serializers.CharField()


class Offer(Action):
    """The same of what may come next."""


class CorrectionCause(serializers.Serializer[Any]):
    hand = serializers.UUIDField()
    number = serializers.IntegerField(help_text="Of the entry in that hand.")


class Adjustment(serializers.Serializer[Any]):
    """What a correction came to where it could only be made in money."""

    balances = serializers.DictField(child=serializers.IntegerField(), help_text="By player.")
    difference = serializers.IntegerField(help_text="What waits in the night's difference.")


class Correction(serializers.Serializer[Any]):
    """That a hand was corrected; what holds since then stands in its log under `number`."""

    number = serializers.IntegerField()
    created_by = author(source="by")
    created_at = serializers.DateTimeField(source="at")
    reason = serializers.CharField()
    cause = CorrectionCause(allow_null=True, help_text="The correction of an earlier hand that this one follows from.")
    adjustment = Adjustment(allow_null=True, help_text="Where the hand stands as recorded, and money was moved.")


class Ruling(serializers.Serializer[Any]):
    """What the arbiter set in place of the award, or of how pegs moved; the last one stands."""

    number = serializers.IntegerField(help_text="Of its entry in the log.")
    created_by = author(source="by")
    created_at = serializers.DateTimeField(source="at")
    reason = serializers.CharField()
    net = serializers.DictField(child=serializers.IntegerField(), help_text="By player.")
    carry = serializers.IntegerField(allow_null=True, help_text="What it leaves in the pot; null: no pot is carried.")
    peg_moves = serializers.DictField(
        child=serializers.IntegerField(), help_text="Of a hand for pegs: the holes each peg moves, by player."
    )


class Hand(serializers.Serializer[Any]):
    """A hand as you may see it. Players stand everywhere by their ids."""

    id = serializers.UUIDField()
    night = serializers.UUIDField()
    number = serializers.IntegerField(
        allow_null=True, help_text="Of the night, from 1; null for a deal that was undone, which gave it back."
    )
    game = serializers.CharField()
    title = serializers.CharField()
    rules = serializers.DictField(help_text="Every house rule that holds for this hand.")
    edition = serializers.IntegerField(
        allow_null=True,
        help_text="Of the rules by which the hand is judged, now and later; null where only the result was entered.",
    )
    version = serializers.IntegerField(help_text="The number of the last entry; the ETag in plain.")
    free_since = serializers.IntegerField(
        allow_null=True,
        help_text="Where several may act in any order: the version that If-Match may still name.",
    )
    status = Choice(HandRow.Status.choices)
    phase = serializers.CharField()
    to_act = serializers.ListField(child=serializers.UUIDField())
    players = serializers.DictField(child=serializers.CharField(), help_text="Name by id.")
    table = serializers.DictField(help_text="What lies on the table: cards showing, stacks, bets, pots.")
    legal = Offer(many=True)
    undo = serializers.CharField(allow_null=True, help_text="What an undo would take back.")
    result = serializers.DictField(allow_null=True, help_text="Once the hand is over.")
    corrections = Correction(many=True)
    rulings = Ruling(many=True, help_text="Beside what the rules gave, which stays in `result`.")


class HandSummary(serializers.Serializer[Any]):
    """A hand in a list."""

    id = serializers.UUIDField()
    night = serializers.UUIDField(source="night_id")
    number = serializers.IntegerField()
    game = serializers.CharField()
    match = serializers.UUIDField(source="match_id", allow_null=True)
    status = Choice(HandRow.Status.choices)
    phase = serializers.CharField()
    version = serializers.IntegerField()
    started_at = NightTime()
    ended_at = NightTime(allow_null=True)


class RecordedActions(serializers.Serializer[Any]):
    actions = Action(many=True, help_text="What was entered.")
    hand = Hand()


class HandLogEntry(serializers.Serializer[Any]):
    """One entry. `body` is exactly what was entered, but for a declaration that is still secret."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    kind = serializers.CharField()
    body = serializers.DictField()
    undoes = serializers.IntegerField(source="takes_back", allow_null=True, help_text="The entry that this one undoes.")
    created_by = author(source="by")
    device_name = serializers.CharField(source="device", allow_null=True)
    created_at = serializers.DateTimeField(source="at")
    phone_at = serializers.DateTimeField(allow_null=True)


class NamedHandResult(serializers.Serializer[Any]):
    players = serializers.DictField(child=serializers.CharField(), help_text="Name by id.")
    result = serializers.DictField(help_text="As `manage.py replay` prints it, players by their ids.")


class HandExplanation(serializers.Serializer[Any]):
    """Which keys it has beside these depends on the game: pots for money, moves for pegs."""

    players = serializers.DictField(child=serializers.CharField(), help_text="Name by id.")


class HandFile(serializers.Serializer[Any]):
    format = serializers.CharField()
    game = serializers.CharField()
    edition = serializers.IntegerField(help_text="Of the rules by which the hand is judged.")
    players = serializers.ListField(child=serializers.DictField())
    dealer = serializers.CharField()
    actions = serializers.ListField(child=serializers.DictField())
