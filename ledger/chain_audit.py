"""The chain of a book followed link by link, and every row that has one held against it.

From its first link, or from one that was verified before: what came before that one cannot have changed as long as its
hash is the same. The rows themselves can; those a walk from the first link finds.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Model

from ledger.bodies import ACCOUNT, BOOK, TRANSACTION, Body, account_body, book_body, transaction_body
from ledger.canonical import canonical, spelled
from ledger.chain import Head, hash_of
from ledger.difference import Difference
from ledger.errors import BadBody
from ledger.models import Account, Book, JournalTransaction, Link, Posting
from ledger.models.chain import FIRST_PREVIOUS
from ledger.reading import ids_of, unreadable

BATCH = 500
OWN = (BOOK, ACCOUNT, TRANSACTION)
START = Head(0, FIRST_PREVIOUS)

_T = TypeVar("_T")


class _Read(NamedTuple):
    """A link as it is followed: rows of the model would take longer than all else."""

    book_id: UUID
    sequence: int
    body: str
    previous: str
    hash: str


_Told = tuple[_Read, str, UUID, Body]


class Chained(NamedTuple):
    """Rows of another app that are links too: `type` in their bodies, and how the rows of a book are found.

    `bodies` is what the chain would have to say of rows as they are now, by id, given what it does say; `ids` are
    those of all rows that must have a link.
    """

    type: str
    bodies: Callable[[Mapping[UUID, Body]], Mapping[UUID, Body]]
    ids: Callable[[], Iterator[UUID | str]]


@dataclass(slots=True)
class Walk:
    """What came of following a chain: where it ends, how many links of each type there are, what differs."""

    head: Head
    counts: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)


def verify_chain(
    book: Book,
    others: tuple[Chained, ...] = (),
    since: Head = START,
    known: Mapping[str, int] | None = None,
    seen_body: Callable[[Body], None] | None = None,
    heard: Mapping[str, Callable[[int, Body], None]] | None = None,
) -> Walk:
    """Links of types that nobody has named are followed, and not compared.

    `since` is a link that was verified before, and `known` the number of links by type up to it. `seen_body` is
    called with each body of the `others`, and whoever is `heard` for a further type with the number and the body of
    each of its links.
    """
    walk = Walk(since, Counter(known or {}))
    checks = _Checks(book, {one.type: one for one in others}, heard or {})
    walk.differences += checks.start(since)
    for links in _batches(_links(book, since)):
        for link in links:
            walk.differences += _link(link, walk.head)
            walk.head = Head(link.sequence, link.hash)
        for kind, body in checks.contents(links, walk.differences):
            walk.counts[kind] += 1
            if seen_body and kind in checks.others:
                seen_body(body)
    walk.differences += checks.without_link(walk, whole=since == START)
    return walk


def verify_heads(book: Book, heads: Iterable[tuple[Head, str]]) -> Iterator[Difference]:
    """Heads that were recorded earlier, each with what recorded it: the chain still has every one of these links."""
    for batch in _batches(one for one in heads if one[0].sequence):
        links = Link.objects.filter(book=book, sequence__in=[head.sequence for head, _ in batch])
        hashes = dict(links.values_list("sequence", "hash"))
        for head, by in batch:
            if (found := hashes.get(head.sequence)) != head.hash:
                name = f"link {head.sequence} of book"
                yield Difference(name, book.pk, f"{head.hash}, as in {by}", found or "none: the chain was cut")


def _links(book: Book, since: Head) -> Iterator[_Read]:
    rows = Link.objects.filter(book=book, sequence__gt=since.sequence).order_by("sequence")
    for row in rows.values_list("sequence", "body", "previous", "hash").iterator(chunk_size=BATCH):
        yield _Read(book.pk, *row)


def _link(link: _Read, last: Head) -> Iterator[Difference]:
    name = f"link {link.sequence} of book"
    if link.sequence != last.sequence + 1:
        yield Difference("number of the next link of book", link.book_id, str(last.sequence + 1), str(link.sequence))
    if link.previous != last.hash:
        yield Difference(f"previous hash of {name}", link.book_id, last.hash, link.previous)
    if link.hash != (right := hash_of(link.previous, link.body)):
        yield Difference(f"hash of {name}", link.book_id, right, link.hash)


class _Checks:
    """Rows held against links; `seen` are the ids that have had one."""

    def __init__(
        self, book: Book, others: Mapping[str, Chained], heard: Mapping[str, Callable[[int, Body], None]]
    ) -> None:
        self.book, self.others, self.heard = book, others, heard
        self.seen: dict[str, set[UUID]] = {kind: set() for kind in (*OWN, *others)}

    def start(self, since: Head) -> Iterator[Difference]:
        if since == START:
            return
        found = Link.objects.filter(book=self.book, sequence=since.sequence).values_list("hash", flat=True).first()
        if found != since.hash:
            name = f"hash of link {since.sequence}, verified before, of book"
            yield Difference(name, self.book.pk, since.hash, found or "none")

    def contents(self, links: list[_Read], differences: list[Difference]) -> Iterator[tuple[str, Body]]:
        told: list[_Told] = []
        for link in links:
            body = _parsed(link)
            kind = str(body.get("type")) if body else ""
            if body is None or (kind not in self.seen and not _is_canonical(link, body)):
                differences.append(_not_canonical(link))
            elif kind in self.heard:
                self.heard[kind](link.sequence, body)
            elif kind in self.seen:
                if (id := _uuid(body.get("id"))) is None:
                    name = f"id in link {link.sequence} of book"
                    differences.append(Difference(name, self.book.pk, "one", spelled(body.get("id"))))
                else:
                    told.append((link, kind, id, body))
        rows = self._rows_one_by_one(told, differences)
        for link, kind, id, body in told:
            differences += self._one(link, kind, id, body, rows)
            yield kind, body

    def _one(
        self, link: _Read, kind: str, id: UUID, body: Body, rows: Mapping[tuple[str, UUID], Body]
    ) -> Iterator[Difference]:
        if id in self.seen[kind]:
            yield Difference(f"links of {kind}", id, "one", f"link {link.sequence} besides")
        self.seen[kind].add(id)
        if kind in OWN and body.get("book") != str(self.book.pk):
            name = f"book in link {link.sequence} of book"
            yield Difference(name, self.book.pk, str(self.book.pk), spelled(body.get("book")))
        found = rows.get((kind, id))
        if found is not None and canonical(found) == link.body:  # as nearly always: the dear way round only else
            return
        if not _is_canonical(link, body):
            yield _not_canonical(link)
        yield from _compared(kind, id, link, body, found)

    def _rows(self, told: Iterable[_Told]) -> dict[tuple[str, UUID], Body]:
        """What the chain would have to say of the rows as they are now."""
        said: dict[str, dict[UUID, Body]] = defaultdict(dict)
        for _, kind, id, body in told:
            said[kind][id] = body
        found = _own_rows(said)
        for kind, other in self.others.items():
            found |= {(kind, id): body for id, body in other.bodies(said[kind]).items()}
        return found

    def _rows_one_by_one(self, told: list[_Told], differences: list[Difference]) -> Mapping[tuple[str, UUID], Body]:
        """The same; where one of them cannot be read, that one is a difference, and all others are read."""
        try:
            with transaction.atomic():
                return self._rows(told)
        except Exception as why:
            if len(told) == 1:
                _, kind, id, _ = told[0]
                differences.append(unreadable(kind, id, why))
                return {}
        found: dict[tuple[str, UUID], Body] = {}
        for one in told:
            found |= self._rows_one_by_one([one], differences)
        return found

    def without_link(self, walk: Walk, *, whole: bool) -> Iterator[Difference]:
        """Rows that the chain does not know of: which, or, where it was not followed from the start, how many."""
        for kind, ids in self._every():
            if whole:
                for id in ids():
                    if id not in self.seen[kind]:
                        yield Difference(f"links of {kind}", id, "one", "none")
            elif (rows := sum(1 for _ in ids())) != walk.counts[kind]:
                yield Difference(
                    f"links of rows of type {kind} in book", self.book.pk, str(rows), str(walk.counts[kind])
                )

    def _every(self) -> Iterator[tuple[str, Callable[[], Iterator[UUID | str]]]]:
        def ids(model: type[Model]) -> Callable[[], Iterator[UUID | str]]:
            return lambda: ids_of(model._default_manager.filter(book=self.book).order_by("pk"))

        yield BOOK, lambda: iter([self.book.pk])
        yield ACCOUNT, ids(Account)
        yield TRANSACTION, ids(JournalTransaction)
        for kind, other in self.others.items():
            yield kind, other.ids


def _parsed(link: _Read) -> Body | None:
    try:
        body: object = json.loads(link.body)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None


def _is_canonical(link: _Read, body: Body) -> bool:
    try:
        return canonical(body) == link.body
    except (RecursionError, BadBody):
        return False


def _not_canonical(link: _Read) -> Difference:
    return Difference(f"body of link {link.sequence} of book", link.book_id, "canonical JSON", link.body)


def _uuid(text: object) -> UUID | None:
    try:
        id = UUID(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return id if str(id) == text else None


def _own_rows(said: Mapping[str, Mapping[UUID, Body]]) -> dict[tuple[str, UUID], Body]:
    ids = {kind: list(said.get(kind, ())) for kind in OWN}
    lines: dict[UUID, list[tuple[UUID, int]]] = defaultdict(list)
    postings = Posting.objects.filter(transaction__in=ids[TRANSACTION]).order_by("id")
    for of, account, amount in postings.values_list("transaction_id", "account_id", "amount"):
        lines[of].append((account, amount))
    found = {(BOOK, row.pk): book_body(row) for row in Book.objects.filter(pk__in=ids[BOOK])}
    found |= {(ACCOUNT, row.pk): account_body(row) for row in Account.objects.filter(pk__in=ids[ACCOUNT])}
    for row in JournalTransaction.objects.filter(pk__in=ids[TRANSACTION]):
        body = transaction_body(row, lines[row.pk])
        if not (row.salt or row.memo):  # removed: what it was, only the chain knows
            body["memo"] = said[TRANSACTION][row.pk].get("memo")
        found[TRANSACTION, row.pk] = body
    return found


def _compared(kind: str, id: UUID, link: _Read, said: Body, found: Body | None) -> Iterator[Difference]:
    """The chain is what is believed."""
    if found is None:
        yield Difference(kind, id, f"as in link {link.sequence}", "none")
        return
    for name in sorted(said.keys() | found.keys()):
        expected, there = (spelled(body[name]) if name in body else "nothing" for body in (said, found))
        if expected != there:
            yield Difference(f"{name} of {kind}", id, expected, there)


def _batches(found: Iterable[_T]) -> Iterator[list[_T]]:
    rest = iter(found)
    while batch := list(islice(rest, BATCH)):
        yield batch
