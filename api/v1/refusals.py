"""What the rules or the services refuse, as a problem that says how to go on."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from api.v1.etags import etag_of
from api.v1.fields import IS_UUID
from api.v1.problems import Problem
from games import engine
from games.engine.refusal import Refusal
from games.models import Player
from games.selectors.hands import hand_view
from games.services.actor import Actor
from games.services.errors import ServiceError, Stale


def problem_of(error: ServiceError | Refusal, actor: Actor | None) -> Problem:
    if isinstance(error, ServiceError):
        return Problem(error.code, error.detail)
    problem = Problem(error.code, engine.sentence(_by_name(error, actor)))
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


def _by_name(refusal: Refusal, actor: Actor | None) -> Refusal:
    """The same refusal about people instead of ids: a stored hand knows its players by id only."""
    ids = set(_ids(refusal.params))
    if not ids or actor is None:
        return refusal
    known = Player.objects.filter(pk__in=ids, club__members__user=actor.user)
    names = {str(player.pk): player.name for player in known}
    return Refusal(refusal.code, refusal.why, **_renamed(refusal.params, names))


def _ids(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if IS_UUID.fullmatch(value):
            yield value
    elif isinstance(value, dict):
        for item in (*value, *value.values()):
            yield from _ids(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _ids(item)


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {_renamed(key, names): _renamed(item, names) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(item, names) for item in value]
    return value
