"""One's own account: the devices that speak for one, the password, the e-mail address.

Passwords go through no `@write`: its forms and answers are kept for a while, and these are secrets.
"""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from games.accounts.services import passwords, users
from games.clubs.selectors.clubs import devices_of
from games.core import throttling
from games.core.actor import Actor
from games.core.errors import ServiceError
from games.core.pages.form_view import write
from games.core.pages.page_view import page
from games.models import User


@require_safe
@page
def account(request: HttpRequest, actor: Actor) -> HttpResponse:
    return render(request, "accounts/account.html", {"devices": devices_of(actor).filter(revoked_at=None)})


@write
def revoke_device(_request: HttpRequest, actor: Actor, device_id: UUID) -> str:
    users.revoke_device(actor, device_id)
    return reverse("account")


@sensitive_post_parameters("old", "new")
@require_POST
@login_required
def change_password(request: HttpRequest) -> HttpResponseRedirect:
    """The browser it is changed from stays signed in."""

    def change(actor: Actor) -> None:
        given = request.POST
        address = throttling.address_of(request.META)
        user = passwords.change_password(actor, given.get("old", ""), given.get("new", ""), address)
        update_session_auth_hash(request, user)

    return _done(request, change, _("Your new password holds. All other devices are signed out."))


@sensitive_post_parameters("password")
@require_POST
@login_required
def change_email(request: HttpRequest) -> HttpResponseRedirect:
    def change(actor: Actor) -> None:
        given = request.POST
        address = throttling.address_of(request.META)
        passwords.change_email(actor, given.get("password", ""), given.get("email", ""), address)

    return _done(request, change, _("Your e-mail address is changed."))


def _done(request: HttpRequest, change: Callable[[Actor], None], words: str) -> HttpResponseRedirect:
    assert isinstance(request.user, User)
    try:
        change(Actor(request.user))
    except ServiceError as error:
        messages.error(request, error.detail)
    else:
        messages.success(request, words)
    return redirect("account")
