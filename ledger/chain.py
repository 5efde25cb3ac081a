"""A chain of hashes a book: whoever changes one link changes all after it, and the head that was printed.

One link is one statement: the database itself finds the last link and hashes the next one.
"""

from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from ledger.canonical import canonical, sha256
from ledger.locks import lock
from ledger.models import Book, Link
from ledger.models.chain import FIRST_PREVIOUS
from prepared.cursors import COUNT, run

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


def append(book: Book, *bodies: dict[str, Any]) -> None:
    """The next links, in the caller's transaction; it holds the book's lock from here to its end.

    Whatever happens to a club can be a link: `type` says what it is, and none but the ledger writes those of
    `ledger.bodies`. One is one query, any number are three. Raises `BadBody` for what has no canonical JSON.
    """
    texts = [canonical(body) for body in bodies]  # refused before the book is locked
    with transaction.atomic(savepoint=False):
        if len(texts) == 1:
            _add_one(book, texts[0])
            return
        lock(book)
        last, links = head(book), []
        for text in texts:
            links.append(Link(**after(last, text), book=book))
            last = Head(links[-1].sequence, links[-1].hash)
        Link.objects.bulk_create(links)


# On SQLite, whose transactions have one writer anyway. Django gives its connections SHA256.
_NEXT = f"""
INSERT INTO ledger_link (book_id, sequence, body, previous, hash)
SELECT %s, last.sequence + 1, %s, last.hash, SHA256(last.hash || %s)
FROM (
  SELECT sequence, hash FROM ledger_link WHERE book_id = %s
  UNION ALL SELECT 0, '{FIRST_PREVIOUS}' ORDER BY sequence DESC LIMIT 1
) AS last
"""  # noqa: S608
# PostgreSQL's function locks the book first (`ledger.guards.postgresql`).
_APPEND = "SELECT FROM ledger_append(%s, %s)"


def _add_one(book: Book, text: str) -> None:
    key = Link._meta.get_field("book").get_db_prep_value(book.pk, connection)
    if connection.vendor == "postgresql":
        run(connection, _APPEND, [key, text], COUNT)
    else:
        run(connection, _NEXT, [key, text, text, key], COUNT)


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
