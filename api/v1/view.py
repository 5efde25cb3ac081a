"""What all views of version 1 share."""

from collections.abc import Callable, Collection
from typing import Any

from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils import translation
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotFound
from rest_framework.permissions import SAFE_METHODS, AllowAny, IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.v1 import errors
from api.v1.authentication import TokenAuthentication
from api.v1.parsers import StrictJSONParser, check_anonymous_size, check_readable
from api.v1.problems import CONTENT_TYPE
from api.v1.query import check_query
from games.core import throttling


class ApiView(APIView):
    """JSON in, JSON out, problems for errors; closed to whoever has not signed in."""

    authentication_classes = [TokenAuthentication, SessionAuthentication]
    permission_classes = [IsAuthenticated]
    parser_classes = [StrictJSONParser]
    renderer_classes = [JSONRenderer]
    # The query parameters of methods that are not described as operations; `describing.described` notes all others.
    query_names: Collection[str] = ()
    # No OPTIONS: it would tell less than the schema does.
    http_method_names = ["get", "head", "post", "patch"]
    # This request under the limit that it falls under; None before it was counted, and where the limit is off.
    counted: throttling.Counted | None = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Its sentences are English, whatever language the pages are in: programs are written against them."""
        with translation.override("en"):
            answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
            return answer

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method not in SAFE_METHODS:
            check_readable(request)
        super().initial(request, *args, **kwargs)
        check_anonymous_size(request)
        # A method that the view does not have is refused next, whatever its query.
        handler = getattr(self, str(request.method).lower(), None)
        if handler is not None:
            check_query(request, getattr(handler, "query_names", self.query_names))

    def check_throttles(self, request: Request) -> None:
        """By account, or by network address for who has none. Raises Throttled."""
        if request.user.is_authenticated:
            self.counted = throttling.count("requests", str(request.user.pk))
        else:
            self.counted = throttling.count("anonymous", throttling.address_of(request.META))
        if self.counted is not None:
            self.counted.check()

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """A problem is JSON, whatever was asked for and whatever else the view can give."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        if getattr(answer, "content_type", None) == CONTENT_TYPE:
            answer.accepted_renderer = JSONRenderer()
        if self.counted is not None:
            for name, value in rate_limit(self.counted).items():
                answer[name] = value
        return answer

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response]:
        return errors.handle


def rate_limit(counted: throttling.Counted) -> dict[str, str]:
    """The limit and what is left of it, as draft-ietf-httpapi-ratelimit-headers writes them."""
    name = f'"{counted.limit}"'
    return {
        "RateLimit-Policy": f"{name};q={counted.most};w={counted.seconds}",
        "RateLimit": f"{name};r={counted.left};t={counted.resets_in}",
    }


class Onward(HttpResponsePermanentRedirect):
    """Keeps the method and the body (RFC 9110, 15.4.9)."""

    status_code = 308


class Nowhere(ApiView):
    """Any address that the API does not have. One that only lacks its last slash leads to the address with it."""

    authentication_classes = []
    permission_classes = [AllowAny]
    schema = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """308 keeps the method and the body, so that a write is sent again as it was."""
        if not request.path.endswith("/") and _exists(f"{request.path_info}/"):
            return Onward(request.get_full_path(force_append_slash=True))
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound("The API has no such address.")


def _exists(path: str) -> bool:
    """Whether the API has this address."""
    try:
        found = resolve(path)
    except Resolver404:
        return False
    return getattr(found.func, "view_class", None) is not Nowhere
