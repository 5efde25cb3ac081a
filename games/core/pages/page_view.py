"""What every page does with whoever opens it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

from games.core.actor import Actor
from games.core.errors import BadValue, Forbidden, NotFound
from games.core.permissions import May, allowed
from games.models import Member, User

Page = Callable[..., HttpResponse]


def page(view: Page) -> Page:
    """A view `(request, actor, **url)` for who is signed in. What another club has is not there; nothing is cached."""

    @login_required
    @wraps(view)
    def opened(request: HttpRequest, **url: Any) -> HttpResponse:
        assert isinstance(request.user, User)
        actor = Actor(request.user)
        response = answered(lambda: view(request, actor, **url))
        add_never_cache_headers(response)
        return response

    return opened


def answered(draw: Callable[[], HttpResponse]) -> HttpResponse:
    """What a service or selector refuses, as Django says it on a page."""
    try:
        return draw()
    except NotFound as error:
        raise Http404(error.detail) from None
    except Forbidden as error:
        raise PermissionDenied(error.detail) from None
    except BadValue as error:
        raise BadRequest(error.detail) from None


def rights_of(member: Member) -> dict[str, bool]:
    """What a template may offer to this member: `{% if may.keep_score %}`."""
    return {what.name.lower(): allowed(member, what) for what in May}


def is_swap(request: HttpRequest) -> bool:
    """Whether only a part is wanted, which htmx puts in its place, and not the page around it."""
    return "HX-Request" in request.headers
