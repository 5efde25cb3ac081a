"""The one lock of the ledger."""

from uuid import UUID

from django.db import connection

from ledger.models import Book
from prepared.lookups import Prepared

_TO_LOCK = Prepared(lambda pk: Book.objects.select_for_update(no_key=True).filter(pk=pk).values_list("pk"), pk=UUID)


def lock(book: Book) -> None:
    """One writer a book at a time, until its transaction ends.

    A lock on each account would let two transactions of several posts, or openings, wait for each other. This is one
    lock, and the last that is taken: whatever order they post in, nobody waits in a circle. NO KEY lets those pass
    who only refer to the book. SQLite has no row locks and needs none: its transactions have one writer anyway.
    """
    if connection.features.has_select_for_update:
        list(_TO_LOCK.tuples(pk=book.pk))
