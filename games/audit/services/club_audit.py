"""One audit: all of a club, or what has come since the last audit that found nothing."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from games.audit.services import disputes, entries, hands, matches, nights, people, postings, removed_links, settlements
from games.audit.services.findings import Findings
from games.audit.services.installation import find_of_installation
from games.audit.services.row_inventory import find_unreadable
from games.audit.services.stated_rows import Stated, count_name, verify_rows
from games.core.atomic import one_transaction
from games.core.chain_heads import recorded_heads
from games.core.row_statements import ROW, of_the_club
from games.core.snapshot import one_moment
from games.models import Audit, Club, Hand
from ledger.audit import Difference, verify_books, verify_heads
from ledger.chain import Head
from ledger.chain_audit import START, verify_chain
from ledger.models import Book
from ledger.reading import READABLE, checked

log = logging.getLogger(__name__)

MOST_KEPT = 100


@dataclass(slots=True)
class _Touched:
    """Of which hands and nights the new entries are."""

    hands: set[UUID] = field(default_factory=set)
    nights: set[UUID] = field(default_factory=set)

    def __call__(self, body: dict[str, Any]) -> None:
        for ids, name in ((self.hands, "hand"), (self.nights, "night")):
            with suppress(ValueError, TypeError, AttributeError):  # what is no id is a difference of its own
                ids.add(UUID(body.get(name)))


def audit(club: Club, *, whole: bool = False) -> Audit:
    """Audit a club and keep what came of it. All of it, or what is new since the last good audit."""
    since = None if whole else last_good(club)
    began = timezone.now()
    found = audit_club(club, since)
    return _keep(club, found, began, whole=since is None)


def audit_club(club: Club, since: Audit | None = None) -> Findings:
    """What differs; nothing is written. Reads one moment of the books, whatever is entered meanwhile."""
    with one_moment():
        return find(club, since)


def find(club: Club, since: Audit | None = None) -> Findings:
    """The same within a transaction that sees one moment, or what it wrote itself."""
    found = find_of_club(club, since)
    found.differences += find_of_installation().differences
    return found


def find_of_club(club: Club, since: Audit | None = None) -> Findings:
    """Audit the club alone, without the installation that it is in.

    What cannot be read is a finding: each part is checked whatever another one found, and once any has failed, all rows
    are read one by one to name those that are damaged.
    """
    book = Book.objects.filter(pk=club.book).first()
    if book is None:
        return Findings(START, {}, [Difference("book of club", club.pk, str(club.book), "none")])
    found = Findings(START, {})
    touched = _Touched() if since else None
    for part in (lambda: _chain(club, book, since, touched, found), lambda: verify_books(book)):
        found.differences += checked("books of club", club.pk, part)
    for name, check in _checks(club, touched):
        found.differences += checked(f"{name} of club", club.pk, check)
    if any(one.expected == READABLE for one in found.differences):
        known = set(found.differences)
        found.differences += (one for one in find_unreadable(club) if one not in known)
    return found


def _chain(
    club: Club, book: Book, since: Audit | None, touched: "_Touched | None", found: Findings
) -> Iterator[Difference]:
    """Follow the chain, and look for every head that was recorded earlier."""
    began = Head(since.sequence, since.hash) if since else START
    known = since.counts if since else None
    kinds = of_the_club()
    stated = Stated(kinds, book.pk)
    walk = verify_chain(
        book, (entries.chained(club),), since=began, known=known, seen_body=touched, heard={ROW: stated}
    )
    counts = Counter(walk.counts) + Counter({count_name(kind): count for kind, count in stated.counts.items()})
    found.head, found.counts = walk.head, dict(counts)
    yield from walk.differences
    yield from verify_rows(kinds, club, stated, known)
    # the walk has looked at the link that it began with
    heads = [one for one in recorded_heads(club) if one.head != began]
    former = removed_links.former_hashes(club, {one.head.sequence for one in heads})
    yield from verify_heads(book, (one for one in heads if one.head.hash not in former[one.head.sequence]))


def _checks(club: Club, touched: _Touched | None) -> Iterable[tuple[str, Callable[[], Iterator[Difference]]]]:
    """Hands and what was posted for them: all, or those of which there is something new. The rest is always small."""
    only = touched.hands if touched else None
    of_nights = touched.nights if touched else None
    of_money = only
    if of_nights is not None:
        # a correction, or a count taken back, moves money of other hands of its night
        of_money = set(Hand.objects.filter(night__in=of_nights).values_list("pk", flat=True))
    yield "events", lambda: entries.events(club)
    yield "removed texts", lambda: entries.removed_texts(club)
    yield "hands", lambda: hands.verify_hands(club, only)
    yield "rows of hands", lambda: hands.verify_there(club)
    yield "order of hands", lambda: hands.verify_order(club)
    yield "matches of hands", lambda: hands.verify_matches_of_hands(club, only)
    yield "matches", lambda: matches.verify_matches(club)
    yield "postings of hands", lambda: postings.verify_postings_of_hands(club, of_money)
    yield "postings of entries", lambda: postings.verify_postings_of_entries(club, of_nights)
    yield "settlements", lambda: settlements.verify_settlements(club)
    yield "disputes", lambda: disputes.verify_disputes(club)
    yield "nights", lambda: nights.verify_nights(club)
    yield "people", lambda: people.verify_people(club)
    yield "repairs", lambda: removed_links.verify_repairs(club)


def last_good(club: Club) -> Audit | None:
    """The last audit that found nothing, on which the next one may build; none where it cannot be read."""
    good = club.audits.filter(found=0).order_by("-started_at")
    try:
        last = good.first()
    except (ValueError, TypeError, AttributeError):
        log.exception("The last good audit of club %s cannot be read: all of the club is audited", club.pk)
        return None
    return last if last and _are_counts(last.counts) else None


def _are_counts(value: Any) -> bool:
    """Whether it is what an audit keeps: how many links of each type, and rows of each kind, there were."""
    return isinstance(value, dict) and all(type(count) is int for count in value.values())


def _keep(club: Club, found: Findings, began: datetime, *, whole: bool) -> Audit:
    with one_transaction():
        return Audit.objects.create(
            club=club,
            whole=whole,
            started_at=began,
            ended_at=timezone.now(),
            sequence=found.head.sequence,
            hash=found.head.hash,
            counts=found.counts,
            found=len(found.differences),
            differences=[str(one)[:1000] for one in found.differences[:MOST_KEPT]],
        )
