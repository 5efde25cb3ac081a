"""The version of a hand as a strong ETag, and back."""

import re
from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request

from api.v1.problems import Problem

# As `etag_of` writes it: "00" is not "0".
_OURS = re.compile(r'"(0|[1-9][0-9]{0,8})"')
# One entity tag, strong or weak (RFC 9110, 8.8.3).
ETAG = r'(W/)?"[!#-~\x80-\xff]*"'
_ONE = re.compile(ETAG)
# No hand was ever at this version: an If-Match that is no ETag of ours is stale, not absent.
_NEVER = -1


def etag_of(view: Mapping[str, Any]) -> str:
    return f'"{view["version"]}"'


def expected_version(request: Request) -> int:
    """The version that If-Match names. Raises Problem where there is no such header, or not one ETag in it.

    `*` and lists say that more than one version will do: what was entered then depends on what nobody saw.
    """
    etag = request.headers.get("If-Match")
    if etag is None:
        raise Problem("precondition_required", "This needs an If-Match header with the hand's ETag.")
    etag = etag.strip()
    if not _ONE.fullmatch(etag):
        raise Problem("bad_format", "If-Match takes one ETag, in its quotes, as the hand came with it.")
    found = _OURS.fullmatch(etag)
    return int(found[1]) if found else _NEVER
