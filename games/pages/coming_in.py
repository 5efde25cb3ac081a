"""Where the links lead that people are sent: into a club, or to a new password. The link is the secret."""

from uuid import UUID

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.models import Member, User
from games.services import accounts, invites
from games.services.actor import Actor
from games.services.errors import NotFound, ServiceError

BACKEND = "games.services.backend.SignIn"
DEVICE = "The browser that joined"


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Who is signed in joins with one tap; who is not makes an account on the way."""
    wrong = ""
    if request.method == "POST":
        try:
            member = _joined(request, token)
            return _page(request, "join.html", {"club": member.club, "done": True})
        except NotFound as error:
            return _page(request, "join.html", {"gone": error.detail}, status=404)
        except ServiceError as error:
            wrong = error.detail
    try:
        invite = invites.look_at(token)
    except NotFound as error:
        return _page(request, "join.html", {"gone": error.detail}, status=404)
    shown = {"invite": invite, "wrong": wrong, "name": request.POST.get("name", "")}
    return _page(request, "join.html", shown, status=422 if wrong else 200)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, user_id: UUID, token: str) -> HttpResponse:
    if request.method != "POST":
        return _page(request, "new_password.html", {})
    try:
        accounts.reset_password(user_id, token, request.POST.get("password", ""))
    except ServiceError as error:
        return _page(request, "new_password.html", {"wrong": error.detail}, status=422)
    return _page(request, "new_password.html", {"done": True})


def _joined(request: HttpRequest, token: str) -> Member:
    if isinstance(request.user, User):
        return invites.join(Actor(request.user), token)
    given = request.POST
    _, device, member = invites.accept(
        token, given.get("name", ""), given.get("password", ""), given.get("email", ""), DEVICE
    )
    login(request, device.user, BACKEND)
    return member


def _page(request: HttpRequest, template: str, shown: dict[str, object], status: int = 200) -> HttpResponse:
    """Neither kept by a browser nor told to where a link on it leads."""
    response = render(request, template, shown, status=status)
    add_never_cache_headers(response)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
