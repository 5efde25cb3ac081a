"""What operations have in common in the OpenAPI description: headers, and the problems they answer with."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from inspect import cleandoc
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from api.v1 import etags
from api.v1.acting import MOMENT, PHONE_TIME
from api.v1.locations import MADE
from api.v1.openapi import (
    examples,
    extensions,  # noqa: F401  drf-spectacular finds them by their import
)
from api.v1.pagination import LONGEST_CURSOR, MOST_ROWS, USUAL_ROWS
from api.v1.problems import CONTENT_TYPE, ILLEGAL, STATUS, TITLES
from api.v1.serializers.corrections import BlockedHand
from api.v1.serializers.formats import ImportReport

# What an Idempotency-Key may be: visible ASCII characters.
LONGEST_KEY = 255
KEY = f"[!-~]{{1,{LONGEST_KEY}}}"

Shape = type[serializers.Serializer[Any]]
View = TypeVar("View", bound=Callable[..., Any])

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": f"^{KEY}$"},
    OpenApiParameter.HEADER,
    required=True,
    description=f"1 to {LONGEST_KEY} visible ASCII characters, new for every write that is meant to happen. The same "
    "key with the same request gives the first answer again, and has no second effect.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": f"^{etags.ETAG}$"},
    OpenApiParameter.HEADER,
    required=True,
    description="The ETag of the hand as you know it.",
)
# No `format`: generators of clients take a header as a text, and refuse a date.
PHONE_CLOCK = OpenApiParameter(
    PHONE_TIME,
    {"type": "string", "pattern": f"^{MOMENT}$"},
    OpenApiParameter.HEADER,
    description="When it was entered by the phone's own clock: ISO 8601 with an offset, such as "
    "`2026-01-15T20:30:00+01:00`. It is kept beside the server's time.",
)
CURSOR = OpenApiParameter(
    "cursor",
    {"type": "string", "minLength": 1, "maxLength": LONGEST_CURSOR},
    description="From `next` or `previous` of another page.",
)
PAGE_SIZE = OpenApiParameter(
    "page_size",
    {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": USUAL_ROWS},
    description="How many at most.",
)


def etag(*statuses: int) -> OpenApiParameter:
    return OpenApiParameter(
        "ETag",
        OpenApiTypes.STR,
        OpenApiParameter.HEADER,
        response=list(statuses),
        description="The hand's version, to be sent back as If-Match.",
    )


def location(*statuses: int) -> list[OpenApiParameter]:
    """The header of an operation that makes something, none of any other."""
    made = [status for status in statuses if status in MADE]
    if not made:
        return []
    words = "Where to read what was made: its own address, or the list or the thing that shows it."
    return [
        OpenApiParameter("Location", OpenApiTypes.URI_REF, OpenApiParameter.HEADER, response=made, description=words)
    ]


class FieldError(serializers.Serializer[Any]):
    field = serializers.CharField(help_text="Dotted path in the body, empty for the body as a whole.")
    message = serializers.CharField()


class NightName(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()


class Problem(serializers.Serializer[Any]):
    """An error (RFC 9457). Decide by `code`; `detail` is for people."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    instance = serializers.CharField()
    code = serializers.CharField()
    request_id = serializers.CharField(help_text="Also in `X-Request-ID`, and in the server's log.")
    errors = FieldError(many=True, required=False)  # type: ignore[assignment]  # DRF has a word of its own here
    legal = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        help_text="Refused by the rules: what may come instead.",
    )
    action = serializers.IntegerField(
        required=False, allow_null=True, help_text="Refused by the rules: which of the actions sent, from 0."
    )
    hand = serializers.DictField(required=False, help_text="Stale: the hand as it is now.")
    report = ImportReport(required=False, help_text="Import refused: what is wrong, line by line.")
    later = BlockedHand(required=False, help_text="A correction in the way of a later hand: of which, and why.")
    nights = NightName(many=True, required=False, help_text="Closed nights that do not balance: reopen them first.")


@cache
def _page(name: str, item: Shape) -> Shape:
    fields = {
        "next": serializers.URLField(allow_null=True, help_text="The page after this one."),
        "previous": serializers.URLField(allow_null=True),
        "results": item(many=True),
    }
    return type(name, (serializers.Serializer,), fields)


