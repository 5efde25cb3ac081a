"""What is kept: people, clubs, nights, hands."""

from games.models.audits import Audit, RecordedHead
from games.models.clubs import Bearers, Club, Member, Player, Role, Way
from games.models.disputes import Dispute, DisputeMessage
from games.models.hands import Entry, Hand, Match
from games.models.idempotency import Answer
from games.models.invites import Invite
from games.models.nights import Night, Seat
from games.models.notifications import Notification
from games.models.people import Device, User
from games.models.requests import BuyInRequest
from games.models.settlements import PartyKind, Payment, PaymentWay, Settlement, Share, Transfer
from games.models.tasks import Task, TaskFile

__all__ = [
    "Answer",
    "Audit",
    "Bearers",
    "BuyInRequest",
    "Club",
    "Device",
    "Dispute",
    "DisputeMessage",
    "Entry",
    "Hand",
    "Invite",
    "Match",
    "Member",
    "Night",
    "Notification",
    "PartyKind",
    "Payment",
    "PaymentWay",
    "Player",
    "RecordedHead",
    "Role",
    "Seat",
    "Settlement",
    "Share",
    "Task",
    "TaskFile",
    "Transfer",
    "User",
    "Way",
]
