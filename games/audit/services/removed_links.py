"""Links that a repair took out of the chain: its entry has them, so heads that were noted before can be worked out."""

from collections.abc import Collection, Iterator
from uuid import UUID

from games.models import Club, Entry
from ledger import mending
from ledger.audit import Difference
from ledger.chain import Head
from ledger.models import Book


def verify_repairs(club: Club) -> Iterator[Difference]:
    """With the removed links put back, the chain ends at the head that it had before the repair."""
    for undone in _undone(club):
        entry = undone[-1]
        head, last = Head(**entry.body["head"]), None
        for last in mending.heads(_without(club.book, undone)):  # noqa: B007  only the end is looked at
            pass
        if last != head:
            yield Difference("former head of repair", entry.pk, _said(head), _said(last))


def former_hashes(club: Club, sequences: Collection[int]) -> dict[int, set[str]]:
    """By the number of a link, every hash that it had before a repair: what a head that was noted then must be."""
    found: dict[int, set[str]] = {sequence: set() for sequence in sequences}
    for undone in _undone(club):
        for head in mending.heads(_without(club.book, undone)):
            if head.sequence in found:
                found[head.sequence].add(head.hash)
    return found


def repairs(club: Club) -> list[Entry]:
    return list(Entry.objects.filter(club=club, kind=Entry.Kind.REPAIR).order_by("at", "pk"))


def _undone(club: Club) -> Iterator[list[Entry]]:
    """The last repair, then the last two, and so on: undone in this order, they give the chain before each."""
    undone: list[Entry] = []
    for entry in reversed(repairs(club)):
        undone.append(entry)
        yield undone


def _without(book: UUID, undone: Collection[Entry]) -> Iterator[str]:
    bodies = mending.bodies(Book(pk=book))
    for entry in undone:
        removed = {one["sequence"]: one["body"] for one in entry.body["removed"]}
        bodies = mending.as_before(bodies, removed, entry.body["head"]["sequence"])
    return bodies


def _said(head: Head | None) -> str:
    return f"link {head.sequence} {head.hash}" if head else "none"
