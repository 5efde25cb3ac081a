"""A hand as somebody may see it. The one place where secrets are redacted."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.models import Hand
from games.services.actor import Actor


def hand_view(actor: Actor, hand_id: UUID) -> dict[str, Any]:
    """The hand now: id, night, number, game, title, rules, version, free_since, phase, status, to_act, players
    (id -> name), table (what `engine.observe` shows this viewer), legal (list of offer documents), undo (the label
    of what an undo takes back, or null), result (the engine's, null until it is over).
    """
    raise NotImplementedError


def hand_explain(actor: Actor, hand_id: UUID) -> dict[str, Any]:
    """The engine's explanation of a finished hand, with `players` (id -> name). Raises Conflict while it is open."""
    raise NotImplementedError


def hand_entries(actor: Actor, hand_id: UUID) -> list[dict[str, Any]]:
    """The log: number, kind, body, takes_back, by, device, at, phone_at. A declaration not yet revealed has no `as`."""
    raise NotImplementedError


def hand_file(actor: Actor, hand_id: UUID) -> dict[str, Any]:
    """A finished hand in the project's own format, players by display name."""
    raise NotImplementedError


def hands_of(actor: Actor, night_id: UUID) -> QuerySet[Hand]:
    """The hands of a night the actor may see."""
    raise NotImplementedError
