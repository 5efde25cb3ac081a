"""The work that the outbox holds, and who does it where there is no Celery: a thread of this process."""

import logging
import threading
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from uuid import UUID

from django.db import connection
from django.utils.translation import gettext_noop as _

from games.audit import services as audit
from games.core import chain_heads, task_queue
from games.core.actor import Actor
from games.core.errors import ServiceError
from games.models import Task
from games.reports.documents.files import Made, made
from games.reports.selectors.night_report import night_report
from games.reports.selectors.statements import statement

log = logging.getLogger(__name__)

# How long a task that nobody holds any more waits at most, where nobody asks for another.
LOOK_SECONDS = 60.0
# Longer than an audit of all that a club has takes.
AUDIT_HOLD = timedelta(hours=1)


def run(task_id: UUID) -> None:
    """Do a task, unless it is done, or another one is at it. Whatever goes wrong is written to the task."""
    task = task_queue.claim(task_id)
    if task is None:
        return
    try:
        if task.kind == Task.Kind.AUDIT:
            _audit(task)
        else:
            file = _made(task)
            task_queue.finish(task, file.name, file.media_type, file.content)
    except ServiceError as error:
        task_queue.fail(task, error.code, error.english)
    except Exception:
        log.exception("Task %s has failed", task.pk)
        task_queue.fail(task, "internal", _("The server has failed. Ask again, and tell whoever runs it."))


def run_due() -> None:
    """Make the reports that were left: by a process that died, by a messenger that lost the message."""
    task_queue.tidy()
    _run_all(task_queue.due(audits=False))


def run_audits() -> None:
    """Make the audits that somebody asked for, then the nightly ones."""
    _run_all(task_queue.due(audits=True))
    audit_due()


def _run_all(task_ids: Iterable[UUID]) -> None:
    for task_id in task_ids:
        try:
            run(task_id)
        except Exception:  # its own row, or its club's, cannot be read
            log.exception("Task %s could not be taken up", task_id)


def audit_due(club_id: UUID | None = None, now: datetime | None = None) -> None:
    """Make the nightly audits of the clubs that are due, or of one of them. One that fails stops no other."""
    for club in audit.due(now, club_id):
        try:
            audit.audit_by_night(club)
        except Exception:
            log.exception("Club %s could not be audited", club.pk)


def _audit(task: Task) -> None:
    """Of all that the club has. What it came to is a row of its own."""
    task_queue.progress(task, 10, AUDIT_HOLD)
    audit.audit_and_tell(task.club, whole=True)
    task_queue.finish(task)


def _made(task: Task) -> Made:
    """The file, as the one who asked for it may see it now."""
    actor, args = Actor(task.requested_by), task.args
    task_queue.progress(task, 10)
    if task.kind == Task.Kind.NIGHT_REPORT:
        document = night_report(actor, UUID(args["night"]))
    else:
        since, until = (date.fromisoformat(args[one]) if args[one] else None for one in ("since", "until"))
        document = statement(actor, UUID(args["player"]), since, until)
    chain_heads.record_report(document)
    task_queue.progress(task, 40)
    return made(document, args["format"])


class _Doer:
    """A thread for one kind of work, started when there is some: a report waits for no request, and no audit.

    One that stays on looks for what is due by itself, too: whoever held a task may have died.
    """

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        self._name, self._do = name, work
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._again = False
        self._every: float | None = None

    def wake(self) -> None:
        with self._changed:
            self._again = True
            self._changed.notify()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()

    def stay_on(self, every: float | None) -> None:
        """Look now, and again after so many seconds, for ever; or, with none, no longer."""
        with self._changed:
            self._every = every
        self.wake()

    def _work(self) -> None:
        while self._has_more():
            try:
                self._do()
            except Exception:
                log.exception("The outbox could not be read; it waits for the next look")
            finally:
                connection.close()

    def _has_more(self) -> bool:
        with self._changed:
            if not self._again and self._every is not None:
                self._changed.wait(self._every)
            more, self._again = self._again or self._every is not None, False
            if not more:
                self._thread = None
            return more


# An audit may take minutes, so it has a thread of its own.
_doers = [_Doer("tasks", lambda: run_due()), _Doer("audits", lambda: run_audits())]


def wake(_task_id: UUID | None = None) -> None:
    """Do what is due in this process, beside its requests."""
    for doer in _doers:
        doer.wake()


def stay_on(every: float | None = LOOK_SECONDS) -> None:
    """Do what was left, now and for as long as this process lives: a server does, where there is no Celery."""
    for doer in _doers:
        doer.stay_on(every)
