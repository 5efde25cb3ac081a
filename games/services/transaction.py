"""One transaction a write, however many services take part in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import transaction

_writing: ContextVar[bool] = ContextVar("writing", default=False)


@contextmanager
def one_transaction() -> Iterator[None]:
    """Open a transaction, or join the service's that is open: no savepoint is spent on an inner one.

    An error leaves every service on its way out, so what is joined is undone as a whole.
    """
    if _writing.get():
        yield
        return
    token = _writing.set(True)
    try:
        with transaction.atomic():
            yield
    finally:
        _writing.reset(token)
