"""Signing in from a device, and out again."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from api.v1 import filters
from api.v1.operations import Ask, Told, read_operation, write_operation
from api.v1.serializers.nights import Empty
from api.v1.serializers.people import Device, SignIn, Token
from api.v1.unkeyed import address_of, secret_operation
from api.v1.view import ApiView
from games import models
from games.accounts.services import users
from games.clubs.selectors import clubs as select
from games.core.actor import Actor

DEVICES = (
    filters.flag("signed_in", "revoked_at__isnull", "Signed in still, or revoked."),
    filters.order(created_at="made_at"),
)


class Tokens(ApiView):
    """Sign-in takes no Idempotency-Key: its answer is a secret, and answers that can be repeated are kept."""

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Who signs in is who says so, whatever token or session is left over from another."""
        signing_in = self.request is not None and self.request.method == "POST"
        return [] if signing_in else super().get_authenticators()

    def get_permissions(self) -> Sequence[Any]:
        return [AllowAny()] if self.request.method == "POST" else super().get_permissions()

    @secret_operation(
        "signIn",
        SignIn,
        Token,
        "Sign this device in",
        status=201,
        is_open=True,
        fails=("not_authenticated",),
        at=("tokens/",),
    )
    def post(self, request: Request, given: Mapping[str, Any]) -> Told:
        """Gives a token, this once. Sent again, it signs in one more device. Wrong passwords are limited."""
        token, device = users.sign_in(**given, address=address_of(request))
        return Told({**Device(device).data, "token": token})

    @read_operation("listTokens", Device, "Your devices", many=True, filters=DEVICES)
    def get(self, actor: Actor) -> QuerySet[models.Device]:
        """Newest first, the revoked among them."""
        return select.devices_of(actor)


class Revocation(ApiView):
    @write_operation("revokeToken", Empty, Device, "Sign a device out", status=200)
    def post(self, ask: Ask, device_id: UUID) -> models.Device:
        """Its token is worthless from now on. A second time changes nothing."""
        return users.revoke_device(ask.actor, device_id)
