"""Events on the wire (WHATWG HTML, 9.2: server-sent events)."""

import json
from collections.abc import Mapping
from typing import Any

from rest_framework.utils.encoders import JSONEncoder

MEDIA_TYPE = "text/event-stream"
# No proxy may keep it, or hold it back until there is more.
HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
# How long a client waits before it comes back: about what it would poll at, where no server holds its connection.
OPENING = b"retry: 1000\n\n"
# An event of its own kind: a page hears it and knows that the connection holds. It has no id, so it is not counted.
HEARTBEAT = b"event: beat\ndata:\n\n"


def frame(event: Mapping[str, Any]) -> bytes:
    """The event as an answer would have it. JSON has no line breaks of its own, so one line of data holds it."""
    data = json.dumps(event, cls=JSONEncoder, separators=(",", ":"), ensure_ascii=False)
    return f"id: {event['number']}\ndata: {data}\n\n".encode("utf-8", "replace")
