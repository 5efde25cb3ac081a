"""Who sends a request: a device by its token, or a person signed in to the pages."""

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from api.v1.problems import CHALLENGE
from games.accounts.services import users
from games.core.errors import NotAuthenticated
from games.models import Device, User


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`; `request.auth` is then the device."""

    def authenticate(self, request: Request) -> tuple[User, Device] | None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        try:
            actor = users.who(token.strip())
        except NotAuthenticated as error:
            raise AuthenticationFailed(error.detail) from None
        assert actor.device is not None  # noqa: S101  whoever comes by token has a device
        users.touch(actor.device)
        return actor.user, actor.device

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE
