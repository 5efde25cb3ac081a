"""The API's description: the file, and the page to browse it by. Their problems are those of the API."""

from functools import cache
from typing import Any

from csp.decorators import csp_update
from django.http import HttpResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

from api.renderers import DESCRIPTIONS
from api.v1.openapi import groups
from api.v1.openapi.prose import TAGS
from api.v1.problems import Problem
from api.v1.view import ApiView
from games.reports.documents.filenames import disposition


class ByFormat(DefaultContentNegotiation):
    """The query may say which form the description is wanted in, as a link cannot send an Accept header."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: str | None = None) -> tuple[Any, str]:
        return super().select_renderer(request, renderers, format_suffix or request.query_params.get("format"))


class Schema(ApiView, SpectacularAPIView):
    schema = None
    authentication_classes = []
    permission_classes = SpectacularAPIView.permission_classes
    http_method_names = ["get", "head"]
    renderer_classes = DESCRIPTIONS
    content_negotiation_class = ByFormat
    query_names = ("format", "group")

    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """There is one version in one language: the answer is the same to everybody, and made once a process."""
        renderer = request.accepted_renderer
        group = request.query_params.get("group")
        name = f"tableside-api.{renderer.format.replace('openapi', 'yaml')}"
        content = _written(renderer.media_type, None if group is None else known(group))
        headers = {"Content-Disposition": disposition("inline", name)}
        return HttpResponse(content, content_type=renderer.media_type, headers=headers)


def known(group: str) -> str:
    """Raises Problem for a group that there is not."""
    if group not in TAGS:
        raise Problem("bad_format", f"group is one of {', '.join(TAGS)}.")
    return group


@cache
def _written(media_type: str, group: str | None) -> bytes:
    (renderer,) = (one for one in DESCRIPTIONS if one.media_type == media_type)
    whole = _description()
    written = renderer().render(whole if group is None else groups.only(whole, group), None, {})
    return written if isinstance(written, bytes) else written.encode()


@cache
def _description() -> dict[str, Any]:
    whole: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return whole


# Swagger UI writes styles into its page; its script comes as a file.
@method_decorator(csp_update({"style-src": "'unsafe-inline'"}), name="dispatch")
class Page(ApiView, SpectacularSwaggerSplitView):
    schema = None
    authentication_classes = []
    permission_classes = SpectacularSwaggerSplitView.permission_classes
    http_method_names = ["get", "head"]
    renderer_classes = SpectacularSwaggerSplitView.renderer_classes
    query_names = ("script", "group")

    def _get_schema_url(self, request: Request) -> str:
        """One group at a time: the page says where the others are."""
        group = known(request.query_params.get("group", groups.FIRST))
        return f"{reverse(self.url_name)}?group={group}"
