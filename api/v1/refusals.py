"""What the rules or the services refuse, as a problem that says how to go on."""

from uuid import UUID

from api.v1.etags import etag_of
from api.v1.problems import Problem
from games import engine
from games.engine import Refusal
from games.models import Player
from games.selectors.hands import hand_view
from games.services.actor import Actor
from games.services.errors import ServiceError, Stale, Throttled
from games.services.permissions import member_of


def problem_of(error: ServiceError | Refusal, actor: Actor | None) -> Problem:
    if isinstance(error, ServiceError):
        headers = {"Retry-After": str(error.params["seconds"])} if isinstance(error, Throttled) else None
        return Problem(error.code, error.detail, headers=headers)
    names = _names(actor)
    problem = Problem(error.code, engine.sentence(error, name=lambda known: names.get(known, known)))
    if error.action is not None:
        problem.members["action"] = error.action
    return problem


def problem_at_hand(error: Stale | Refusal, actor: Actor, hand_id: UUID) -> Problem:
    """With what a client needs to go on: the hand as it is now, or what may come next in it."""
    view = hand_view(actor, hand_id)
    problem = problem_of(error, actor)
    problem.headers["ETag"] = etag_of(view)
    if isinstance(error, Stale):
        problem.members["hand"] = view
    else:
        problem.members["legal"] = view["legal"]
    return problem


def _names(actor: Actor | None) -> dict[str, str]:
    """Name by id: a stored hand knows its players by id only, and a sentence is for people."""
    if actor is None:
        return {}
    players = Player.objects.filter(**member_of("club", actor))
    return {str(player.pk): player.name for player in players}
