"""How a view method becomes an operation: documented, and as a write, done exactly once.

A write looks at the body's form, then the key, then what the body says, then If-Match, then asks the service.
So a retry gets its first answer even where that answer has made its If-Match stale.
"""

import functools
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer
from rest_framework.utils.encoders import JSONEncoder

from api.v1 import locations
from api.v1.acting import actor_of
from api.v1.etags import expected_version
from api.v1.filters import Filter, narrowed
from api.v1.openapi import describing
from api.v1.outgoing import named
from api.v1.pagination import ListPages, Pages
from api.v1.problems import Problem
from api.v1.view import ApiView
from games.core.actor import Actor
from games.core.idempotency import Answered, fingerprint, once

In = type[BaseSerializer[Any]]
Out = type[Serializer[Any]]
Method = Callable[..., Any]
View = Callable[..., HttpResponse]

_KEY = re.compile(describing.KEY)


@dataclass(frozen=True, slots=True)
class Ask:
    """A write as its view gets it: who asks, the checked body, the hand's version by If-Match."""

    actor: Actor
    given: Mapping[str, Any]
    version: int | None


@dataclass(frozen=True, slots=True)
class Told:
    """An answer that has headers of its own. `ids` are those that only its Location has."""

    body: Any
    headers: Mapping[str, str] = field(default_factory=dict)
    ids: Mapping[str, Any] = field(default_factory=dict)


def read_operation(
    name: str,
    gives: Out,
    summary: str,
    *,
    versioned: bool = False,
    many: bool = False,
    filters: tuple[Filter, ...] = (),
    parameters: tuple[OpenApiParameter, ...] = (),
    fails: tuple[str, ...] = (),
) -> Callable[[Method], View]:
    """A method `(self, actor, **url)` that changes nothing and answers what `gives` is, or pages of it."""

    def operation(method: Method) -> View:
        @functools.wraps(method)
        def view(self: ApiView, request: Request, **url: Any) -> Response:
            found = method(self, actor_of(request), **url)
            if isinstance(found, QuerySet):
                return _page(narrowed(found, filters, request), gives, request, self)
            if isinstance(found, list):
                return _page_of_list(found, gives, request, self)
            told = _told(found, gives)
            return Response(told.body, headers=dict(told.headers))

        asked = [*parameters, *(one.parameter for one in filters)]
        described = describing.read(
            name, method, gives, summary, versioned=versioned, many=many, parameters=asked, fails=fails
        )
        return described(view)

    return operation


def write_operation(
    name: str,
    takes: In,
    gives: Out,
    summary: str,
    *,
    status: int = 201,
    at: tuple[str, ...] = (),
    versioned: bool = False,
    if_match: bool = False,
    fails: tuple[str, ...] = (),
) -> Callable[[Method], View]:
    """A method `(self, ask, **url)`, done once a key; `if_match` for what depends on a hand's version.

    `at` says where what was made is found (`locations`).
    """
    locations.check(name, status, at)

    def operation(method: Method) -> View:
        @functools.wraps(method)
        def view(self: ApiView, request: Request, **url: Any) -> HttpResponse:
            actor, body = actor_of(request), _body(request)

            def work() -> Answered:
                given = checked(takes, body)
                ask = Ask(actor, given, expected_version(request) if if_match else None)
                told = _told(method(self, ask, **url), gives)
                found = locations.location(at, told.body, {**url, **told.ids}) if at else {}
                return Answered(status, _text(told.body), {**found, **told.headers})

            asked = fingerprint(request.method, request.path, _told_apart(body))
            return _answer(once(actor, _key(request), asked, work))

        described = describing.write(
            name, method, takes, {status: gives}, summary, versioned=versioned, if_match=if_match, fails=fails
        )
        return described(view)

    return operation


def _answer(answer: Answered) -> HttpResponse:
    """The very text that was kept: a retry gets the same bytes."""
    replayed = {"Idempotency-Replayed": "true"} if answer.repeated else {}
    headers = {**answer.headers, **replayed}
    return HttpResponse(answer.body, status=answer.status, headers=headers, content_type="application/json")


def _text(body: Any) -> str:
    """The body as a read would have it: with the encoder of the renderer."""
    return json.dumps(body, cls=JSONEncoder, ensure_ascii=False, separators=(",", ":"))


def _body(request: Request) -> Any:
    """The body as sent; none at all counts as an empty object."""
    return request.data or {} if isinstance(request.data, Mapping) else request.data


def _told_apart(body: Any) -> Any:
    """What stands for the body among the keys that were used: of a file its hash."""
    return hashlib.sha256(body).hexdigest() if isinstance(body, bytes) else body


def checked(takes: In, body: Any) -> Mapping[str, Any]:
    serializer = takes(data=body)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def _key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "")
    if not _KEY.fullmatch(key):
        raise Problem(
            "bad_format",
            "A write needs an Idempotency-Key header of 1 to 255 visible ASCII characters, new for each write.",
        )
    return key


def _told(answer: Any, gives: Out) -> Told:
    """What a service or selector has put together gets the API's names; a row goes out by its serializer."""
    if isinstance(answer, Told):
        return replace(answer, body=named(gives, answer.body))
    return Told(named(gives, answer) if isinstance(answer, dict) else gives(answer).data)


def _page(found: QuerySet[Any], gives: Out, request: Request, view: ApiView) -> Response:
    pages = Pages()
    rows = pages.paginate_queryset(found, request, view)
    return pages.get_paginated_response(gives(rows, many=True).data)


def _page_of_list(found: list[dict[str, Any]], gives: Out, request: Request, view: ApiView) -> Response:
    pages = ListPages()
    documents = pages.paginate_queryset(found, request, view) or []
    return pages.get_paginated_response([named(gives, document) for document in documents])
