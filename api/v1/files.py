"""Operations that answer with a file."""

import functools
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.v1.acting import actor_of
from api.v1.openapi.describing import READ_FAILS, described, problems
from api.v1.view import ApiView
from games.reports.documents.filenames import disposition
from games.reports.documents.files import Made

PERIOD = (
    OpenApiParameter("since", OpenApiTypes.DATE, description="The first day; the very first unless given."),
    OpenApiParameter("until", OpenApiTypes.DATE, description="The last day, included."),
)


class AnyType(JSONRenderer):
    """Lets a request accept whatever it likes; what it gets as JSON is a problem only."""

    media_type = "*/*"


class FileView(ApiView):
    renderer_classes = [JSONRenderer, AnyType]


def gives_file(
    name: str,
    summary: str,
    media_types: tuple[str, ...],
    *,
    parameters: tuple[OpenApiParameter, ...] = (),
    fails: tuple[str, ...] = (),
) -> Callable[[Callable[..., Made]], Callable[..., HttpResponse]]:
    """A method `(self, actor, **url)` that gives what is to be saved."""

    def operation(method: Callable[..., Made]) -> Callable[..., HttpResponse]:
        @functools.wraps(method)
        def view(self: ApiView, request: Request, **url: Any) -> HttpResponse:
            return sent(method(self, actor_of(request), **url))

        kept = {
            (200, media): OpenApiTypes.OBJECT if media == "application/json" else OpenApiTypes.BINARY
            for media in media_types
        }
        describe = described(
            name,
            method,
            summary,
            parameters=list(parameters),
            responses={**kept, **problems((*READ_FAILS, *fails))},
        )
        return describe(view)

    return operation


def sent(file: Made) -> HttpResponse:
    headers = {"Content-Disposition": disposition("attachment", file.name), "X-Content-Type-Options": "nosniff"}
    headers["Cache-Control"] = "no-store"
    return HttpResponse(file.content, content_type=file.media_type, headers=headers)
