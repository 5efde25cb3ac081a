"""What people are told where an address or a form holds something that cannot be."""

import logging
from collections.abc import Callable
from http import HTTPStatus

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.core import throttling
from games.core.database_errors import is_busy, is_outage
from games.core.request_ids import request_id

log = logging.getLogger(__name__)

RETRY_SECONDS = "5"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The sentence, where it is one of ours; what else Django found suspicious is not explained to who sent it."""
    said = str(exception) if isinstance(exception, BadRequest) else ""
    return render(request, "400.html", {"said": said}, status=400)


def server_error(_request: HttpRequest) -> HttpResponse:
    """The page asks the database for nothing: that may be what has failed."""
    return HttpResponse(render_to_string("500.html", {"request_id": request_id()}), status=500)


class AnonymousBody:
    """Refuses a large form of somebody who has not signed in by its length, before any of it is read.

    The API does so itself: it knows who a token speaks for.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_page = not request.path_info.startswith("/api/")
        if is_page and throttling.is_too_large_for_anonymous(request.META) and not request.user.is_authenticated:
            said = _("This form is too large for somebody who has not signed in.")
            return render(request, "400.html", {"said": said}, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return self._get_response(request)


class Outage:
    """A database that is away, or not to be written to, is no fault of a page: it is said, and to be tried again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, _request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The script of a form sends it again by the status alone."""
        if not (is_busy(error) or is_outage(error)):
            return None
        log.error("The database: %s", error)
        page = render_to_string("503.html", {"request_id": request_id()})
        return HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": RETRY_SECONDS})
