"""A night as it stands: seats, stacks, what is in the pot, and who would pay whom."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.models import Entry, Night
from games.services.actor import Actor


def night_view(actor: Actor, night_id: UUID) -> dict[str, Any]:
    """id, club, name, currency, decimals, chip, time_zone, status, opened_at, closed_at, box_holder, box, pot,
    difference, next_dealer, open_hand (id or null), last_rules, match (or null), and `seats`, clockwise: id, player,
    name, position, status, stack, balance (of this night, chips left out).
    """
    raise NotImplementedError


def settlement_view(actor: Actor, night_id: UUID) -> dict[str, Any]:
    """Who pays whom: `parties` (id, name, kind `player` or `box`, net) and `transfers` (payer, receiver, amount).

    `final` is whether the night is closed; before, `open` says what stands in the way: chips, pot, difference.
    """
    raise NotImplementedError


def nights_of(actor: Actor, club_id: UUID | None = None) -> QuerySet[Night]:
    """The nights of the actor's clubs, newest first."""
    raise NotImplementedError


def money_entries(actor: Actor, night_id: UUID) -> QuerySet[Entry]:
    """Buy-ins, top-ups, cash-outs, recounts and decisions of a night, oldest first."""
    raise NotImplementedError