def page_of(item: Shape) -> Shape:
    """The shape of one page of a list."""
    return _page(f"{item.__name__}Page", item)


READ_FAILS = (
    "bad_format",
    "renamed_field",
    "not_authenticated",
    "not_found",
    "not_acceptable",
    "throttled",
    "unavailable",
)
OPEN_FAILS = (
    "bad_format",
    "renamed_field",
    "not_acceptable",
    "too_large",
    "unsupported_media_type",
    "throttled",
    "unavailable",
)
WRITE_FAILS = (
    *READ_FAILS,
    "forbidden",
    "conflict",
    "in_flight",
    "too_large",
    "key_reused",
    "unsupported_media_type",
)
VERSION_FAILS = ("stale", "precondition_required")


def described(
    name: str, method: Callable[..., Any], summary: str, parameters: Sequence[OpenApiParameter] = (), **more: Any
) -> Callable[[View], View]:
    """Describes an operation to its readers, whom the method's docstring is written for.

    The view refuses every query parameter that is not described here (`ApiView.initial`).
    """
    prose, asked = cleandoc(method.__doc__ or ""), list(parameters)
    describe = extend_schema(
        operation_id=name, tags=[_tag(method)], summary=summary, description=prose, parameters=asked, **more
    )

    def operation(view: View) -> View:
        made: Any = describe(view)
        made.query_names = frozenset(one.name for one in asked if one.location == OpenApiParameter.QUERY)
        return made

    return operation


def answers(name: str, summary: str, **more: Any) -> Callable[[View], View]:
    """Describes a method that takes the request itself."""
    return lambda view: described(name, view, summary, **more)(view)


def read(
    name: str,
    method: Callable[..., Any],
    gives: Shape,
    summary: str,
    *,
    versioned: bool,
    many: bool,
    parameters: list[OpenApiParameter],
    fails: tuple[str, ...],
) -> Callable[[View], View]:
    """Describes a read."""
    paging = [*parameters, *([CURSOR, PAGE_SIZE] if many else [])]
    return described(
        name,
        method,
        summary,
        parameters=[*paging, *([etag(200)] if versioned else [])],
        responses={200: page_of(gives) if many else gives, **problems((*READ_FAILS, *fails))},
    )


def write(
    name: str,
    method: Callable[..., Any],
    takes: type[serializers.BaseSerializer[Any]],
    gives: dict[int, Shape],
    summary: str,
    *,
    versioned: bool,
    if_match: bool,
    fails: tuple[str, ...],
) -> Callable[[View], View]:
    """Describes a write; `gives` is what it answers, by status."""
    headers = [IDEMPOTENCY_KEY, PHONE_CLOCK, *([IF_MATCH] if if_match else [])]
    codes = (*WRITE_FAILS, *(VERSION_FAILS if if_match else ()), *fails)
    return described(
        name,
        method,
        summary,
        parameters=[*headers, *([etag(*gives)] if versioned else []), *location(*gives)],
        request=takes,
        responses={**gives, **problems(codes), **unread_body()},
    )


def unread_body() -> dict[tuple[int, str], OpenApiResponse]:
    """The response to a body that nobody reads, because it came without its length."""
    example = _example("length_required")
    return {(411, CONTENT_TYPE): OpenApiResponse(Problem, description="The body has no length", examples=[example])}


def _tag(method: Callable[..., Any]) -> str:
    """Operations are grouped by the module that has them, or that it belongs to."""
    module = method.__module__.rpartition(".")[2]
    return {"accounts": "people", "members": "clubs"}.get(module, module)


def problems(codes: Iterable[str]) -> dict[tuple[int, str], OpenApiResponse]:
    """The responses of an operation that may fail with these codes; engine codes stand for all of theirs."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(STATUS.get(code, ILLEGAL), []).append(code)
    return {
        (status, CONTENT_TYPE): OpenApiResponse(
            Problem,
            description="; ".join(TITLES.get(code, "The rules do not allow this") for code in found),
            examples=[_example(code) for code in found],
        )
        for status, found in sorted(by_status.items())
    }


def _example(name: str) -> OpenApiExample:
    return OpenApiExample(name, value=examples.problem(name), media_type=CONTENT_TYPE, response_only=True)
