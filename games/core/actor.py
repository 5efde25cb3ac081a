"""Who asks."""

from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, UTC, datetime

from django.utils.dateparse import parse_datetime

from games.models import Device, User


@dataclass(frozen=True, slots=True)
class Actor:
    """A person, the device in their hand, and what its clock said when they tapped."""

    user: User
    device: Device | None = None
    phone_at: datetime | None = None


def clock_of(text: str) -> datetime | None:
    """What a phone says of its clock, in UTC: an ISO 8601 date and time with its offset. None where it cannot be read.

    Nor is a moment at the ends of time, which has no place on the clocks of some countries: it could not be shown.
    """
    try:
        moment = parse_datetime(text)
    except ValueError:  # no such day
        return None
    if moment is None or moment.tzinfo is None or not MINYEAR < moment.year < MAXYEAR:
        return None
    return moment.astimezone(UTC)
