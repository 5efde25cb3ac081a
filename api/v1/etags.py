"""The version of a hand as a strong ETag, and back."""

import re
from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request

from api.v1.problems import Problem

_ETAG = re.compile(r'"(\d{1,9})"')
# No hand was ever at this version: an If-Match that is no ETag of ours is stale, not absent.
_NEVER = -1


def etag_of(view: Mapping[str, Any]) -> str:
    return f'"{view["version"]}"'


def expected_version(request: Request) -> int:
    """The version that If-Match names. Raises Problem where there is no such header."""
    etag = request.headers.get("If-Match")
    if etag is None:
        raise Problem("precondition_required", "This needs an If-Match header with the hand's ETag.")
    found = _ETAG.fullmatch(etag.strip())
    return int(found[1]) if found else _NEVER
