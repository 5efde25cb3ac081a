"""Exactly once: a write that is sent again gives its first answer and has no second effect."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.utils import timezone

from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import BadValue, InFlight, KeyReused
from games.models import Answer
from prepared.cursors import FIRST, run
from prepared.lookups import Prepared
from prepared.rows import insert

LEAST_KEPT = timedelta(hours=24)
KEPT = timedelta(hours=48)

_LOCKED_ANSWER = "SELECT user_id FROM games_answer_once(%s, %s, %s)"
_ANSWERS = Prepared(lambda user, key: Answer.objects.filter(user=user, key=key), user=UUID, key=str)


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer as it is sent, `body` as text; `repeated` when it was kept from an earlier time."""

    status: int
    body: str
    headers: Mapping[str, str] = field(default_factory=dict)
    repeated: bool = False


def fingerprint(*parts: Any) -> str:
    """One hash of what is asked: method, path, body. Key order in objects makes no difference."""
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def once(actor: Actor, key: str, asked: str, work: Callable[[], Answered]) -> Answered:
    """Do `work` in one transaction and keep its answer under the actor's `key`, or give the kept answer.

    `asked` is the fingerprint of the request. Whatever `work` raises is raised and not kept. Raises
    KeyReused when the key was used for something else, InFlight when the first one is still at work.
    """
    with one_transaction():
        kept = _kept(actor, key)
        if kept is not None:
            if kept.fingerprint != asked:
                raise KeyReused("This key was used for another request.")
            return Answered(kept.status, kept.body, kept.headers, repeated=True)
        answer = work()
        keeps = Answer(user_id=actor.user.pk, key=key, fingerprint=asked, at=timezone.now())
        keeps.status, keeps.body, keeps.headers = answer.status, answer.body, dict(answer.headers)
        insert([keeps])
        return answer


def forget_old(kept: timedelta = KEPT) -> int:
    """Answers that nobody will ask for again go; how many. `task_queue.tidy` sees to it wherever tasks are done."""
    if kept < LEAST_KEPT:
        raise BadValue("An answer is kept for at least 24 hours: a phone may have been without a network for so long.")
    return Answer.objects.filter(at__lt=timezone.now() - kept).delete()[0]


def _kept(actor: Actor, key: str) -> Answer | None:
    """The answer once given, one request a key at a time; the lock ends with the transaction, however that ends.

    SQLite needs none: its transactions wait for each other, and the second then finds the kept answer. PostgreSQL's
    function takes the lock and looks after that, in one query. It gives a row without a user where the lock is taken.
    """
    if connection.vendor != "postgresql":
        return _ANSWERS.first(user=actor.user.pk, key=key)
    digest = hashlib.sha256(f"{actor.user.pk}:{key}".encode("utf-8", "surrogatepass")).digest()
    number = int.from_bytes(digest[:8], "big", signed=True)
    found = run(connection, _LOCKED_ANSWER, [number, actor.user.pk, key], FIRST)
    if found is None:
        return None
    if found == (None,):
        raise InFlight("This was sent before and is still being worked on: look again in a moment.")
    return _ANSWERS.first(user=actor.user.pk, key=key)
