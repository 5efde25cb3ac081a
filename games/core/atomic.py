"""One transaction a write, however many services take part in it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.core import event_signal, row_statements
from games.core.errors import Conflict, InFlight
from games.core.row_statements import GONE, INSTALLATION, Kind
from games.core.write_lock import TooManyWaitError, in_turn
from ledger import chain, services
from ledger.models import Book
from prepared.cursors import one_cursor

_T = TypeVar("_T")


class _Mark:
    """Left with Django's `on_commit` by what is queued within savepoints: Django drops it when one is rolled back."""

    def __call__(self) -> None:
        """Nothing is left to do after the commit."""


class _Queue(Generic[_T]):
    """Work for the end of the open transaction. As with `on_commit`, it disappears with the savepoint it was queued in.

    Django keeps `on_commit` work until after the commit, which is too late for rows; so only marks are left there.
    """

    def __init__(self) -> None:
        self._outside = _savepoints()
        self._items: list[tuple[_Mark | None, _T]] = []
        self._marks: dict[tuple[str, ...], _Mark] = {}

    def add(self, items: Iterable[_T]) -> None:
        mark = self._mark()
        self._items += [(mark, item) for item in items]

    def standing(self) -> list[_T]:
        """Return the queued items that were not rolled back, in order."""
        kept = {id(work) for _, work, _ in transaction.get_connection().run_on_commit} if self._marks else set()
        return [item for mark, item in self._items if mark is None or id(mark) in kept]

    def _mark(self) -> _Mark | None:
        """One for all that is queued within the same savepoints. Django never uses the id of a savepoint again."""
        within = _savepoints()
        if within == self._outside:
            return None
        if within not in self._marks:
            self._marks[within] = _Mark()
            transaction.on_commit(self._marks[within])
        return self._marks[within]


def _savepoints() -> tuple[str, ...]:
    """The savepoints that are open; Django notes a block without one as None."""
    return tuple(filter(None, transaction.get_connection().savepoint_ids))


class _Open:
    """The open transaction: the nights that it has written to, what is to be linked to which books' chains, and which
    rows are to be stated there, by how they came about.
    """

    def __init__(self) -> None:
        self.nights: _Queue[UUID] = _Queue()
        self.links: _Queue[tuple[UUID, dict[str, Any]]] = _Queue()
        self.rows: _Queue[tuple[Kind, Any, str]] = _Queue()

    def write_links(self) -> None:
        """Link what was queued so far, then state the rows as they are now."""
        said, rows = self.links.standing(), self.rows.standing()
        self.links, self.rows = _Queue(), _Queue()
        by_kind: dict[Kind, dict[Any, str]] = {}
        for kind, pk, what in rows:
            by_kind.setdefault(kind, {}).setdefault(pk, what)
        now = timezone.now()
        for kind, pks in by_kind.items():
            said += row_statements.statements(kind, pks, now)
        _append(said)

    def end(self) -> None:
        """Do what was queued, right before the commit."""
        self.write_links()
        for night in dict.fromkeys(self.nights.standing()):
            event_signal.after_commit(night)


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
    try:
        with in_turn(), transaction.atomic(), one_cursor(), _opened() as opened:
            yield
            if not transaction.get_rollback():
                opened.end()
    except TooManyWaitError:
        raise InFlight("Too many are writing at once. Send the same request again.") from None
    except IntegrityError as error:
        if not _is_duplicate(error):
            raise
        raise Conflict("Somebody else was quicker: look again, then try again.") from error


@contextmanager
def _opened() -> Iterator[_Open]:
    token = _writing.set(opened := _Open())
    try:
        yield opened
    finally:
        _writing.reset(token)


def tells(night_id: UUID) -> None:
    """The open transaction writes what whoever listens to this night wants to know: they are woken when it is done."""
    opened = _writing.get()
    if opened is None:
        event_signal.after_commit(night_id)
    else:
        opened.nights.add([night_id])


def link(book: UUID, bodies: Iterable[dict[str, Any]]) -> None:
    """Links of a club's chain. They are written last: from there to its end, a transaction keeps all others waiting
    that write to the book.
    """
    opened = _writing.get()
    if opened is None:
        chain.append(Book(pk=book), *bodies)
    else:
        opened.links.add((book, body) for body in bodies)


def state(kind: Kind, pks: Iterable[Any], what: str) -> None:
    """Rows were made or changed: the chain is to say so, with what they are at the end of the transaction.

    A row that goes has to be stated while it is there.
    """
    opened = _writing.get()
    if opened is None:
        with transaction.atomic(savepoint=False):
            _append(row_statements.statements(kind, dict.fromkeys(pks, what), timezone.now()))
    elif what == GONE:
        opened.links.add(row_statements.statements(kind, dict.fromkeys(pks, what), timezone.now()))
    else:
        opened.rows.add((kind, pk, what) for pk in pks)


def write_links() -> None:
    """What the open transaction has to say so far; the rest follows at its end. Nothing where none is open."""
    if opened := _writing.get():
        opened.write_links()


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
