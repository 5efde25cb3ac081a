"""Heads of a club's chain that are known outside of it: those recorded, and one that somebody reads from a report."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone

from games.core.atomic import one_transaction
from games.core.database_errors import optional_write
from games.core.errors import BadValue
from games.models import Club, RecordedHead
from ledger.chain import Head
from ledger.models import Link

Source = RecordedHead.Source
# As many digits of a hash as reports print for people to compare.
FEWEST_DIGITS = 16
_PRINTED = re.compile(rf"(\d{{1,18}})\s*:\s*([0-9a-f]{{{FEWEST_DIGITS},64}})")


class Recorded(NamedTuple):
    """A head, and what recorded it, in words for a finding."""

    head: Head
    by: str


def record_head(club_id: UUID, head: Head, source: str) -> None:
    """Record the head of the chain that a file or page names, once however many name it."""
    if not head.sequence:
        return
    row = {"club_id": club_id, "sequence": head.sequence, "hash": head.hash}
    if RecordedHead.objects.filter(**row).exists():
        return
    with one_transaction():
        RecordedHead.objects.bulk_create(
            [RecordedHead(**row, source=source, made_at=timezone.now())], ignore_conflicts=True
        )


def record_report(document: Mapping[str, Any]) -> None:
    """Record the head of the chain that a report names, before it is shown or becomes a file."""
    if not document["head"]:
        return
    chain = document["head"]["chain"]
    with optional_write("The head that a report names could not be recorded"):
        record_head(UUID(document["club"]["id"]), Head(chain["sequence"], chain["hash"]), Source.REPORT)


def recorded_heads(club: Club) -> Iterator[Recorded]:
    """Those that good audits came to, and those of reports and archives, in the order of the chain."""
    heads: dict[Head, str] = {}
    audits = club.audits.filter(found=0).order_by("started_at")
    for sequence, hash, at in audits.values_list("sequence", "hash", "started_at").iterator():
        heads.setdefault(Head(sequence, hash), f"the audit of {at:%Y-%m-%d %H:%M}")
    rows = RecordedHead.objects.filter(club=club).order_by("made_at")
    for sequence, hash, source, at in rows.values_list("sequence", "hash", "source", "made_at").iterator():
        heads.setdefault(Head(sequence, hash), f"the {source} of {at:%Y-%m-%d %H:%M}")
    for head in sorted(heads):
        yield Recorded(head, heads[head])


def printed_head(text: str) -> Head:
    """A head as it stands on a report: `188:93f0 c1d2 e3a4 b5c6`, the hash or its beginning. Raises BadValue."""
    found = _PRINTED.fullmatch(re.sub(r"(?<=[0-9a-f])\s+(?=[0-9a-f])", "", text.strip().lower()))
    if found is None:
        raise BadValue("A head is written as the report prints it, such as 188:93f0c1d2e3a4b5c6.")
    return Head(int(found[1]), found[2])


def holds_head(club: Club, head: Head) -> bool:
    """Whether the chain has that link, with a hash that begins so."""
    return Link.objects.filter(book=club.book, sequence=head.sequence, hash__startswith=head.hash).exists()
