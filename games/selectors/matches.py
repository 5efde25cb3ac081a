"""Runs of hands on one board, as far as the actor's own clubs go."""

from uuid import UUID

from django.db.models import QuerySet

from games.models import Match
from games.services.actor import Actor
from games.services.permissions import May, member_for


def matches_of(actor: Actor, night_id: UUID) -> QuerySet[Match]:
    """Those of a night, in the order they began."""
    member_for(actor, May.SEE, club__nights=night_id)
    return Match.objects.filter(night=night_id).order_by("started_at", "id")


def match(actor: Actor, match_id: UUID) -> Match:
    """Raises NotFound for another club's."""
    member_for(actor, May.SEE, club__nights__matches=match_id)
    return Match.objects.get(pk=match_id)
