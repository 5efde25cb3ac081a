"""Every error as `application/problem+json` (RFC 9457), with the code that clients decide by."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from rest_framework.request import Request
from rest_framework.response import Response

from games.core.request_ids import request_id

CONTENT_TYPE = "application/problem+json"
# An answer repeats at most this many characters of the address that was asked for.
LONGEST_INSTANCE = 1000
CHALLENGE = 'Bearer realm="tableside"'

# The status of each code that is not the engine's. An engine code is 422, but for `bad_format`.
STATUS = {
    "bad_format": 400,
    "renamed_field": 400,
    "not_authenticated": 401,
    "forbidden": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "conflict": 409,
    "not_balanced": 409,
    "in_flight": 409,
    "stale": 412,
    "too_large": 413,
    "unsupported_media_type": 415,
    "key_reused": 422,
    "overpaid": 422,
    "replaced": 409,
    "not_expressible": 422,
    "import_refused": 422,
    "bad_archive": 422,
    "other_version": 422,
    "precondition_required": 428,
    "throttled": 429,
    "internal": 500,
    "unavailable": 503,
}
ILLEGAL = 422

TITLES = {
    "bad_format": "The request is malformed",
    "renamed_field": "A field has a new name",
    "not_authenticated": "Sign in first",
    "forbidden": "Your role does not allow this",
    "not_found": "There is no such thing",
    "method_not_allowed": "This address has no such method",
    "not_acceptable": "There is no answer in this form",
    "unsupported_media_type": "The body is not JSON",
    "conflict": "This contradicts what is kept",
    "not_balanced": "A closed night does not balance",
    "in_flight": "The same request is still being handled",
    "stale": "The hand has moved on",
    "too_large": "The request is too large",
    "later_hand_illegal": "A later hand would no longer be legal",
    "overpaid": "That is more than is still owed",
    "replaced": "Another settlement has taken its place",
    "import_refused": "Not every hand can be recorded",
    "bad_archive": "This is not the whole of a club",
    "other_version": "This archive is of another version",
    "not_expressible": "The format has no words for this",
    "key_reused": "The Idempotency-Key belongs to another request",
    "precondition_required": "An If-Match is needed",
    "throttled": "That is too often",
    "internal": "The server has failed",
    "unavailable": "The server's database is away",
}


class Problem(Exception):
    """An error that the API itself finds."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        errors: Sequence[Mapping[str, str]] = (),
        headers: Mapping[str, str] | None = None,
        status: int | None = None,
        **members: object,
    ) -> None:
        """`status` where HTTP has one of its own for a special case of the code."""
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.status = status or status_of(code)
        self.members = dict(members)
        self.headers = dict(headers or {})
        if errors:
            self.members["errors"] = list(errors)


def status_of(code: str) -> int:
    return STATUS.get(code, ILLEGAL)


def document(code: str, detail: str, instance: str, **members: object) -> dict[str, object]:
    """The problem's members; `members` are our own beside the standard ones, and stand last."""
    status = status_of(code)
    return {
        "type": f"urn:tableside:problem:{code}",
        "title": TITLES.get(code, "The rules do not allow this"),
        "status": status,
        "detail": detail,
        "instance": instance,
        "code": code,
        "request_id": request_id(),
        **members,
    }


def respond(problem: Problem, request: Request) -> Response:
    status = problem.status
    instance = request.get_full_path()[:LONGEST_INSTANCE]
    body = document(problem.code, problem.detail, instance, **problem.members) | {"status": status}
    challenge = {"WWW-Authenticate": CHALLENGE} if status == HTTPStatus.UNAUTHORIZED else {}
    return Response(body, status, headers={**challenge, **problem.headers}, content_type=CONTENT_TYPE)
