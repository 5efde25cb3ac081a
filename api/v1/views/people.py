"""Signing in from a device, and out again."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.v1 import documents
from api.v1.operations import Ask, reads, writes
from api.v1.serializers.nights import Nothing
from api.v1.serializers.people import Device, SignIn, Token
from api.v1.unkeyed import address_of
from api.v1.view import ApiView
from games import models
from games.selectors import clubs as select
from games.services import people
from games.services.actor import Actor

SIGN_IN_FAILS = (*documents.OPEN_FAILS, "not_authenticated")


class Tokens(ApiView):
    """Sign-in takes no Idempotency-Key: its answer is a secret, and answers that can be repeated are kept."""

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Who signs in is who says so, whatever token or session is left over from another."""
        signing_in = self.request is not None and self.request.method == "POST"
        return [] if signing_in else super().get_authenticators()

    def get_permissions(self) -> Sequence[Any]:
        return [AllowAny()] if self.request.method == "POST" else super().get_permissions()

    @extend_schema(
        operation_id="signIn",
        tags=["people"],
        summary="Sign this device in",
        request=SignIn,
        responses={201: Token, **documents.problems(SIGN_IN_FAILS), **documents.unread_body()},
        auth=[],
    )
    def post(self, request: Request) -> Response:
        """Gives a token, this once. Sent again, it signs in one more device. Wrong passwords are limited."""
        given = SignIn(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = given.validated_data
        token, device = people.sign_in(wanted["name"], wanted["password"], wanted["device"], address_of(request))
        body = {**Device(device).data, "token": token}
        return Response(body, status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})

    @reads("listTokens", Device, "Your devices", many=True)
    def get(self, actor: Actor) -> QuerySet[models.Device]:
        """Newest first, the revoked among them."""
        return select.devices_of(actor)


class Revocation(ApiView):
    @writes("revokeToken", Nothing, Device, "Sign a device out", status=200)
    def post(self, ask: Ask, device_id: UUID) -> models.Device:
        """Its token is worthless from now on. A second time changes nothing."""
        return people.revoke_device(ask.actor, device_id)
