"""What is asked for, spent and taken back on a night."""

from typing import Any

from rest_framework import serializers

from api.v1.fields import ByPlayer, Choice, ClientId, Id, StrictInteger, StrictSerializer, Text
from api.v1.serializers.clubs import PAYMENT_METHOD
from api.v1.serializers.nights import LAST_POSITION, MINOR_UNITS
from games.core.validators import LONGEST_NAME, LONGEST_REASON
from games.models import BuyInRequest, PartyKind, Way


class AskForChips(StrictSerializer):
    id = ClientId("request_id")
    player = Id(source="player_id")
    amount = StrictInteger(help_text=f"Whole chips. {MINOR_UNITS}")
    payment_method = Choice(
        Way.choices, source="way", required=False, help_text=f"{PAYMENT_METHOD} The club's default unless given."
    )


class ChipRequest(serializers.Serializer[Any]):
    """A buy-in or top-up that a player asks for."""

    id = serializers.UUIDField()
    night = serializers.UUIDField(source="night_id")
    player = serializers.UUIDField(source="player_id")
    amount = serializers.IntegerField()
    payment_method = Choice(Way.choices, source="way")
    status = Choice(BuyInRequest.Status.choices)
    created_at = serializers.DateTimeField(source="asked_at")
    decided_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why it was refused.")
    entry = serializers.UUIDField(source="entry_id", allow_null=True, help_text="The buy-in it was granted with.")


class RecordExpense(StrictSerializer):
    """Borne `equally` by players, or in `shares` that are named; the club may bear some or all of it.

    Without any of these, by whom the club's `expenses_by` says.
    """

    id = ClientId("entry_id")
    purpose = Text(source="word", max_length=LONGEST_NAME, help_text="What for, such as pizza.")
    amount = StrictInteger(help_text=MINOR_UNITS)
    paid_by = Choice(
        [(PartyKind.PLAYER, "the `player`"), (PartyKind.BOX, "from the cash box"), (PartyKind.CLUB, "a rake")],
        help_text="Who is owed it. A rake is what players owe the club.",
    )
    player = Id(required=False, allow_null=True, default=None, help_text="Who paid, where a player did.")
    equally = serializers.ListField(
        child=Id(),
        default=list,
        max_length=LAST_POSITION,
        help_text="Players; what does not divide is borne by the first, one minor unit each.",
    )
    shares = ByPlayer(source="parts", child=StrictInteger(), required=False, help_text="What each player bears.")
    club_share = StrictInteger(source="club", default=0, help_text="What the club bears.")


class ReverseEntry(StrictSerializer):
    id = ClientId("new_id")
    reason = Text(max_length=LONGEST_REASON)


class ForfeitMatch(StrictSerializer):
    player = Id(source="player_id")
    reason = Text(max_length=LONGEST_REASON)


class EndMatch(StrictSerializer):
    decision = Choice(
        [("return", "the stakes go back"), ("leader", "who is furthest forward wins")],
        source="how",
    )
    reason = Text(max_length=LONGEST_REASON)
