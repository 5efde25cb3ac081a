"""Hands and clubs as files of the formats that other programs read, and files of hands taken in."""

from typing import Any
from uuid import UUID

from django.http import FileResponse, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.v1 import files
from api.v1.acting import actor_of
from api.v1.openapi.describing import READ_FAILS, answers, problems
from api.v1.problems import Problem
from api.v1.serializers.hands import HandFile
from api.v1.view import ApiView
from games.formats.archive import open_archive
from games.formats.hand_export import HAND_FORMATS, NIGHT_FORMATS, TYPES, Wish, Written, hand_as, night_as
from games.reports.documents.files import Made

FAILS = tuple(code for code in READ_FAILS if code != "not_acceptable")


def _wanted(formats: tuple[str, ...]) -> list[OpenApiParameter]:
    return [
        OpenApiParameter("format", OpenApiTypes.STR, enum=formats, description=f"`{formats[0]}` unless given."),
        OpenApiParameter(
            "standard",
            OpenApiTypes.BOOL,
            description="PHH: write a fixed variant code where the hand was, move for move, one of that game.",
        ),
        OpenApiParameter(
            "extension",
            OpenApiTypes.BOOL,
            description="Open Hand History: with a game type of our own, a flag and a field that say so.",
        ),
    ]


def _files(formats: tuple[str, ...]) -> dict[tuple[int, str], Any]:
    return {(200, TYPES[form]): HandFile if form == "json" else OpenApiTypes.STR for form in formats}


LEFT_OUT = OpenApiParameter(
    "Hands-Left-Out",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    response=[200],
    description="The numbers of hands that are not in the file, where there are any: not finished, entered by their "
    "result only, or beyond what the format can say.",
)


class AsAsked(DefaultContentNegotiation):
    """The query says which file it is, whatever is accepted; what it gets as JSON is a problem only."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: str | None = None) -> tuple[Any, str]:
        return renderers[0], renderers[0].media_type


class Download(ApiView):
    renderer_classes = [JSONRenderer]
    content_negotiation_class = AsAsked


class FileOfHand(Download):
    @answers(
        "readHandFile",
        "A finished hand as a file",
        parameters=_wanted(HAND_FORMATS),
        responses={**_files(HAND_FORMATS), **problems((*FAILS, "conflict", "not_expressible"))},
    )
    def get(self, request: Request, hand_id: UUID) -> HttpResponse:
        """As a hand file (players by their names, as `manage.py replay` reads it), as PHH or as Open Hand History."""
        return sent(hand_as(actor_of(request), hand_id, wish_of(request, HAND_FORMATS)))


class FileOfNight(Download):
    @answers(
        "readNightHandsFile",
        "The finished hands of a night as a file",
        parameters=[*_wanted(NIGHT_FORMATS), LEFT_OUT],
        responses={**_files(NIGHT_FORMATS), **problems((*FAILS, "not_expressible"))},
    )
    def get(self, request: Request, night_id: UUID) -> HttpResponse:
        """In order: hand files a line, as PHH a table each, as Open Hand History with a blank line between."""
        return sent(night_as(actor_of(request), night_id, wish_of(request, NIGHT_FORMATS)))


class ArchiveOfClub(Download):
    @answers(
        "exportClub",
        "All that a club has, as one archive",
        responses={(200, "application/zip"): OpenApiTypes.BINARY, **problems((*FAILS, "forbidden", "conflict"))},
    )
    def get(self, request: Request, club_id: UUID) -> FileResponse:
        """For owners. Without passwords, tokens and addresses; while a declaration is pending, a conflict."""
        name, file = open_archive(actor_of(request), club_id)
        answer = FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
        answer["X-Content-Type-Options"] = "nosniff"
        return answer


def wish_of(request: Request, formats: tuple[str, ...]) -> Wish:
    asked = request.query_params
    return Wish(asked.get("format", formats[0]), _flag(request, "standard"), _flag(request, "extension"))


def _flag(request: Request, name: str) -> bool:
    value = request.query_params.get(name, "false")
    if value not in ("true", "false"):
        raise Problem("bad_format", f"{name} is true or false.")
    return value == "true"


def sent(file: Written) -> HttpResponse:
    answer = files.sent(Made(file.name, file.media_type, file.content))
    if file.left_out:
        answer["Hands-Left-Out"] = ", ".join(map(str, file.left_out))
    return answer
