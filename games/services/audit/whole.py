"""One audit: all of a club, or what has come since the last audit that found nothing."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from games import engine
from games.models import Audit, Club, Hand
from games.services.audit import disputes, entries, hands, matches, nights, people, postings, settlements
from games.services.audit.findings import Findings
from games.services.audit.installation import find_of_installation
from games.services.audit.stated import Stated, count_name, verify_rows
from games.services.moment import one_moment
from games.services.recorded import ROW, of_the_club
from games.services.transaction import one_transaction
from ledger.audit import Difference, verify_books
from ledger.chain import Head
from ledger.chain_audit import START, verify_chain
from ledger.models import Book

MOST_KEPT = 100


@dataclass(slots=True)
class _Touched:
    """Of which hands and nights the new entries are."""

    hands: set[UUID] = field(default_factory=set)
    nights: set[UUID] = field(default_factory=set)

    def __call__(self, body: dict[str, Any]) -> None:
        for ids, name in ((self.hands, "hand"), (self.nights, "night")):
            if isinstance(body.get(name), str):
                ids.add(UUID(body[name]))


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
    """The same without the installation that the club is in."""
    book = Book.objects.filter(pk=club.book).first()
    if book is None:
        return Findings(START, {}, [Difference("book of club", club.pk, str(club.book), "none")])
    touched, kinds = _Touched(), of_the_club()
    stated = Stated(kinds, book.pk)
    walk = verify_chain(
        book,
        (entries.chained(club),),
        since=Head(since.sequence, since.hash) if since else START,
        known=since.counts if since else None,
        seen_body=touched if since else None,
        heard={ROW: stated},
    )
    counts = Counter(walk.counts) + Counter({count_name(kind): count for kind, count in stated.counts.items()})
    found = Findings(walk.head, dict(counts), [*verify_books(book), *walk.differences])
    found.differences += verify_rows(kinds, club, stated, since.counts if since else None)
    for check in _checks(club, touched if since else None):
        try:
            found.differences += check()
        except (engine.Refusal, AssertionError, KeyError, TypeError, ValueError, AttributeError) as why:
            # rows so changed that they cannot be read; those named above are what to look at first
            found.differences.append(Difference("rows of club", club.pk, "ones that can be read", repr(why)))
    return found


def _checks(club: Club, touched: _Touched | None) -> Iterable[Callable[[], Iterator[Difference]]]:
    """Hands and what was posted for them: all, or those of which there is something new. The rest is always small."""
    only = touched.hands if touched else None
    of_nights = touched.nights if touched else None
    of_money = only
    if of_nights is not None:
        # a correction, or a count taken back, moves money of other hands of its night
        of_money = set(Hand.objects.filter(night__in=of_nights).values_list("pk", flat=True))
    yield lambda: entries.events(club)
    yield lambda: entries.removed_texts(club)
    yield lambda: hands.verify_hands(club, only)
    yield lambda: hands.verify_there(club)
    yield lambda: hands.verify_order(club)
    yield lambda: hands.verify_matches_of_hands(club, only)
    yield lambda: matches.verify_matches(club)
    yield lambda: postings.verify_postings_of_hands(club, of_money)
    yield lambda: postings.verify_postings_of_entries(club, of_nights)
    yield lambda: settlements.verify_settlements(club)
    yield lambda: disputes.verify_disputes(club)
    yield lambda: nights.verify_nights(club)
    yield lambda: people.verify_people(club)


def last_good(club: Club) -> Audit | None:
    """The last audit that found nothing, on which the next one may build."""
    return club.audits.filter(found=0).order_by("-started_at").first()


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
