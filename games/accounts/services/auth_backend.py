"""Signing in to the pages and to the admin's desk: the same limits as for devices."""

from typing import Any
from uuid import UUID

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.accounts.services.users import by_login
from games.core import throttling
from games.core.errors import NotAuthenticated, Throttled
from games.models import User
from prepared.lookups import Prepared

_USERS = Prepared(lambda pk: User.objects.filter(pk=pk, is_active=True), pk=UUID)


class SignIn(ModelBackend):
    """By name or e-mail address. Raises PermissionDenied, which ends the attempt, for one too many."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **more: Any
    ) -> User | None:
        if username is None or password is None:
            return None
        user = User.objects.filter(by_login(username)).first()
        address = throttling.address_of(request.META) if request else ""
        try:
            with throttling.attempt(str(user.pk) if user else username.casefold(), address):
                if user is None:
                    User().set_password(password)  # the same work: the time taken tells nothing
                if user is None or not user.check_password(password) or not self.user_can_authenticate(user):
                    raise NotAuthenticated("Name and password do not belong together.")
        except Throttled:
            raise PermissionDenied from None
        except NotAuthenticated:
            return None
        return user

    def get_user(self, user_id: UUID | str) -> User | None:
        """Of a session, with each of its requests."""
        return _USERS.first(pk=user_id)
