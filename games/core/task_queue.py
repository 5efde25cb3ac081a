"""Work to be done later: written down with what asks for it, taken up by one, done once.

Whoever wakes the doers (a thread of this process, or Celery) is only a messenger. A message that gets lost, comes
twice or comes late does no harm: the rows say what is to be done.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop as _

from games.core import idempotency
from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.ids import free_id
from games.models import Club, Task, TaskFile

log = logging.getLogger(__name__)

State = Task.State
# Longer than any report takes. Whoever holds one for longer has died: the next one may have it.
HOLD = timedelta(minutes=5)
MOST_ATTEMPTS = 5
KEPT = timedelta(days=7)


def write(actor: Actor, club: Club, kind: str, args: Mapping[str, Any], task_id: UUID | None = None) -> Task:
    """Ask for work, in the caller's transaction; once that is committed, somebody is woken to do it."""
    with one_transaction():
        task = Task.objects.create(
            id=free_id(Task, task_id, club.pk),
            club=club,
            kind=kind,
            args=dict(args),
            requested_at=timezone.now(),
            requested_by=actor.user,
        )
        transaction.on_commit(lambda: wake(task.pk))
    return task


def wake(task_id: UUID) -> None:
    """Tell whoever does the work. Where that fails, the row waits for `due`."""
    waker: Callable[[UUID], None] = import_string(settings.TASK_WAKER)
    try:
        waker(task_id)
    except Exception:
        log.exception("Nobody could be woken for task %s; it waits", task_id)


def claim(task_id: UUID) -> Task | None:
    """The task, for its caller alone; None where there is nothing to do, or another one is at it."""
    now = timezone.now()
    taken = _free(now).filter(pk=task_id)
    changed = taken.update(state=State.RUNNING, progress=0, attempts=F("attempts") + 1, held_until=now + HOLD)
    return Task.objects.select_related("club", "requested_by").get(pk=task_id) if changed else None


def progress(task: Task, percent: int, hold: timedelta = HOLD) -> None:
    """How far it is; whoever holds a task and still works holds it longer, `hold` from now."""
    _held(task).update(progress=percent, held_until=timezone.now() + hold)


def finish(task: Task, name: str = "", media_type: str = "", content: bytes = b"") -> None:
    """It is done, with a file, where it has a name.

    Of two who did it, because one was held for dead, only the one that holds it counts.
    """
    with one_transaction():
        done = {"state": State.DONE, "progress": 100, "held_until": None, "ended_at": timezone.now()}
        if _held(task).update(**done) and name:
            TaskFile.objects.create(task=task, name=name, media_type=media_type, content=content)


def fail(task: Task, code: str, detail: str) -> None:
    """It cannot be done, and why."""
    _held(task).update(
        state=State.FAILED, held_until=None, ended_at=timezone.now(), error_code=code, error=detail[:500]
    )


def due(grace: timedelta = timedelta(), *, audits: bool | None = None) -> list[UUID]:
    """Tasks that nobody is at, oldest first: left by who died, or asked for longer ago than `grace`.

    Only audits or all but them, where `audits` is given: an audit takes long, and reports do not wait for it.
    """
    now = timezone.now()
    fresh = Q(state=State.QUEUED, requested_at__gt=now - grace)
    waiting = _free(now).exclude(fresh).order_by("requested_at", "id")
    if audits is not None:
        waiting = waiting.filter(kind=Task.Kind.AUDIT) if audits else waiting.exclude(kind=Task.Kind.AUDIT)
    return list(waiting.values_list("pk", flat=True))


def is_audit(task_id: UUID) -> bool:
    return Task.objects.filter(pk=task_id, kind=Task.Kind.AUDIT).exists()


def is_waiting(task_id: UUID) -> bool:
    """Whether it is neither done nor failed: another delivery of it may have to come back later."""
    return Task.objects.filter(pk=task_id, state__in=Task.WAITING).exists()


def tidy() -> None:
    """Files that were made long ago go: they can be made again. So do answers that were kept for retries.

    Tasks that killed all who tried have failed.
    """
    idempotency.forget_old()
    now = timezone.now()
    TaskFile.objects.filter(task__ended_at__lt=now - KEPT).delete()
    given_up = Task.objects.filter(state=State.RUNNING, held_until__lt=now, attempts__gte=MOST_ATTEMPTS)
    given_up.update(
        state=State.FAILED, held_until=None, ended_at=now, error_code="internal", error=_("It was tried too often.")
    )


def _free(now: datetime) -> QuerySet[Task]:
    abandoned = Q(state=State.RUNNING, held_until__lt=now, attempts__lt=MOST_ATTEMPTS)
    return Task.objects.filter(Q(state=State.QUEUED) | abandoned)


def _held(task: Task) -> QuerySet[Task]:
    """The row, as long as its holder has not changed."""
    return Task.objects.filter(pk=task.pk, state=State.RUNNING, attempts=task.attempts)
