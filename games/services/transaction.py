"""One transaction a write, however many services take part in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import IntegrityError, transaction

from games.services.errors import Conflict

_writing: ContextVar[bool] = ContextVar("writing", default=False)


@contextmanager
def one_transaction() -> Iterator[None]:
    """Open a transaction, or join the service's that is open: no savepoint is spent on an inner one.

    An error leaves every service on its way out, so what is joined is undone as a whole. Raises Conflict where a
    name or an id was taken in the meantime.
    """
    if _writing.get():
        yield
        return
    token = _writing.set(True)
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if not _is_duplicate(error):
            raise
        raise Conflict("Somebody else was quicker: look again, then try again.") from error
    finally:
        _writing.reset(token)


def _is_duplicate(error: IntegrityError) -> bool:
    """Whether a unique constraint stood in the way: two writers who share no lock met at an id or a name."""
    return getattr(error.__cause__, "sqlstate", "") == "23505" or "UNIQUE constraint" in str(error)
