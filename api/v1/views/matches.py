"""Runs of hands on one board. They begin and move on with their hands; here they are read, and ended otherwise."""

from uuid import UUID

from django.db.models import QuerySet

from api.v1 import filters
from api.v1.operations import Ask, read_operation, write_operation
from api.v1.serializers.matches import Match
from api.v1.serializers.money import EndMatch, ForfeitMatch
from api.v1.view import ApiView
from games import models
from games.core.actor import Actor
from games.play.selectors import matches as select
from games.play.services import match_ends

MATCHES = (filters.word("status", models.Match.Status.values, "How far it is."), filters.order("started_at"))


class Matches(ApiView):
    @read_operation("listMatches", Match, "The matches of a night, in the order they began", many=True, filters=MATCHES)
    def get(self, actor: Actor, night_id: UUID) -> QuerySet[models.Match]:
        """A night may have several, one running at a time for each game."""
        return select.matches_of(actor, night_id)


class OneMatch(ApiView):
    @read_operation("readMatch", Match, "A match: where its pegs stand, and who leads")
    def get(self, actor: Actor, match_id: UUID) -> models.Match:
        """Its members were fixed at its start; `pegs` are the holes they stand in."""
        return select.match(actor, match_id)


class Forfeits(ApiView):
    @write_operation("forfeitMatch", ForfeitMatch, Match, "A member gives up a match; the stake stays in", status=200)
    def post(self, ask: Ask, match_id: UUID) -> models.Match:
        """When one member is left, that one has won."""
        return match_ends.forfeit(ask.actor, match_id, **ask.given)


class End(ApiView):
    @write_operation("endMatch", EndMatch, Match, "End a match that is not played on", status=200)
    def post(self, ask: Ask, match_id: UUID) -> models.Match:
        """The stakes go back, or who is furthest forward wins."""
        return match_ends.end_match(ask.actor, match_id, **ask.given)
