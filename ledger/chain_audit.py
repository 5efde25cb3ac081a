"""The chain of a book followed from its first link, and every row of the ledger held against its link."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar
from uuid import UUID

from django.db.models import Model

from ledger.bodies import ACCOUNT, BOOK, TRANSACTION, Body, account_body, book_body, transaction_body
from ledger.canonical import canonical, spelled
from ledger.chain import hash_of
from ledger.difference import Difference
from ledger.errors import BadBody
from ledger.models import Account, Book, JournalTransaction, Link, Posting
from ledger.models.chain import FIRST_PREVIOUS

BATCH = 500

_T = TypeVar("_T")
_Seen = dict[str, set[UUID]]


def verify_chain(book: Book) -> Iterator[Difference]:
    """Links of types that are not the ledger's own are followed, and left to whoever wrote them to be compared."""
    number, previous = 0, FIRST_PREVIOUS
    seen: _Seen = {kind: set() for kind in (BOOK, ACCOUNT, TRANSACTION)}
    for links in _batches(Link.objects.filter(book=book).order_by("sequence").iterator(chunk_size=BATCH)):
        for link in links:
            yield from _link(link, number, previous)
            number, previous = link.sequence, link.hash
        yield from _contents(book, links, seen)
    yield from _without_link(book, seen)


def _link(link: Link, number: int, previous: str) -> Iterator[Difference]:
    name = f"link {link.sequence} of book"
    if link.sequence != number + 1:
        yield Difference("number of the next link of book", link.book_id, str(number + 1), str(link.sequence))
    if link.previous != previous:
        yield Difference(f"previous hash of {name}", link.book_id, previous, link.previous)
    if link.hash != (right := hash_of(link.previous, link.body)):
        yield Difference(f"hash of {name}", link.book_id, right, link.hash)


def _contents(book: Book, links: list[Link], seen: _Seen) -> Iterator[Difference]:
    told: list[tuple[Link, str, UUID, Body]] = []
    for link in links:
        body = _read(link)
        if body is None:
            yield Difference(f"body of link {link.sequence} of book", book.pk, "canonical JSON", link.body)
        elif (kind := body.get("type")) in seen:
            if (id := _uuid(body.get("id"))) is None:
                yield Difference(f"id in link {link.sequence} of book", book.pk, "one", spelled(body.get("id")))
            else:
                told.append((link, kind, id, body))
    rows = _rows([(kind, id) for _, kind, id, _ in told])
    for link, kind, id, body in told:
        if id in seen[kind]:
            yield Difference(f"links of {kind}", id, "one", f"link {link.sequence} besides")
        seen[kind].add(id)
        if body.get("book") != str(book.pk):
            yield Difference(f"book in link {link.sequence} of book", book.pk, str(book.pk), spelled(body.get("book")))
        yield from _compared(kind, id, link, body, rows.get((kind, id)))


def _read(link: Link) -> Body | None:
    try:
        body: object = json.loads(link.body)
        if isinstance(body, dict) and canonical(body) == link.body:
            return body
    except (ValueError, RecursionError, BadBody):
        pass
    return None


def _uuid(text: object) -> UUID | None:
    try:
        id = UUID(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return id if str(id) == text else None


def _rows(named: Iterable[tuple[str, UUID]]) -> dict[tuple[str, UUID], Body]:
    """What the chain would have to say of the rows as they are now."""
    ids: dict[str, list[UUID]] = defaultdict(list)
    for kind, id in named:
        ids[kind].append(id)
    lines: dict[UUID, list[tuple[UUID, int]]] = defaultdict(list)
    postings = Posting.objects.filter(transaction__in=ids[TRANSACTION]).order_by("id")
    for transaction, account, amount in postings.values_list("transaction_id", "account_id", "amount"):
        lines[transaction].append((account, amount))
    found = {(BOOK, row.pk): book_body(row) for row in Book.objects.filter(pk__in=ids[BOOK])}
    found |= {(ACCOUNT, row.pk): account_body(row) for row in Account.objects.filter(pk__in=ids[ACCOUNT])}
    for row in JournalTransaction.objects.filter(pk__in=ids[TRANSACTION]):
        found[TRANSACTION, row.pk] = transaction_body(row, lines[row.pk])
    return found


def _compared(kind: str, id: UUID, link: Link, said: Body, found: Body | None) -> Iterator[Difference]:
    """The chain is what is believed."""
    if found is None:
        yield Difference(kind, id, f"as in link {link.sequence}", "none")
        return
    for name in sorted(said.keys() | found.keys()):
        expected, there = (spelled(body[name]) if name in body else "nothing" for body in (said, found))
        if expected != there:
            yield Difference(f"{name} of {kind}", id, expected, there)


def _without_link(book: Book, seen: _Seen) -> Iterator[Difference]:
    if book.pk not in seen[BOOK]:
        yield Difference("links of book", book.pk, "one", "none")
    models: tuple[tuple[str, type[Model]], ...] = ((ACCOUNT, Account), (TRANSACTION, JournalTransaction))
    for kind, model in models:
        rows = model._default_manager.filter(book=book).order_by("pk").values_list("pk", flat=True)
        for id in rows.iterator(chunk_size=BATCH):
            if id not in seen[kind]:
                yield Difference(f"links of {kind}", id, "one", "none")


def _batches(found: Iterable[_T]) -> Iterator[list[_T]]:
    rest = iter(found)
    while batch := list(islice(rest, BATCH)):
        yield batch
