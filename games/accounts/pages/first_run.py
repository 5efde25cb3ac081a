"""The page of an installation that has no account yet, for whoever has the set-up token from the terminal."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.accounts.pages.sign_in import BACKEND
from games.accounts.services import passwords
from games.clubs.services import bootstrap
from games.core.errors import Conflict, NotAuthenticated, ServiceError
from games.core.pages.form_fields import currencies, time_zones

FIELDS = ("token", "name", "password", "email", "club", "currency", "time_zone")


@sensitive_post_parameters("token", "password")
@require_http_methods(["GET", "HEAD", "POST"])
def first_run(request: HttpRequest) -> HttpResponse:
    """Makes the owner and the club, and signs the owner in. Once there is an account, there is no such page."""
    wrong, status = "", 200
    if request.method == "POST":
        try:
            user = bootstrap.found(*(request.POST.get(field, "") for field in FIELDS))
        except Conflict:
            return redirect("sign-in")
        except ServiceError as error:
            wrong, status = error.detail, 403 if isinstance(error, NotAuthenticated) else 422
        else:
            login(request, user, BACKEND)
            return redirect("front")
    if passwords.set_up_token() is None:
        return redirect("sign-in")
    shown = {"wrong": wrong, "given": request.POST, "currencies": currencies(), "time_zones": time_zones()}
    response = render(request, "accounts/first_run.html", shown, status=status)
    add_never_cache_headers(response)
    return response
