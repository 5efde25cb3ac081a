"""Problems of the API that are met before any of its views: they are told in the same form."""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

from api.v1.problems import CONTENT_TYPE, LONGEST_INSTANCE, document, status_of

Next = Callable[[HttpRequest], HttpResponseBase]


class KnownHost:
    """The first thing that is looked at: whether the request is meant for this server at all."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not is_of_the_api(request):
            return self.get_response(request)
        try:
            request.get_host()
        except DisallowedHost:
            return _problem(request, "bad_format", "This server is not known by the name in the Host header.")
        return self.get_response(request)


def is_of_the_api(request: HttpRequest) -> bool:
    return request.path_info == "/api" or request.path_info.startswith("/api/")


def _problem(request: HttpRequest, code: str, detail: str) -> HttpResponse:
    body = document(code, detail, request.get_full_path()[:LONGEST_INSTANCE])
    return JsonResponse(body, status=status_of(code), content_type=CONTENT_TYPE)
