"""Signing in, and where the links lead that people are sent: into a club, or to a new password.

The link is the secret.
"""

from uuid import UUID

from django.contrib.auth import login
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.accounts.services import passwords, users
from games.clubs.services import invites
from games.core.actor import Actor
from games.core.errors import NotFound, ServiceError, Throttled
from games.models import Member, User

BACKEND = "games.accounts.services.auth_backend.SignIn"
DEVICE = gettext_lazy("The browser that joined")


_sign_in = LoginView.as_view(template_name="accounts/sign_in.html", redirect_authenticated_user=True)


@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponseBase:
    """Where nobody could sign in yet, the page that makes the first account."""
    return _sign_in(request) if passwords.set_up_token() is None else redirect("first-run")


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Who is signed in joins with one tap; who is not makes an account on the way."""
    wrong = ""
    if request.method == "POST":
        try:
            member = _joined(request, token)
            return _page(request, "accounts/join.html", {"club": member.club, "done": True})
        except NotFound as error:
            return _page(request, "accounts/join.html", {"gone": error.detail}, status=404)
        except ServiceError as error:
            wrong = error.detail
    try:
        invite = invites.look_at(token)
    except NotFound as error:
        return _page(request, "accounts/join.html", {"gone": error.detail}, status=404)
    known_as = invite.player.name if invite.player else ""
    shown = {"invite": invite, "wrong": wrong, "name": request.POST.get("name", known_as)}
    return _page(request, "accounts/join.html", shown, status=422 if wrong else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Has a link mailed. What is said then tells nobody whether there is such an account."""
    if request.method != "POST":
        return _page(request, "accounts/forgotten.html", {})
    try:
        passwords.ask_for_reset(request.POST.get("email", ""), request.build_absolute_uri("/new-password/"))
    except Throttled as error:
        return _page(request, "accounts/forgotten.html", {"wrong": error.detail}, status=429)
    return _page(request, "accounts/forgotten.html", {"done": True})


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, user_id: UUID, token: str) -> HttpResponse:
    if request.method != "POST":
        return _page(request, "accounts/new_password.html", {})
    try:
        passwords.reset_password(user_id, token, request.POST.get("password", ""))
    except ServiceError as error:
        return _page(request, "accounts/new_password.html", {"wrong": error.detail}, status=422)
    return _page(request, "accounts/new_password.html", {"done": True})


def _joined(request: HttpRequest, token: str) -> Member:
    if isinstance(request.user, User):
        return invites.join(Actor(request.user), token)
    given = request.POST
    _, device, member = invites.accept(
        token, given.get("name", ""), given.get("password", ""), given.get("email", ""), str(DEVICE)
    )
    # a browser has its session: nobody was told this token
    users.revoke_device(Actor(device.user), device.pk)
    login(request, device.user, BACKEND)
    return member


def _page(request: HttpRequest, template: str, shown: dict[str, object], status: int = 200) -> HttpResponse:
    """Not kept by a browser. Its address tells other hosts nothing, as everywhere (`Referrer-Policy: same-origin`);
    to say nothing to our own either would have browsers hide where a form comes from, and it would be refused."""
    response = render(request, template, shown, status=status)
    add_never_cache_headers(response)
    return response
