"""Links taken out of a chain, and the chain as it was before.

Every link that follows is hashed anew, so a head that was noted before is no longer in the chain. Whoever keeps what
was taken out can still work out that head (`as_before`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from ledger.chain import Head, after
from ledger.models import Book, Link
from ledger.models.chain import FIRST_PREVIOUS

BATCH = 500


def take_out(book: Book, sequences: Collection[int]) -> None:
    """Remove these links and renumber those after them, in the caller's transaction, while the guards are lifted."""
    first = min(sequences)
    last = _head_before(book, first)
    Link.objects.filter(book=book, sequence__in=list(sequences)).delete()
    read = first
    while rows := list(Link.objects.filter(book=book, sequence__gt=read).order_by("sequence")[:BATCH]):
        read = rows[-1].sequence
        moved = []
        for row in rows:
            moved.append(Link(**after(last, row.body), id=row.pk, book=book))
            last = Head(moved[-1].sequence, moved[-1].hash)
        Link.objects.filter(pk__in=[row.pk for row in rows]).delete()
        Link.objects.bulk_create(moved)


def as_before(bodies: Iterable[str], removed: Mapping[int, str], length: int) -> Iterator[str]:
    """The bodies of the chain before: what was `removed`, by its number, put back among those that there are now."""
    rest = iter(bodies)
    for sequence in range(1, length + 1):
        body = removed[sequence] if sequence in removed else next(rest, None)
        if body is None:
            return
        yield body


def heads(bodies: Iterable[str]) -> Iterator[Head]:
    """The head after each link."""
    last = Head(0, FIRST_PREVIOUS)
    for body in bodies:
        last = Head(last.sequence + 1, after(last, body)["hash"])
        yield last


def bodies(book: Book) -> Iterator[str]:
    links = Link.objects.filter(book=book).order_by("sequence").values_list("body", flat=True)
    return links.iterator(chunk_size=BATCH)


def _head_before(book: Book, sequence: int) -> Head:
    found = Link.objects.filter(book=book, sequence=sequence - 1).values_list("sequence", "hash").first()
    return Head(*found) if found else Head(0, FIRST_PREVIOUS)
