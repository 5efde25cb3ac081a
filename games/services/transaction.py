"""One transaction a write, however many services take part in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import UUID

from django.db import IntegrityError, transaction

from games.services import waking
from games.services.errors import Conflict, InFlight
from games.services.turns import TooManyWaitError, in_turn

# The nights that the open transaction has written to; None while there is none.
_writing: ContextVar[set[UUID] | None] = ContextVar("writing", default=None)


@contextmanager
def one_transaction() -> Iterator[None]:
    """Open a transaction, or join the service's that is open: no savepoint is spent on an inner one.

    An error leaves every service on its way out, so what is joined is undone as a whole. Raises Conflict where a
    name or an id was taken in the meantime, InFlight where others write for too long.
    """
    if _writing.get() is not None:
        yield
        return
    nights: set[UUID] = set()
    token = _writing.set(nights)
    try:
        with in_turn(), transaction.atomic():
            yield
            for night in nights:
                waking.after_commit(night)
    except TooManyWaitError:
        raise InFlight("Too many are writing at once. Send the same request again.") from None
    except IntegrityError as error:
        if not _is_duplicate(error):
            raise
        raise Conflict("Somebody else was quicker: look again, then try again.") from error
    finally:
        _writing.reset(token)


def tells(night_id: UUID) -> None:
    """The open transaction writes what whoever listens to this night wants to know: they are woken when it is done."""
    nights = _writing.get()
    if nights is None:
        waking.after_commit(night_id)
    else:
        nights.add(night_id)


def _is_duplicate(error: IntegrityError) -> bool:
    """Whether a unique constraint stood in the way: two writers who share no lock met at an id or a name."""
    return getattr(error.__cause__, "sqlstate", "") == "23505" or "UNIQUE constraint" in str(error)
