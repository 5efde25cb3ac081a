"""A chain of hashes a book: whoever changes one link changes all after it, and the head that was printed."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from ledger.canonical import canonical, sha256
from ledger.locks import lock
from ledger.models import Book, Link
from ledger.models.chain import FIRST_PREVIOUS

_SHORT = 16  # hexadecimal digits; to find one with the same, somebody would have to try 2^64


class Head(NamedTuple):
    """The last link of a book; of a book without any, number 0 and the hash that the first one follows."""

    sequence: int
    hash: str

    @property
    def short(self) -> str:
        """The beginning of the hash, in groups of four for people to compare."""
        return " ".join(self.hash[at : at + 4] for at in range(0, _SHORT, 4))


def head(book: Book | UUID) -> Head:
    last = Link.objects.filter(book=book).order_by("-sequence").values_list("sequence", "hash").first()
    return Head(*last) if last else Head(0, FIRST_PREVIOUS)


def append(book: Book, body: Mapping[str, Any]) -> Link:
    """The next link, in the caller's transaction; it holds the book's lock from here to its end.

    Whatever happens to a club can be a link: `type` says what it is, and none but the ledger writes those of
    `ledger.bodies`. Raises `BadBody` for what has no canonical JSON.
    """
    canonical(body)  # refused before the book is locked
    with transaction.atomic(savepoint=False):
        lock(book)
        return add(book, body)


def add(book: Book, body: Mapping[str, Any]) -> Link:
    """The same for who holds the lock already: two queries."""
    return Link.objects.create(**after(head(book), canonical(body)), book=book)


def after(last: Head, text: str) -> dict[str, Any]:
    """The fields of the link that follows."""
    return {
        "sequence": last.sequence + 1,
        "body": text,
        "previous": last.hash,
        "hash": hash_of(last.hash, text),
    }


def hash_of(previous: str, text: str) -> str:
    return sha256(previous + text)
