"""Who asks, by what a request was signed in with."""

from datetime import UTC, datetime

from django.utils.dateparse import parse_datetime
from rest_framework.request import Request

from api.v1.problems import Problem
from games.models import Device, User
from games.services.actor import Actor

PHONE_TIME = "Phone-Time"


def actor_of(request: Request) -> Actor:
    """Who asks. Raises Problem where the phone's clock is given in no form that can be read."""
    assert isinstance(request.user, User)  # noqa: S101  the views' permissions see to it
    device = request.auth if isinstance(request.auth, Device) else None
    return Actor(request.user, device, _phone_time(request))


def _phone_time(request: Request) -> datetime | None:
    text = request.headers.get(PHONE_TIME)
    if text is None:
        return None
    try:
        moment = parse_datetime(text)
        if moment is not None and moment.tzinfo is not None:
            return moment.astimezone(UTC)
    except (ValueError, OverflowError):  # no such day, or at the ends of time none in UTC
        pass
    raise Problem("bad_format", f"{PHONE_TIME} must be an ISO 8601 date and time with its offset.")
