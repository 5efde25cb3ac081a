"""Hands that nobody entered: only who won how much."""

from collections.abc import Mapping
from uuid import UUID

from games.models import Hand
from games.services.actor import Actor


def record_result(
    actor: Actor, night_id: UUID, word: str, net: Mapping[UUID, int], hand_id: UUID | None = None
) -> Hand:
    """A complete hand with a word for its game and the net of each player, whose sum is zero.

    Raises Conflict while a hand is open, BadAmount where the sum is not zero or somebody has not that many chips.
    """
    raise NotImplementedError
