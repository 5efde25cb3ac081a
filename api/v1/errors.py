"""What goes wrong, whoever finds it, as one problem document."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.core.signals import got_request_exception
from django.db import DatabaseError, IntegrityError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from api.v1 import renames
from api.v1.acting import actor_of
from api.v1.problems import Problem, respond
from api.v1.refusals import problem_of, refused
from games.core.database_errors import is_busy, is_outage
from games.core.errors import ServiceError
from games.engine import Refusal

log = logging.getLogger(__name__)

BUSY_RETRY_SECONDS = "1"
OUTAGE_RETRY_SECONDS = "5"
# So many errors are listed, in so many characters each.
MOST_ERRORS = 20
LONGEST_QUOTED = 200


def handle(error: Exception, context: Mapping[str, Any]) -> Response:
    """DRF's exception handler. What nobody foresaw is logged as Django would, and told to nobody."""
    request: Request = context["request"]
    problem = as_problem(error, request, context["kwargs"])
    if problem is None:
        # What Django sends for a view that fails: it is how monitoring, and a test client, learn of it.
        got_request_exception.send(sender=None, request=request._request)
        log.error("Unforeseen at %s", request.path, exc_info=error)
        problem = Problem("internal", "The server has failed. What you sent is not recorded.")
    return respond(problem, request)


def as_problem(error: Exception, request: Request, url: Mapping[str, Any]) -> Problem | None:
    match error:
        case Problem():
            return error
        case ServiceError():
            return problem_of(error)
        case Refusal():
            return refused(error, actor_of(request), url)
        case exceptions.ValidationError():
            return invalid(error.detail)
        case exceptions.APIException():
            return _from_framework(error)
        case Http404():
            return Problem("not_found", "There is no such thing, or it is not yours to see.")
        case SuspiciousOperation():
            return Problem("bad_format", "The request has more fields or parameters than any operation takes.")
        case PermissionDenied():
            return Problem("forbidden", "Your role does not allow this.")
        case IntegrityError():
            return Problem("conflict", "This contradicts what is kept already.")
        case DatabaseError():
            return _of_database(error)
    return None


def _of_database(error: DatabaseError) -> Problem | None:
    if is_busy(error):
        said = "The database is busy with another write. Send the same request again."
        return Problem("in_flight", said, headers={"Retry-After": BUSY_RETRY_SECONDS})
    if is_outage(error):
        log.error("The database: %s", error)
        said = "The server cannot reach its database, or not write to it. Nothing is recorded: send it again later."
        return Problem("unavailable", said, headers={"Retry-After": OUTAGE_RETRY_SECONDS})
    return None


_FRAMEWORK_CODES = {
    exceptions.ParseError: "bad_format",
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.AuthenticationFailed: "not_authenticated",
    exceptions.PermissionDenied: "forbidden",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
}


def _from_framework(error: exceptions.APIException) -> Problem | None:
    code = _FRAMEWORK_CODES.get(type(error))
    if code is None:
        return None
    return Problem(code, str(error.detail))


def invalid(detail: object) -> Problem:
    """A body whose fields are not what they must be: names the fields that are wrong, the first `MOST_ERRORS` of them.

    What the sender chose (names of fields, values that a message repeats) is cut, so that no answer grows with a body.
    """
    found = list(islice(_flatten(detail, ""), MOST_ERRORS + 1))
    # A field that has a new name explains why others are missing: it is named first.
    found.sort(key=lambda pair: not _is_renamed(pair[1]))
    errors = [{"field": _cut(field), "message": _cut(message)} for field, message in found[:MOST_ERRORS]]
    first = errors[0]
    where = f"{first['field']}: " if first["field"] else ""
    more = f" The first {MOST_ERRORS} errors are listed; there are more." if len(found) > MOST_ERRORS else ""
    code = renames.CODE if _is_renamed(found[0][1]) else "bad_format"
    return Problem(code, f"{where}{first['message']}{more}", errors=errors)


def _is_renamed(message: str) -> bool:
    return getattr(message, "code", None) == renames.CODE


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTED else f"{text[: LONGEST_QUOTED - 1]}…"


def _flatten(detail: object, path: str) -> Iterator[tuple[str, str]]:
    """DRF's nested lists and dicts of messages as pairs of a dotted path and a message."""
    if isinstance(detail, Mapping):
        for key, below in detail.items():
            name = "" if key == "non_field_errors" else str(key)
            yield from _flatten(below, ".".join(filter(None, (path, name))))
    elif isinstance(detail, Sequence) and not isinstance(detail, str):
        for index, below in enumerate(detail):
            nested = isinstance(below, (Mapping, list))
            if not nested or below:
                yield from _flatten(below, f"{path}.{index}".strip(".") if nested else path)
    else:
        yield path, detail if isinstance(detail, str) else str(detail)
