"""Runs of hands on one board. They begin and move on with their hands, so here they are only read."""

from uuid import UUID

from django.db.models import QuerySet

from api.v1.operations import reads
from api.v1.serializers.matches import Match
from api.v1.view import ApiView
from games import models
from games.services.actor import Actor
from games.services.permissions import May, member_for


class Matches(ApiView):
    @reads("listMatches", Match, "The matches of a night, in the order they began", many=True)
    def get(self, actor: Actor, night_id: UUID) -> QuerySet[models.Match]:
        member_for(actor, May.SEE, club__nights=night_id)
        return models.Match.objects.filter(night=night_id).order_by("started_at", "id")


class OneMatch(ApiView):
    @reads("readMatch", Match, "A match: where its pegs stand, and who leads")
    def get(self, actor: Actor, match_id: UUID) -> models.Match:
        member_for(actor, May.SEE, club__nights__matches=match_id)
        return models.Match.objects.get(pk=match_id)
