"""Every row held against what the chain said of it last: it is there, it is so, and there is no other."""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any
from uuid import UUID

from games.core.row_statements import FOUND, GONE, MADE, Columns, Kind, digest
from games.models import Club
from ledger.audit import Difference
from ledger.canonical import spelled
from ledger.models import Link
from ledger.reading import checked

BATCH = 500
_GONE = b""


class Stated:
    """What links have said of rows: by kind and id the last one that did, and what it said, in little room."""

    def __init__(self, kinds: Collection[Kind], book: UUID) -> None:
        self.book = book
        self.last: dict[str, dict[str, tuple[int, bytes]]] = {kind.name: {} for kind in kinds}
        self.counts: Counter[str] = Counter()
        self.unreadable: list[int] = []

    def __call__(self, sequence: int, body: Mapping[str, Any]) -> None:
        of, id, what, columns = (body.get(name) for name in ("of", "id", "what", "columns"))
        is_row = isinstance(columns, dict) or what == GONE
        if not (isinstance(of, str) and of in self.last and isinstance(id, str) and _is_id(id) and is_row):
            self.unreadable.append(sequence)
            return
        self.last[of][id] = sequence, _GONE if what == GONE else digest(columns or {})
        self.counts[of] += {MADE: 1, FOUND: 1, GONE: -1}.get(str(what), 0)

    def columns(self, sequence: int) -> Columns:
        """What that link says, read again: few differ."""
        body = Link.objects.filter(book=self.book, sequence=sequence).values_list("body", flat=True).first()
        columns: Columns = json.loads(body or "{}").get("columns", {})
        return columns


def count_name(kind: str) -> str:
    """Under which an audit keeps how many rows of a kind there are."""
    return f"row {kind}"


def verify_rows(
    kinds: Collection[Kind], club: Club | None, stated: Stated, known: Mapping[str, int] | None = None
) -> Iterator[Difference]:
    """Of a club, or of the installation. All rows; or, `known` being how many there were of each before the links
    that were heard, those of which these say anything, and how many there are.
    """
    for sequence in stated.unreadable:
        yield Difference(f"row in link {sequence} of book", stated.book, "a statement of a row", "another")
    for kind in kinds:
        check = partial(_of_kind, kind, club, stated, known)
        yield from checked(f"rows of type {kind.name} of {_whose(club)}", _id_of(club, stated), check)


def _of_kind(kind: Kind, club: Club | None, stated: Stated, known: Mapping[str, int] | None) -> Iterator[Difference]:
    if known is None:
        yield from _all(kind, club, stated)
        return
    yield from _some(kind, club, stated)
    rows, expected = kind.of(club).count(), known.get(count_name(kind.name), 0) + stated.counts[kind.name]
    if rows != expected:
        name = f"number of rows of type {kind.name} of {_whose(club)}"
        yield Difference(name, _id_of(club, stated), str(expected), str(rows))


def _all(kind: Kind, club: Club | None, stated: Stated) -> Iterator[Difference]:
    left = dict(stated.last[kind.name])
    for row in kind.read(kind.of(club).order_by("pk")).iterator(chunk_size=BATCH):
        yield from _one(kind, row, left.pop(kind.id_of(row), None), stated)
    yield from _missing(kind, left)


def _some(kind: Kind, club: Club | None, stated: Stated) -> Iterator[Difference]:
    rest = iter(stated.last[kind.name].items())
    while batch := dict(islice(rest, BATCH)):
        for row in kind.read(kind.named(kind.of(club), batch)):
            if (said := batch.pop(kind.id_of(row), None)) is not None:
                yield from _one(kind, row, said, stated)
        yield from _missing(kind, batch)


def _one(kind: Kind, row: Mapping[str, Any], said: tuple[int, bytes] | None, stated: Stated) -> Iterator[Difference]:
    id = _id(kind.id_of(row))
    if said is None or said[1] == _GONE:
        yield Difference(kind.name, id, "none: no link says that there is one", "one")
        return
    found = kind.stated(row)
    if digest(found) == said[1]:
        return
    expected = stated.columns(said[0])
    for name in sorted(expected.keys() | found.keys()):
        one, other = (spelled(columns[name]) if name in columns else "nothing" for columns in (expected, found))
        if one != other:
            yield Difference(f"{name.removesuffix('_id').replace('_', ' ')} of {kind.name}", id, one, other)


def _missing(kind: Kind, left: Mapping[str, tuple[int, bytes]]) -> Iterator[Difference]:
    for id, (sequence, said) in left.items():
        if said != _GONE:
            yield Difference(kind.name, _id(id), f"as in link {sequence}", "none")


def _is_id(text: str) -> bool:
    try:
        _id(text)
    except ValueError:
        return False
    return True


def _id(text: str) -> UUID:
    """A share goes by more than an id: by that of its settlement first."""
    return UUID(text.partition(":")[0])


def _id_of(club: Club | None, stated: Stated) -> UUID:
    return club.pk if club else stated.book


def _whose(club: Club | None) -> str:
    return "club" if club else "installation, book"
