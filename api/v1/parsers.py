"""The only body that is read: JSON, of a bounded size, sent as it is and with its length."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from api.v1.problems import Problem
from games.core import throttling
from games.engine import strict_json

MAX_BYTES = 1_048_576
# As large as a server of events and requests in one takes a body in (docs/live.md).
MAX_FILE_BYTES = 2_500_000


def check_anonymous_size(request: Request) -> None:
    """Raises Problem for a body of somebody who has not signed in that is larger than any of theirs need be.

    It is refused by its Content-Length, before any of it is read.
    """
    if not request.user.is_authenticated and throttling.is_too_large_for_anonymous(request.META):
        raise Problem(
            "too_large", f"Without signing in a body may have {throttling.MOST_ANONYMOUS_BYTES} bytes at most."
        )


def check_readable(request: Request) -> None:
    """Raises Problem for a body that would be taken for none, or for something else than was sent.

    Without a length nothing of it would be read: a write would be done as if nothing had been asked.
    """
    if request.headers.get("Transfer-Encoding", "identity").strip().lower() != "identity":
        raise Problem("bad_format", "Send the body with its Content-Length, not in chunks.", status=411)
    if request.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
        raise Problem("unsupported_media_type", "Send the body as it is, without a Content-Encoding.")


def _read(stream: IO[Any], most: int) -> bytes:
    """Raises Problem for more than that, before any of it is taken apart."""
    raw: bytes = stream.read(most + 1)
    if len(raw) > most:
        raise Problem("too_large", f"A body may have {most} bytes at most.")
    return raw


class ZipParser(BaseParser):
    """A file as it is: what is in it, the service finds out."""

    media_type = "application/zip"

    def parse(  # type: ignore[override]  # whatever a parser gives is the request's data
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return _read(stream, MAX_FILE_BYTES)


class StrictJSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Raises Problem: `too_large` before any of it is taken apart, `bad_format` for what is not JSON."""
        raw = _read(stream, MAX_BYTES)
        try:
            return strict_json.loads(raw)
        except strict_json.Malformed as error:
            raise Problem("bad_format", str(error)) from None
