"""Invites: made and shown by members, looked at and used by whoever has the link."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from rest_framework.request import Request

from api.v1 import filters
from api.v1.acting import actor_of
from api.v1.files import FileView, gives_file
from api.v1.operations import Ask, Told, read_operation, write_operation
from api.v1.outgoing import named
from api.v1.serializers.accounts import (
    AcceptedInvite,
    AcceptInvite,
    CreateInvite,
    Invitation,
    Invite,
    InviteLink,
    InviteToken,
)
from api.v1.serializers.clubs import Member
from api.v1.serializers.nights import Empty
from api.v1.serializers.people import Device
from api.v1.unkeyed import OpenView, secret_operation
from api.v1.view import ApiView
from games import models
from games.clubs.selectors import invites as select
from games.clubs.services import invites
from games.core.actor import Actor
from games.core.qr_code import qr_code
from games.reports.documents.files import Made

Given = Mapping[str, Any]


INVITES = (
    filters.word("role", models.Role.values, "To what it invites."),
    filters.flag("standing", "revoked_at__isnull", "Not revoked, or revoked."),
    filters.order(created_at="made_at"),
)


class ClubInvites(ApiView):
    @read_operation("listInvites", Invite, "The invites of a club", many=True, filters=INVITES, fails=("forbidden",))
    def get(self, actor: Actor, club_id: UUID) -> QuerySet[models.Invite]:
        """Newest first, those that hold no more among them; for a scorekeeper, those for players at the table."""
        return select.invites_of(actor, club_id)

    @write_operation(
        "createInvite", CreateInvite, Invite, "Invite somebody into a club", at=("clubs/{club_id}/invites/",)
    )
    def post(self, ask: Ask, club_id: UUID) -> models.Invite:
        """A link for people to join, with a role up to your own; or, with a `player`, for the guest whom that is.

        Its link and code are read separately, as long as it holds: the answer, which is kept, has no secret in it.
        """
        return invites.make_invite(ask.actor, club_id, **ask.given)


class Revocation(ApiView):
    @write_operation("revokeInvite", Empty, Invite, "Revoke an invite", status=200)
    def post(self, ask: Ask, invite_id: UUID) -> models.Invite:
        """Its link is worthless from now on. A second time changes nothing."""
        return invites.revoke_invite(ask.actor, invite_id)


class LinkOfInvite(ApiView):
    @read_operation("readInviteLink", InviteLink, "The secret link of an invite", fails=("forbidden", "conflict"))
    def get(self, actor: Actor, invite_id: UUID) -> Told:
        """For whoever could make the invite, as long as it holds."""
        token = invites.token_for(actor, invite_id)
        return Told({"url": url_of(self.request, token), "token": token}, {"Cache-Control": "no-store"})


class Svg(FileView):
    @gives_file(
        "readInviteSvg",
        "The link of an invite as a QR code to scan",
        ("image/svg+xml",),
        fails=("forbidden", "conflict"),
    )
    def get(self, actor: Actor, invite_id: UUID) -> Made:
        """A drawing that stays sharp at any size. As secret as the link."""
        return drawn(url_of(self.request, invites.token_for(actor, invite_id)), "svg")


class Png(FileView):
    @gives_file(
        "readInvitePng",
        "The link of an invite as a QR code in dots",
        ("image/png",),
        fails=("forbidden", "conflict"),
    )
    def get(self, actor: Actor, invite_id: UUID) -> Made:
        """For what shows no SVG. As secret as the link."""
        return drawn(url_of(self.request, invites.token_for(actor, invite_id)), "png")


class Look(OpenView):
    @secret_operation(
        "previewInvite",
        InviteToken,
        Invitation,
        "What an invite is to",
        is_open=True,
        fails=("not_found",),
    )
    def post(self, request: Request, given: Given) -> Told:
        """For whoever has the secret. One that holds no more is not there, whatever the reason."""
        return Told(named(Invitation, select.invitation(invites.look_at(given["token"]))))


class Accept(OpenView):
    @secret_operation(
        "acceptInvite",
        AcceptInvite,
        AcceptedInvite,
        "Come in by an invite, with a new account",
        status=201,
        is_open=True,
        fails=("not_found", "conflict"),
        at=("clubs/{member.club}/",),
    )
    def post(self, request: Request, given: Given) -> Told:
        """Makes the account, signs this device in, and makes it a member; with a player, that player is you."""
        token, device, member = invites.accept(**given)
        return Told({**Device(device).data, "token": token, "member": Member(member).data})


class Join(ApiView):
    @secret_operation(
        "joinClub",
        InviteToken,
        Member,
        "Come in by an invite, with the account you have",
        status=201,
        fails=("not_found", "conflict"),
        at=("clubs/{club}/",),
    )
    def post(self, request: Request, given: Given) -> Told:
        """Makes you a member; with a player, that player is you."""
        return Told(Member(invites.join(actor_of(request), given["token"])).data)


def url_of(request: Request, token: str) -> str:
    return request.build_absolute_uri(reverse("join", args=[token]))


def drawn(url: str, form: str) -> Made:
    media = {"svg": "image/svg+xml", "png": "image/png"}[form]
    return Made(f"invite.{form}", media, qr_code(url, form))
