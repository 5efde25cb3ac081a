"""What is kept: people, clubs, nights, hands."""

from games.models.clubs import Club, Member, Player, Role, Way
from games.models.hands import Entry, Hand, Match
from games.models.idempotency import Answer
from games.models.nights import Night, Seat
from games.models.people import Device, User

__all__ = [
    "Answer",
    "Club",
    "Device",
    "Entry",
    "Hand",
    "Match",
    "Member",
    "Night",
    "Player",
    "Role",
    "Seat",
    "User",
    "Way",
]
