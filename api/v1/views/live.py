"""What happens in a night, as it happens: a stream of events, and the same rows to ask for."""

import re
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.http import parse_etags
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.live.frames import HEADERS, MEDIA_TYPE, OPENING, frame
from api.live.listening import ENVIRON_KEY, Listening
from api.v1.acting import actor_of
from api.v1.openapi.describing import READ_FAILS, answers, problems
from api.v1.problems import Problem
from api.v1.serializers.live import NightEvents
from api.v1.view import ApiView
from games.core.actor import Actor
from games.play.selectors import night_events as select

# A stream's first events, and a page of changes at most.
MOST = 500
USUAL = 100
_NUMBER = re.compile(r"[0-9]{1,9}")

AFTER = OpenApiParameter(
    "after", {"type": "integer", "minimum": 0, "default": 0}, description="The last event you know; 0: none."
)
LIMIT = OpenApiParameter(
    "limit", {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL}, description="How many at most."
)
LAST_EVENT = OpenApiParameter(
    "Last-Event-ID", OpenApiTypes.INT, OpenApiParameter.HEADER, description="As `after`, and before it."
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, description="The ETag of the last answer."
)
ETAG = OpenApiParameter("ETag", OpenApiTypes.STR, OpenApiParameter.HEADER, response=[200, 304])


class EventStream(BaseRenderer):
    """Lets a request accept the stream. What it gets otherwise is a problem, which is JSON."""

    media_type = MEDIA_TYPE
    format = "stream"

    def render(self, data: Any, *_: Any) -> bytes:
        return JSONRenderer().render(data)


class Events(ApiView):
    renderer_classes = [EventStream, JSONRenderer]

    @answers(
        "streamNightEvents",
        "What happens in a night, as it happens",
        parameters=[AFTER, LAST_EVENT],
        responses={(200, MEDIA_TYPE): OpenApiTypes.STR, **problems(READ_FAILS)},
    )
    def get(self, request: Request, night_id: UUID) -> HttpResponse:
        """Server-sent events: `id` is the number, `data` an event as in `listNightEvents`, one line of JSON.

        Comments come while nothing happens. A stream ends now and then, and when a token is revoked: come back with
        `Last-Event-ID`, as browsers do by themselves, and nothing is missing or doubled.
        """
        actor = actor_of(request)
        select.may_listen(actor, night_id)
        after = _number(request.headers.get("Last-Event-ID") or request.query_params.get("after"), "Last-Event-ID")
        events = select.events_after(night_id, after, MOST)
        content = OPENING + b"".join(frame(event) for event in events)
        answer = HttpResponse(content, content_type=MEDIA_TYPE, headers=HEADERS)
        # A server that can holds the connection, and goes on from here (api.live.stream). Any other one is done:
        # whoever listens comes back in a moment.
        note = request.META.get(ENVIRON_KEY)
        if note is not None:
            note.append(_listening(request, actor, night_id, events[-1]["number"] if events else after))
        return answer


class NightChanges(ApiView):
    @answers(
        "listNightEvents",
        "What has happened in a night since",
        parameters=[AFTER, LIMIT, IF_NONE_MATCH, ETAG],
        responses={
            200: NightEvents,
            304: OpenApiResponse(description="Nothing has happened since."),
            **problems(READ_FAILS),
        },
    )
    def get(self, request: Request, night_id: UUID) -> Response:
        """For whoever cannot listen: ask with `after`, and with `If-None-Match`, which costs next to nothing.

        To begin, ask with `limit=1` for `last`, then read the night, then ask or listen from `last` on.
        """
        select.may_listen(actor_of(request), night_id)
        after = _number(request.query_params.get("after"), "after")
        most = _number(request.query_params.get("limit"), "limit", USUAL)
        if not 1 <= most <= MOST:
            raise Problem("bad_format", f"limit is a number from 1 to {MOST}.")
        last = select.last_told(night_id)
        headers = {"ETag": f'"{after}-{most}-{last}"', "Cache-Control": "private, no-cache"}
        if headers["ETag"] in parse_etags(request.headers.get("If-None-Match", "").replace("W/", "")):
            return Response(status=304, headers=headers)
        events = select.events_after(night_id, after, most)
        # what was kept between the two looks is for the next one
        known = [event for event in events if event["number"] <= last]
        return Response({"events": known, "last": last}, headers=headers)


def _number(text: str | None, name: str, default: int = 0) -> int:
    if text is None:
        return default
    if not _NUMBER.fullmatch(text):
        raise Problem("bad_format", f"{name} is the number of an event: a whole number of up to nine digits.")
    return int(text)


def _listening(request: Request, actor: Actor, night_id: UUID, last: int) -> Listening:
    return Listening(night_id, actor.user.pk, actor.device.pk if actor.device else None, last)
