from typing import Any

from rest_framework import serializers

from api.v1.fields import Choice, ClientId, Flag, Id, StrictInteger, StrictSerializer, Text
from games.clubs.services.clubs import DECIDING_ROLES, MOST_DISPUTE_DAYS
from games.core.validators import LONGEST_ADDRESS, LONGEST_NAME, LONGEST_REASON
from games.models import Bearers, Role, Way

PAYMENT_METHOD = "`cash`: through the night's cash box. `account`: on the player's balance with the club."

DIFFERENCES_BY = "The lowest role that decides what counts and book differ by."
DISPUTE_DAYS = "After how many days a dispute should have ended."
HANDS_BY_LINK = "Whether a finished hand may be shown, without an account, to whoever is given its link."
EXPENSES_BY = (
    "Who bears an expense where nobody said so. `night`: all players of the night, who left included. "
    "`seated`: who has a seat when it is entered. `club`: the club."
)
ARBITER_MAY_PLAY = "Whether the arbiter rules on a hand they were dealt in to; else an owner does."
HOLDS_BACK = "Whether a settlement holds back what is disputed, until the dispute has ended."
LOCALE = "How reports write amounts, such as de_DE; empty: as the country of the time zone does."


class CreateClub(StrictSerializer):
    id = ClientId("club_id")
    name = Text(max_length=LONGEST_NAME)
    currency = Text(max_length=3, help_text="ISO 4217, such as EUR.")
    time_zone = Text(max_length=64, help_text="IANA name, such as Europe/Berlin.")
    default_payment_method = Choice(Way.choices, source="default_way", default=Way.ACCOUNT, help_text=PAYMENT_METHOD)


class Club(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    currency = serializers.CharField()
    time_zone = serializers.CharField()
    default_payment_method = Choice(Way.choices, source="default_way", help_text=PAYMENT_METHOD)
    differences_by = Choice(Role.choices, help_text=DIFFERENCES_BY)
    locale = serializers.CharField(allow_blank=True, help_text=LOCALE)
    dispute_days = serializers.IntegerField(help_text=DISPUTE_DAYS)
    arbiter_may_play = serializers.BooleanField(help_text=ARBITER_MAY_PLAY)
    holds_back_disputed = serializers.BooleanField(help_text=HOLDS_BACK)
    hands_by_link = serializers.BooleanField(help_text=HANDS_BY_LINK)
    expenses_by = Choice(Bearers.choices, help_text=EXPENSES_BY)
    created_at = serializers.DateTimeField(source="made_at")


class UpdateClub(StrictSerializer):
    name = Text(max_length=LONGEST_NAME, required=False)
    default_payment_method = Choice(Way.choices, source="default_way", required=False, help_text=PAYMENT_METHOD)
    differences_by = Choice([(role, role.label) for role in DECIDING_ROLES], required=False, help_text=DIFFERENCES_BY)
    locale = Text(max_length=20, required=False, allow_blank=True, help_text=LOCALE)
    dispute_days = StrictInteger(required=False, min_value=1, max_value=MOST_DISPUTE_DAYS, help_text=DISPUTE_DAYS)
    arbiter_may_play = Flag(required=False, help_text=ARBITER_MAY_PLAY)
    holds_back_disputed = Flag(required=False, help_text=HOLDS_BACK)
    hands_by_link = Flag(required=False, help_text=HANDS_BY_LINK)
    expenses_by = Choice(Bearers.choices, required=False, help_text=EXPENSES_BY)


class AddPlayer(StrictSerializer):
    id = ClientId("player_id")
    name = Text(max_length=LONGEST_NAME)
    member = Id(
        source="member_id",
        required=False,
        allow_null=True,
        default=None,
        help_text="The member who this is; none for a guest.",
    )


class MergePlayer(StrictSerializer):
    into = Id(source="into_id", help_text="The player who stays.")
    reason = Text(max_length=LONGEST_REASON)


class RenamePlayer(StrictSerializer):
    name = Text(max_length=LONGEST_NAME)


class Player(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = serializers.UUIDField(source="club_id")
    name = serializers.CharField()
    member = serializers.UUIDField(source="member_id", allow_null=True)
    merged_into = serializers.UUIDField(
        source="merged_into_id", allow_null=True, help_text="The player that this one turned out to be."
    )
    created_at = serializers.DateTimeField(source="made_at")


class AddMember(StrictSerializer):
    id = ClientId("member_id")
    login = Text(max_length=LONGEST_ADDRESS, help_text="The name of the person's account, or its e-mail address.")
    role = Choice(Role.choices, default=Role.PLAYER)
    is_arbiter = Flag(default=False)


class Member(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = serializers.UUIDField(source="club_id")
    account_name = serializers.CharField(source="user.name")
    role = Choice(Role.choices)
    is_arbiter = serializers.BooleanField()
    joined_at = serializers.DateTimeField()
    left_at = serializers.DateTimeField(allow_null=True, help_text="Who has left is no member any more.")
