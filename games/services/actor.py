"""Who asks."""

from dataclasses import dataclass
from datetime import datetime

from games.models import Device, User


@dataclass(frozen=True, slots=True)
class Actor:
    """A person, the device in their hand, and what its clock said when they tapped."""

    user: User
    device: Device | None = None
    phone_at: datetime | None = None
