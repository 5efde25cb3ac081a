"""What became of a task: only whoever asked for it, while they may still see what it is about."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from games.core import task_queue
from games.core.actor import Actor
from games.core.errors import Conflict, NotFound
from games.core.permissions import member_of
from games.models import Task, TaskFile


def task_view(actor: Actor, task_id: UUID) -> dict[str, Any]:
    """id, kind, format (null for an audit), state, progress (per cent), error (code and detail, or null).

    And requested_at, ended_at, file (its name, or null), night, player.
    """
    return view_of(_task(actor, task_id))


def view_of(task: Task) -> dict[str, Any]:
    file = TaskFile.objects.filter(task=task).values_list("name", flat=True).first()
    return {
        "id": str(task.pk),
        "kind": task.kind,
        "format": task.args.get("format"),
        "state": task.state,
        "progress": task.progress,
        "requested_at": task.requested_at,
        "ended_at": task.ended_at,
        "error": {"code": task.error_code, "detail": gettext(task.error)} if task.error_code else None,
        "file": file,
        "night": task.args.get("night"),
        "player": task.args.get("player"),
    }


def task_file(actor: Actor, task_id: UUID) -> TaskFile:
    """Raises Conflict where there is none: not yet, not at all, or not any more."""
    task = _task(actor, task_id)
    file = TaskFile.objects.filter(task=task).first()
    if file is not None:
        return file
    if task.kind == Task.Kind.AUDIT:
        raise Conflict("An audit makes no file: what it came to is among the club's audits.")
    if task.state == Task.State.FAILED:
        raise Conflict("This report could not be made: {why}", why=gettext(task.error))
    if task.state == Task.State.DONE:
        raise Conflict("Reports are kept for {days} days: ask for it again.", days=task_queue.KEPT.days)
    raise Conflict("This report is still being made.")


def _task(actor: Actor, task_id: UUID) -> Task:
    mine = Task.objects.filter(pk=task_id, requested_by=actor.user, **member_of("club", actor))
    task = mine.first()
    if task is None:
        raise NotFound("There is no such report of yours.")
    return task
