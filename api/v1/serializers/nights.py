from typing import Any

from rest_framework import serializers

from api.v1.fields import ByPlayer, Choice, ClientId, Flag, Id, NightTime, StrictInteger, StrictSerializer, Text
from api.v1.serializers.clubs import WAY
from games.core.validators import LONGEST_NAME, LONGEST_REASON
from games.models import Entry as EntryRow
from games.models import Night as NightRow
from games.models import Seat as SeatRow
from games.models import Way
from games.nights.services.seats import MOST_SEATS

LAST_POSITION = MOST_SEATS - 1
MINOR_UNITS = "Minor units of the night's currency, such as cents."


class NewNight(StrictSerializer):
    id = ClientId("night_id")
    name = Text(max_length=LONGEST_NAME)
    chip = StrictInteger(help_text=f"The smallest chip in play. {MINOR_UNITS}")
    currency = Text(max_length=3, required=False, help_text="The club's unless given.")
    time_zone = Text(max_length=64, required=False, help_text="The club's unless given.")
    box_holder = Id(
        source="box_holder_id", required=False, help_text="The member who holds the cash box; you unless given."
    )


class NightLine(serializers.Serializer[Any]):
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


class NewSeat(StrictSerializer):
    id = ClientId("seat_id")
    player = Id(source="player_id")
    position = StrictInteger(
        required=False,
        min_value=0,
        max_value=LAST_POSITION,
        help_text="Clockwise from 0; the first free one unless given.",
    )


class SeatChange(StrictSerializer):
    status = Choice([("in", "dealt in"), ("out", "sitting out")], required=False)
    position = StrictInteger(required=False, min_value=0, max_value=LAST_POSITION)


class Leaving(StrictSerializer):
    owed = Choice(
        [("pay", "into the pot"), ("waive", "with a reason")],
        required=False,
        help_text="What becomes of antes that the player owes to the next deal.",
    )
    reason = Text(max_length=LONGEST_REASON, required=False, default="", allow_blank=True)


class Seat(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    night = serializers.UUIDField(source="night_id")
    player = serializers.UUIDField(source="player_id")
    name = serializers.CharField(source="player.name")
    position = serializers.IntegerField(allow_null=True)
    status = Choice(SeatRow.Status.choices)


class BuyIn(StrictSerializer):
    id = ClientId("entry_id")
    player = Id(source="player_id")
    amount = StrictInteger(help_text=MINOR_UNITS)
    way = Choice(Way.choices, required=False, help_text=f"{WAY} The club's default unless given.")


class CashOut(StrictSerializer):
    id = ClientId("entry_id")
    player = Id(source="player_id")
    count = StrictInteger(help_text=f"The chips as counted. {MINOR_UNITS}")
    way = Choice(Way.choices, required=False, help_text=f"{WAY} The club's default unless given.")


class Recount(StrictSerializer):
    id = ClientId("entry_id")
    counts = ByPlayer(child=StrictInteger(), help_text=f"The chips of each player, as counted. {MINOR_UNITS}")
    reason = Text(max_length=LONGEST_REASON)


class PotDecision(StrictSerializer):
    how = Choice([("split", "among who is seated"), ("return", "to who paid it in")])
    reason = Text(max_length=LONGEST_REASON)


class DifferenceDecision(StrictSerializer):
    """Borne by `players` in equal parts, or by the club."""

    players = serializers.ListField(source="player_ids", child=Id(), default=list, max_length=LAST_POSITION)
    club = Flag(source="by_club", default=False, help_text="The club keeps what is over, and bears what is short.")
    reason = Text(max_length=LONGEST_REASON)


class Nothing(StrictSerializer):
    """An empty object, or no body at all."""


class Entry(serializers.Serializer[Any]):
    """One line of the night's money, added and never changed."""

    id = serializers.UUIDField()
    night = serializers.UUIDField(source="night_id")
    player = serializers.UUIDField(source="player_id", allow_null=True)
    kind = Choice(EntryRow.Kind.choices)
    body = serializers.DictField()
    at = serializers.DateTimeField()
    phone_at = serializers.DateTimeField(allow_null=True)


class ClubEntry(Entry):
    """One line of the club's log, added and never changed."""

    night = serializers.UUIDField(source="night_id", allow_null=True)
    hand = serializers.UUIDField(source="hand_id", allow_null=True)
    by = serializers.CharField(source="by.name")
    device = serializers.CharField(source="device.name", allow_null=True, default=None)
