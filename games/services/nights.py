"""Nights: opened, decided, closed."""

from uuid import UUID

from games.models import Night
from games.services.actor import Actor


def open_night(
    actor: Actor,
    club_id: UUID,
    name: str,
    chip: int,
    currency: str | None = None,
    time_zone: str | None = None,
    box_holder_id: UUID | None = None,
    night_id: UUID | None = None,
) -> Night:
    """A new night; currency and time zone are the club's unless given, the cash box is held by the opener.

    `chip` is the smallest chip in minor units, `box_holder_id` a member.
    """
    raise NotImplementedError


def decide_pot(actor: Actor, night_id: UUID, how: str, reason: str) -> Night:
    """The carried pot goes back to the players' chips: `split` among who is seated, or `return` to who paid it in.

    Raises Conflict while a hand is open, or with nothing in the pot.
    """
    raise NotImplementedError


def decide_difference(actor: Actor, night_id: UUID, player_ids: list[UUID], reason: str) -> Night:
    """What counts and book differ by is borne (or, if chips are over, kept) by these players in equal parts."""
    raise NotImplementedError


def close_night(actor: Actor, night_id: UUID) -> Night:
    """No more hands, no more money at the table.

    Raises Conflict while a hand is open, chips are on the table, or pot or difference are undecided.
    """
    raise NotImplementedError
