"""Chips bought, counted, and paid out. Amounts are whole chips in minor units."""

from collections.abc import Mapping
from uuid import UUID

from games.models import Entry
from games.services.actor import Actor


def buy_in(
    actor: Actor, night_id: UUID, player_id: UUID, amount: int, way: str | None = None, entry_id: UUID | None = None
) -> Entry:
    """Chips for a seated player: the first is a buy-in, every later one a top-up. `way` is the club's unless given.

    During a hand it counts from the next one. Body: `{"player", "amount", "way"}`.
    """
    raise NotImplementedError


def cash_out(
    actor: Actor, night_id: UUID, player_id: UUID, count: int, way: str | None = None, entry_id: UUID | None = None
) -> Entry:
    """All of a player's chips back, as counted; what the count differs from the book goes to the difference account.

    Raises Conflict for who is dealt in to the open hand. Body: `{"player", "count", "book", "way"}`.
    """
    raise NotImplementedError


def recount(
    actor: Actor, night_id: UUID, counts: Mapping[UUID, int], reason: str, entry_id: UUID | None = None
) -> Entry:
    """Stacks as counted, between hands; what differs goes to the difference account.

    Body: `{"counts": {player: count}, "book": {player: amount}, "reason"}`.
    """
    raise NotImplementedError
