"""One's own account: the very first one, its e-mail address, its password."""

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request

from api.v1.acting import actor_of
from api.v1.operations import Told, read_operation
from api.v1.serializers.accounts import (
    Account,
    ChangeEmail,
    ChangePassword,
    ForgottenPassword,
    MailSent,
    ResetPassword,
    SetUp,
)
from api.v1.serializers.people import Device, Token
from api.v1.unkeyed import OpenView, address_of, secret_operation
from api.v1.view import ApiView
from games.accounts.services import passwords
from games.core.actor import Actor
from games.models import User

Given = Mapping[str, Any]
MAILED = "If there is an account with this e-mail address, a link is on its way to it."


class Setup(OpenView):
    @secret_operation(
        "setUp",
        SetUp,
        Token,
        "The first account of a new server",
        status=201,
        is_open=True,
        fails=("not_authenticated", "conflict"),
        at=("tokens/",),
    )
    def post(self, request: Request, given: Given) -> Told:
        """With the set-up token that the server prints in its terminal as long as it has no account."""
        token, device = passwords.set_up(**given)
        return Told({**Device(device).data, "token": token})


class OwnAccount(ApiView):
    @read_operation("readAccount", Account, "Your account")
    def get(self, actor: Actor) -> User:
        """Who you are on this server, in whatever club."""
        return actor.user


class Email(ApiView):
    @secret_operation(
        "changeEmail", ChangeEmail, Account, "Change your e-mail address", fails=("forbidden", "conflict")
    )
    def post(self, request: Request, given: Given) -> Told:
        """Takes the password, since whoever reads the mail may set a new one."""
        user = passwords.change_email(actor_of(request), given["password"], given["email"], address_of(request))
        return Told(Account(user).data)


class Password(ApiView):
    @secret_operation("changePassword", ChangePassword, Account, "Change your password", fails=("forbidden",))
    def post(self, request: Request, given: Given) -> Told:
        """Signs out all other devices, and every page."""
        user = passwords.change_password(
            actor_of(request), given["current_password"], given["new_password"], address_of(request)
        )
        return Told(Account(user).data)


class Resets(OpenView):
    @secret_operation(
        "requestPasswordReset",
        ForgottenPassword,
        MailSent,
        "Have a link mailed to set a new password",
        status=202,
        is_open=True,
    )
    def post(self, request: Request, given: Given) -> Told:
        """The answer is the same, and as fast, whether there is such an account or not. A link holds for an hour."""
        passwords.ask_for_reset(given["email"], request.build_absolute_uri("/new-password/"))
        return Told({"detail": MAILED})


class ResetOfPassword(OpenView):
    @secret_operation(
        "resetPassword",
        ResetPassword,
        Account,
        "Set a new password by a mailed link",
        is_open=True,
        fails=("not_authenticated",),
    )
    def post(self, request: Request, given: Given) -> Told:
        """Works once, and signs out all devices."""
        return Told(Account(passwords.reset_password(**given)).data)
