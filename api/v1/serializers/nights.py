from typing import Any

from rest_framework import serializers

from api.v1.fields import ByPlayer, Choice, ClientId, Flag, Id, NightTime, StrictInteger, StrictSerializer, Text, author
from api.v1.serializers.clubs import PAYMENT_METHOD
from games.core.validators import LONGEST_NAME, LONGEST_REASON
from games.models import Entry as EntryRow
from games.models import Night as NightRow
from games.models import Seat as SeatRow
from games.models import Way
from games.nights.services.seats import MOST_SEATS

LAST_POSITION = MOST_SEATS - 1
MINOR_UNITS = "Minor units of the night's currency, such as cents."


class OpenNight(StrictSerializer):
    id = ClientId("night_id")
    name = Text(max_length=LONGEST_NAME)
    chip = StrictInteger(help_text=f"The smallest chip in play. {MINOR_UNITS}")
    currency = Text(max_length=3, required=False, help_text="The club's unless given.")
    time_zone = Text(max_length=64, required=False, help_text="The club's unless given.")
    box_holder = Id(
        source="box_holder_id", required=False, help_text="The member who holds the cash box; you unless given."
    )


class NightSummary(serializers.Serializer[Any]):
    """A night in a list."""

    id = serializers.UUIDField()
    club = serializers.UUIDField(source="club_id")
    name = serializers.CharField()
    currency = serializers.CharField()
    chip = serializers.IntegerField(help_text=MINOR_UNITS)
    time_zone = serializers.CharField()
    status = Choice(NightRow.Status.choices)
    opened_at = NightTime()
    closed_at = NightTime(allow_null=True)


class TakeSeat(StrictSerializer):
    id = ClientId("seat_id")
    player = Id(source="player_id")
    position = StrictInteger(
        required=False,
        min_value=0,
        max_value=LAST_POSITION,
        help_text="Clockwise from 0; the first free one unless given.",
    )


class UpdateSeat(StrictSerializer):
    status = Choice([("in", "dealt in"), ("out", "sitting out")], required=False)
    position = StrictInteger(required=False, min_value=0, max_value=LAST_POSITION)


class LeaveSeat(StrictSerializer):
    owed_antes = Choice(
        [("pay", "into the pot"), ("waive", "with a reason")],
        source="owed",
        required=False,
        help_text="What becomes of antes that the player owes to the next deal.",
    )
    reason = Text(max_length=LONGEST_REASON, required=False, default="", allow_blank=True)


class Seat(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    night = serializers.UUIDField(source="night_id")
    player = serializers.UUIDField(source="player_id")
    player_name = serializers.CharField(source="player.name")
    position = serializers.IntegerField(allow_null=True)
    status = Choice(SeatRow.Status.choices)


class BuyIn(StrictSerializer):
    id = ClientId("entry_id")
    player = Id(source="player_id")
    amount = StrictInteger(help_text=MINOR_UNITS)
    payment_method = Choice(
        Way.choices, source="way", required=False, help_text=f"{PAYMENT_METHOD} The club's default unless given."
    )


class CashOut(StrictSerializer):
    id = ClientId("entry_id")
    player = Id(source="player_id")
    count = StrictInteger(help_text=f"The chips as counted. {MINOR_UNITS}")
    payment_method = Choice(
        Way.choices, source="way", required=False, help_text=f"{PAYMENT_METHOD} The club's default unless given."
    )


class Recount(StrictSerializer):
    id = ClientId("entry_id")
    counts = ByPlayer(child=StrictInteger(), help_text=f"The chips of each player, as counted. {MINOR_UNITS}")
    reason = Text(max_length=LONGEST_REASON)


class DecidePot(StrictSerializer):
    decision = Choice(
        [("split", "among the seated players"), ("return", "to the players who paid it in")],
        source="how",
    )
    reason = Text(max_length=LONGEST_REASON)


class DecideOverShort(StrictSerializer):
    """Borne by `players` in equal parts, or by the club."""

    players = serializers.ListField(source="player_ids", child=Id(), default=list, max_length=LAST_POSITION)
    club_bears = Flag(
        source="by_club", default=False, help_text="The club keeps what is over, and bears what is short."
    )
    reason = Text(max_length=LONGEST_REASON)


class Empty(StrictSerializer):
    """An empty object, or no body at all."""


class Entry(serializers.Serializer[Any]):
    """One line of the night's money, added and never changed."""

    id = serializers.UUIDField()
    night = serializers.UUIDField(source="night_id")
    player = serializers.UUIDField(source="player_id", allow_null=True)
    kind = Choice(EntryRow.Kind.choices)
    body = serializers.DictField()
    created_at = serializers.DateTimeField(source="at")
    phone_at = serializers.DateTimeField(allow_null=True)


class ClubEntry(Entry):
    """One line of the club's log, added and never changed."""

    night = serializers.UUIDField(source="night_id", allow_null=True)
    hand = serializers.UUIDField(source="hand_id", allow_null=True)
    created_by = author(source="by.name")
    device_name = serializers.CharField(source="device.name", allow_null=True, default=None)
