"""What a hub asks the database, from a thread of its own."""

import functools
import logging
from collections.abc import Callable, Mapping
from typing import ParamSpec, TypeVar
from uuid import UUID

from django.db import DatabaseError, close_old_connections, connection

from api.live.frames import frame
from api.live.hub import Frame
from api.live.listening import Listening
from games.play.selectors import night_events as select
from prepared.cursors import one_cursor

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


def _with_connection(work: Callable[P, T]) -> Callable[P, T]:
    """As a request has one: looked at before, given back after, dropped where it has failed."""

    @functools.wraps(work)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        close_old_connections()
        try:
            return work(*args, **kwargs)
        except Exception:
            connection.close()
            raise
        finally:
            close_old_connections()

    return wrapped


@_with_connection
def read(after: Mapping[UUID, int], most: int) -> dict[UUID, list[Frame]]:
    """Frames of each night after a number, at most so many of each. Raises DatabaseError.

    A night whose rows nothing can be made of tells nothing, and keeps no other from telling.
    """
    with one_cursor():
        return {night: _told(night, last, most) for night, last in after.items()}


@_with_connection
def barred(listening: list[Listening]) -> list[Listening]:
    """Those who were let in, and would not be now."""
    pairs = {(one.night, one.user) for one in listening}
    able, alive = select.who_may_still(pairs, {one.device for one in listening if one.device})
    return [
        one
        for one in listening
        if (one.night, one.user) not in able or (one.device is not None and one.device not in alive)
    ]


def _told(night: UUID, after: int, most: int) -> list[Frame]:
    try:
        return [(event["number"], frame(event)) for event in select.events_after(night, after, most)]
    except DatabaseError:
        raise
    except Exception:
        log.exception("Night %s could not be told", night)
        return []
