"""Who asks, by what a request was signed in with."""

import re
from datetime import datetime

from rest_framework.request import Request

from api.v1.problems import Problem
from games.core.actor import Actor, clock_of
from games.models import Device, User

PHONE_TIME = "Phone-Time"
# ISO 8601 with an offset.
MOMENT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,6})?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)"
_MOMENT = re.compile(MOMENT)


def actor_of(request: Request) -> Actor:
    """Who asks. Raises Problem where the phone's clock is given in no form that can be read."""
    assert isinstance(request.user, User)  # noqa: S101  the views' permissions see to it
    device = request.auth if isinstance(request.auth, Device) else None
    return Actor(request.user, device, _phone_time(request))


def _phone_time(request: Request) -> datetime | None:
    text = request.headers.get(PHONE_TIME)
    if text is None:
        return None
    moment = clock_of(text) if _MOMENT.fullmatch(text) else None
    if moment is None:
        raise Problem("bad_format", f"{PHONE_TIME} must be an ISO 8601 date and time with its offset.")
    return moment
