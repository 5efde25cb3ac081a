"""The API's description: the file, and the page to browse it by. Their problems are those of the API."""

from typing import Any

from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

from api.v1.view import ApiView


class ByFormat(DefaultContentNegotiation):
    """The query may say which form the description is wanted in, as a link cannot send an Accept header."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: str | None = None) -> tuple[Any, str]:
        return super().select_renderer(request, renderers, format_suffix or request.query_params.get("format"))


class Schema(ApiView, SpectacularAPIView):
    schema = None
    authentication_classes = []
    permission_classes = SpectacularAPIView.permission_classes
    http_method_names = ["get", "head"]
    renderer_classes = SpectacularAPIView.renderer_classes
    content_negotiation_class = ByFormat
    query_names = ("format",)

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """There is one version in one language: nothing of the query goes into the answer."""
        answer: Response = self._get_schema_response(request)
        return answer

    def _get_version_parameter(self, request: Request) -> None:
        return None


# Swagger UI writes styles into its page; its script comes as a file.
@method_decorator(csp_update({"style-src": "'unsafe-inline'"}), name="dispatch")
class Page(ApiView, SpectacularSwaggerSplitView):
    schema = None
    authentication_classes = []
    permission_classes = SpectacularSwaggerSplitView.permission_classes
    http_method_names = ["get", "head"]
    renderer_classes = SpectacularSwaggerSplitView.renderer_classes
    query_names = ("script",)
