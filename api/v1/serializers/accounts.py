"""Accounts, their passwords, and invites to come by one."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.v1.fields import Choice, ClientId, Id, Secret, StrictInteger, StrictSerializer, Text, author
from api.v1.serializers.clubs import Member
from api.v1.serializers.people import LONGEST_PASSWORD, Token, device_name
from games import models
from games.clubs.services.invites import DEFAULT_HOURS, MOST_HOURS, MOST_USES, state_of
from games.core.validators import LONGEST_ADDRESS, LONGEST_NAME
from games.models import Role

LONGEST_TOKEN = 200
EMAIL = "Only to mail a link to when the password is forgotten. Nobody needs one to play."


class NewAccount(StrictSerializer):
    name = Text(max_length=LONGEST_NAME, help_text="To sign in with; no other account on this server has it.")
    password = Secret(max_length=LONGEST_PASSWORD)
    email = Text(max_length=LONGEST_ADDRESS, required=False, allow_blank=True, default="", help_text=EMAIL)
    device_name = device_name()


class SetUp(NewAccount):
    token = Text(max_length=LONGEST_TOKEN, help_text="Printed in the terminal while there is no account.")


class Account(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    email = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField(source="joined_at")


class ChangeEmail(StrictSerializer):
    password = Secret(max_length=LONGEST_PASSWORD)
    email = Text(max_length=LONGEST_ADDRESS, allow_blank=True, help_text=f"{EMAIL} Empty for none.")


class ChangePassword(StrictSerializer):
    current_password = Secret(max_length=LONGEST_PASSWORD)
    new_password = Secret(max_length=LONGEST_PASSWORD)


class ForgottenPassword(StrictSerializer):
    email = Text(max_length=LONGEST_ADDRESS)


class MailSent(serializers.Serializer[Any]):
    detail = serializers.CharField(help_text="The same whether there is such an account or not.")


class ResetPassword(StrictSerializer):
    account = Id(source="user_id", help_text="From the mailed link.")
    token = Text(max_length=LONGEST_TOKEN, help_text="From the mailed link.")
    password = Secret(max_length=LONGEST_PASSWORD)


class CreateInvite(StrictSerializer):
    id = ClientId("invite_id")
    role = Choice(Role.choices, default=Role.PLAYER)
    player = Id(
        source="player_id",
        required=False,
        allow_null=True,
        default=None,
        help_text="The guest whom it is for, if it is for one.",
    )
    hours = StrictInteger(default=DEFAULT_HOURS, min_value=1, max_value=MOST_HOURS, help_text="How long it holds.")
    max_uses = StrictInteger(
        source="uses", default=1, min_value=1, max_value=MOST_USES, help_text="How many people may use it."
    )


class Invite(serializers.Serializer[Any]):
    """The link itself is at `link/`, the code to scan at `qr/svg/` and `qr/png/`."""

    id = serializers.UUIDField()
    club = serializers.UUIDField(source="club_id")
    role = Choice(Role.choices)
    player = serializers.UUIDField(source="player_id", allow_null=True)
    status = serializers.SerializerMethodField()
    uses = serializers.IntegerField(help_text="How many people have used it.")
    max_uses = serializers.IntegerField(source="most_uses")
    created_by = author(source="made_by.name")
    created_at = serializers.DateTimeField(source="made_at")
    expires_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)

    @extend_schema_field(Choice([(status, status) for status in ("open", "used", "expired", "revoked")]))
    def get_status(self, invite: models.Invite) -> str:
        return state_of(invite, timezone.now())


class InviteLink(serializers.Serializer[Any]):
    url = serializers.CharField(help_text="The page that takes it. Whoever has it may use it: pass it on with care.")
    token = serializers.CharField(help_text="The secret in it, for programs.")


class InviteToken(StrictSerializer):
    token = Text(max_length=LONGEST_TOKEN)


class Invitation(serializers.Serializer[Any]):
    """What an invite is to."""

    club_name = serializers.CharField(source="club")
    role = Choice(Role.choices)
    player_name = serializers.CharField(
        source="player", allow_null=True, help_text="The name of the guest whom it is for."
    )
    expires_at = serializers.DateTimeField()


class AcceptInvite(NewAccount):
    token = Text(max_length=LONGEST_TOKEN)


class AcceptedInvite(Token):
    member = Member()
