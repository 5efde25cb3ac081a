"""Waking those who listen to a night. A call is a hint that there is something new: the rows say what.

So one that is lost does no harm; whoever listens also looks by itself, now and then.
"""

import logging
from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)

Listener = Callable[[UUID], None]

_listeners: set[Listener] = set()


def after_commit(night_id: UUID) -> None:
    """Once the open transaction is committed, wake whoever listens to this night."""
    transaction.on_commit(partial(wake, night_id), robust=True)


def wake(night_id: UUID) -> None:
    waker: Listener = import_string(settings.EVENT_WAKER)
    try:
        waker(night_id)
    except Exception:
        log.exception("Nobody could be woken for night %s; listeners look by themselves", night_id)


def here(night_id: UUID) -> None:
    """Wake those who listen in this process."""
    for listener in tuple(_listeners):
        listener(night_id)


def listen(listener: Listener) -> Callable[[], None]:
    """Call this whenever a night has something new, from whatever thread wrote it. What is given back ends it."""
    _listeners.add(listener)
    return lambda: _listeners.discard(listener)
