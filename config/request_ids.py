"""The id of a request: in its answer's `X-Request-ID`, in problems and error pages, and in every line of the log."""

import re
from collections.abc import Callable
from uuid import uuid4

from django.http import HttpRequest
from django.http.response import HttpResponseBase

HEADER = "X-Request-ID"
_META = "HTTP_X_REQUEST_ID"
# What a client or a proxy may call a request. Anything else could forge lines of the log.
_SENT = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RequestIds:
    """Stands before all other middleware, so that no answer lacks the id, whoever gives it.

    django-structlog takes the id from the request's header and binds it to the log; `games.core.request_ids`
    reads it from there.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not _SENT.fullmatch(request.META.get(_META, "")):
            request.META[_META] = str(uuid4())
        answer = self._get_response(request)
        answer[HEADER] = request.META[_META]
        return answer
