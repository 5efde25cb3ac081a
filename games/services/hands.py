"""A hand as it is played: started, moved on, taken back."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from games.models import Hand
from games.services.actor import Actor


def start_hand(
    actor: Actor,
    night_id: UUID,
    game: str,
    rules: Mapping[str, Any] | None = None,
    dealer_id: UUID | None = None,
    hand_id: UUID | None = None,
) -> Hand:
    """Deal the next hand to everyone seated, in, and able to play this game.

    `rules` are the house rules announced, those of the game's last hand tonight unless given. The dealer moves on
    by itself unless given (a player). Carried pot, owed antes and pegs go along by themselves. Raises Conflict
    while another hand is open, and the engine's Refusal (`bad_rules`, `bad_setup`).
    """
    raise NotImplementedError


def act(actor: Actor, hand_id: UUID, actions: Sequence[Mapping[str, Any]], expected: int | None) -> Hand:
    """Enter actions of the hand file, players by id, all or none. The last one may end the hand, and posts it.

    `expected` is the version they were entered at: PreconditionRequired without, Stale where the hand has moved
    on. In a phase of free order the version at which it began is good too. Raises the engine's Refusal, with
    `action` the index of the one refused.
    """
    raise NotImplementedError


def undo(actor: Actor, hand_id: UUID, expected: int | None) -> Hand:
    """Take back the last action; a finished hand is open again, and what it posted is reversed.

    A player takes back only the declaration they made themselves. Raises Conflict with nothing to take back, a
    later hand begun, a later count (cash-out, recount) of somebody's chips who was in the hand, or a closed night.
    """
    raise NotImplementedError
