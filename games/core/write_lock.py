"""Who writes to SQLite next: whoever has waited longest.

SQLite has one writer at a time, and lets others try again after a nap that grows; so somebody who comes late may be
served first, and one who was unlucky waits long. The threads of one process wait in a row instead. Other processes,
such as a command of whoever runs the server, are waited for as SQLite does it.
"""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

# For one's turn; a write takes some milliseconds.
PATIENCE_SECONDS = 20


class TooManyWaitError(Exception):
    """One's turn did not come."""


_door = threading.Lock()
# The front one writes.
_row: deque[threading.Event] = deque()


@contextmanager
def in_turn() -> Iterator[None]:
    """Raises TooManyWaitError for who waits longer than anybody should. Where the database has rows itself, at once."""
    if connection.vendor != "sqlite":
        yield
        return
    own = threading.Event()
    with _door:
        _row.append(own)
        if _row[0] is own:
            own.set()
    try:
        if not own.wait(PATIENCE_SECONDS):
            raise TooManyWaitError
        yield
    finally:
        _leave(own)


def _leave(own: threading.Event) -> None:
    with _door:
        _row.remove(own)
        if _row:
            _row[0].set()
