"""Who sits where, and who is dealt in. Positions run clockwise from 0."""

from uuid import UUID

from games.models import Seat
from games.services.actor import Actor


def take_seat(
    actor: Actor, night_id: UUID, player_id: UUID, position: int | None = None, seat_id: UUID | None = None
) -> Seat:
    """Seat a player, at the first free position unless one is given; who left earlier comes back to the same seat id.

    Raises Conflict where the player sits already or the position is taken.
    """
    raise NotImplementedError


def sit_out(actor: Actor, seat_id: UUID) -> Seat:
    """Keep the place, be dealt no more hands. A hand that is on goes on."""
    raise NotImplementedError


def sit_in(actor: Actor, seat_id: UUID) -> Seat:
    """Be dealt in again from the next hand."""
    raise NotImplementedError


def move_seat(actor: Actor, seat_id: UUID, position: int) -> Seat:
    """Move to another position; whoever sits there takes the old one. The open hand keeps its order."""
    raise NotImplementedError


def leave(actor: Actor, seat_id: UUID, owed: str | None = None, reason: str = "") -> Seat:
    """Leave the table, cashed out before. Raises Conflict with chips left, or dealt in to the open hand.

    Who owes the next antes says what becomes of them: `owed="pay"` takes them from the balance into the pot,
    `owed="waive"` needs a reason.
    """
    raise NotImplementedError
