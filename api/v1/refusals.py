"""What the rules or the services refuse, as a problem that says how to go on."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from api.v1.etags import etag_of
from api.v1.outgoing import named
from api.v1.problems import Problem
from api.v1.serializers.hands import Hand
from games.core.actor import Actor
from games.core.errors import NotBalanced, ServiceError, Stale, Throttled
from games.core.refusal_texts import sentence
from games.engine import Refusal
from games.play.selectors.hands import hand_view


def problem_of(error: ServiceError) -> Problem:
    headers = {"Retry-After": str(error.params["seconds"])} if isinstance(error, Throttled) else None
    problem = Problem(error.code, error.detail, headers=headers)
    if isinstance(error, NotBalanced):
        problem.members["nights"] = [{"id": str(night.pk), "name": night.name} for night in error.nights]
    return problem


def refused(error: Refusal, actor: Actor, url: Mapping[str, Any]) -> Problem:
    """`url` are the ids in the address: by those of its night or hand it is known what money is meant."""
    looked_up = {"hand_id": "hands", "night_id": "pk"}
    night = {looked_up[name]: found for name, found in url.items() if name in looked_up}
    problem = Problem(error.code, sentence(error, actor, **night))
    if error.action is not None:
        problem.members["action"] = error.action
    return problem


def problem_at_hand(error: Stale | Refusal, actor: Actor, hand_id: UUID) -> Problem:
    """With what a client needs to go on: the hand as it is now, or what may come next in it."""
    view = hand_view(actor, hand_id)
    if isinstance(error, Stale):
        problem = problem_of(error)
        problem.members["hand"] = named(Hand, view)
    else:
        problem = refused(error, actor, {"hand_id": hand_id})
        problem.members["legal"] = view["legal"]
    problem.headers["ETag"] = etag_of(view)
    return problem
