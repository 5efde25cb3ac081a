"""One transaction a write, however many services take part in it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.services import recorded, waking
from games.services.errors import Conflict, InFlight
from games.services.recorded import GONE, INSTALLATION, Kind
from games.services.turns import TooManyWaitError, in_turn
from ledger import chain, services
from ledger.models import Book
from prepared.cursors import one_cursor


@dataclass(slots=True)
class _Open:
    """The nights that the open transaction has written to, what is to be linked to which books' chains, and which
    rows are to be stated there, by how they came about.
    """

    nights: set[UUID] = field(default_factory=set)
    links: dict[UUID, list[dict[str, Any]]] = field(default_factory=dict)
    rows: dict[Kind, dict[Any, str]] = field(default_factory=dict)


# None while no transaction is open.
_writing: ContextVar[_Open | None] = ContextVar("writing", default=None)


@contextmanager
def one_transaction() -> Iterator[None]:
    """Open a transaction, or join the service's that is open: no savepoint is spent on an inner one.

    An error leaves every service on its way out, so what is joined is undone as a whole. Raises Conflict where a
    name or an id was taken in the meantime, InFlight where others write for too long.
    """
    if _writing.get() is not None:
        yield
        return
    opened = _Open()
    token = _writing.set(opened)
    try:
        with in_turn(), transaction.atomic(), one_cursor():
            yield
            write_links()
            for night in opened.nights:
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
    opened = _writing.get()
    if opened is None:
        waking.after_commit(night_id)
    else:
        opened.nights.add(night_id)


def link(book: UUID, bodies: Iterable[dict[str, Any]]) -> None:
    """Links of a club's chain. They are written last: from there to its end, a transaction keeps all others waiting
    that write to the book.
    """
    opened = _writing.get()
    if opened is None:
        chain.append(Book(pk=book), *bodies)
    else:
        opened.links.setdefault(book, []).extend(bodies)


def state(kind: Kind, pks: Iterable[Any], what: str) -> None:
    """Rows were made or changed: the chain is to say so, with what they are at the end of the transaction.

    A row that goes has to be stated while it is there.
    """
    opened = _writing.get()
    if opened is None:
        with transaction.atomic(savepoint=False):
            _append(recorded.statements(kind, dict.fromkeys(pks, what), timezone.now()))
    elif what == GONE:
        for book, body in recorded.statements(kind, dict.fromkeys(pks, what), timezone.now()):
            opened.links.setdefault(book, []).append(body)
    else:
        rows = opened.rows.setdefault(kind, {})
        for pk in pks:
            rows.setdefault(pk, what)


def write_links() -> None:
    """What the open transaction has to say so far; the rest follows at its end. Nothing where none is open."""
    opened = _writing.get()
    if opened is None:
        return
    now = timezone.now()
    said = [(book, body) for book, bodies in opened.links.items() for body in bodies]
    for kind, pks in opened.rows.items():
        said += recorded.statements(kind, pks, now)
    opened.links, opened.rows = {}, {}
    _append(said)


def _append(said: Iterable[tuple[UUID, dict[str, Any]]]) -> None:
    """Book by book, always in the same order, that of the installation last: nobody waits in a circle for another."""
    bodies: dict[UUID, list[dict[str, Any]]] = {}
    for book, body in said:
        bodies.setdefault(book, []).append(body)
    for book in sorted(bodies, key=lambda book: (book == INSTALLATION, book)):
        if book == INSTALLATION:
            _open_chain_of_installation()
        chain.append(Book(pk=book), *bodies[book])


def _open_chain_of_installation() -> None:
    if Book.objects.filter(pk=INSTALLATION).exists():
        return
    try:
        with transaction.atomic():
            services.open_book(INSTALLATION)
    except IntegrityError:  # another one has opened it in the meantime
        if not Book.objects.filter(pk=INSTALLATION).exists():
            raise


def _is_duplicate(error: IntegrityError) -> bool:
    """Whether a unique constraint stood in the way: two writers who share no lock met at an id or a name."""
    return getattr(error.__cause__, "sqlstate", "") == "23505" or "UNIQUE constraint" in str(error)
