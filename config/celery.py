"""Tasks of a served installation: `celery -A config.celery worker --beat`. The rows of the outbox say what is to be
done; a message only says that something is, and may get lost or come twice.
"""

import os
from typing import Any
from uuid import UUID

from celery import Celery
from celery.schedules import crontab
from celery.signals import worker_ready
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

# An audit takes long: it has a queue of its own, with a worker of its own, so that reports do not wait for it.
AUDITS = "audits"

app = Celery("tableside")
app.conf.update(
    broker_url=settings.REDIS_URL or "memory://",
    # What became of a task is in its row.
    task_ignore_result=True,
    # A worker that is killed has not acknowledged: its message comes again.
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    # A request that asks for a report must not wait for a broker that is away.
    broker_transport_options={"visibility_timeout": 600, "socket_timeout": 5, "socket_connect_timeout": 2},
    broker_connection_retry_on_startup=True,
    task_publish_retry=False,
    timezone="UTC",
    task_routes={"tableside.audit": {"queue": AUDITS}},
    beat_schedule={
        "what is due": {"task": "tableside.due", "schedule": 60.0},
        # At each hour it is the audit hour of some time zone. Whoever is late finds nothing due any more.
        "nightly audits": {"task": "tableside.audits", "schedule": crontab(minute=0), "options": {"expires": 3000}},
    },
    worker_hijack_root_logger=False,
)
_RETRY_SECONDS = 30
# Younger ones have a message of their own under way.
_GRACE_SECONDS = 30
# The next hour asks again for what is still due then.
_AUDIT_WAITS = 3600


@app.task(name="tableside.run", bind=True, max_retries=None)
def run_task(self: Any, task_id: str) -> None:
    """Delivered twice, it runs once. While another worker holds it, it comes back: that one may have died."""
    from games import tasks
    from games.core import task_queue

    tasks.run(UUID(task_id))
    if task_queue.is_waiting(UUID(task_id)):
        raise self.retry(countdown=_RETRY_SECONDS)


@app.task(name="tableside.due")
def due() -> None:
    """What was asked for while nobody could be told, or while whoever did it died."""
    from datetime import timedelta

    from games.core import task_queue

    task_queue.tidy()
    for task_id in task_queue.due(timedelta(seconds=_GRACE_SECONDS)):
        wake(task_id)


@app.task(name="tableside.audits")
def audits() -> None:
    """Send a message for each club that is due."""
    from games.audit.services import due as clubs_due

    for club in clubs_due():
        audit.apply_async((str(club.pk),), expires=_AUDIT_WAITS)


@app.task(name="tableside.audit")
def audit(club_id: str) -> None:
    """One club's nightly audit. Delivered twice, the second finds nothing due."""
    from games import tasks

    tasks.audit_due(UUID(club_id))


@worker_ready.connect
def _take_up(**_: Any) -> None:
    due.delay()


def wake(task_id: UUID) -> None:
    """An audit that somebody asks for goes where all audits go."""
    from games.core import task_queue

    run_task.apply_async((str(task_id),), queue=AUDITS if task_queue.is_audit(task_id) else app.conf.task_default_queue)
