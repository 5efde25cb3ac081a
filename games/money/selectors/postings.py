"""What was posted, joined with what it came from: the entry, hand or payment (`posting_words` says it in words).

The ledger knows its transactions by keys such as `hand:<id>:7`; the first id in a key is what it came from.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

from games.models import Club, Entry, Hand, Payment
from games.money.selectors.party_names import party_names
from games.money.services import parties
from games.money.services.parties import Party
from ledger.models import Posting

M = TypeVar("M", bound=Model)
# Ids that are looked up in one query.
BATCH = 5000
REVERSAL = "reversal"
# Entries about a hand that move money beside what the hand posted.
ON_HANDS = (Entry.Kind.CORRECTION, Entry.Kind.RULING)

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_COLUMNS = (
    "id",
    "amount",
    "account__kind",
    "account__owner",
    "account__currency",
    "transaction__id",
    "transaction__key",
    "transaction__memo",
    "transaction__scope",
    "transaction__happened_at",
    "transaction__reverses",
)


class Row(NamedTuple):
    """One posting, with what is needed of its account and its transaction."""

    number: int
    amount: int
    account: str
    owner: UUID | None
    currency: str
    transaction: UUID
    key: str
    memo: str
    scope: UUID | None
    at: datetime
    reverses: UUID | None

    @property
    def kind(self) -> str:
        """What kind of transaction it is, or was, where this one takes it back."""
        return self.key.removeprefix(f"{REVERSAL}:").partition(":")[0]

    @property
    def source(self) -> str:
        found = _ID.search(self.key)
        return found[0] if found else ""

    @property
    def follows(self) -> bool:
        """Whether it puts right what its source had posted, because a correction came after it."""
        return self.kind == "adjustment" and len(_ID.findall(self.key)) > 1


@dataclass(frozen=True, slots=True)
class Sources:
    """What postings came from, by id."""

    entries: Mapping[str, Entry]
    hands: Mapping[str, Hand] = field(default_factory=dict)
    payments: Mapping[str, tuple[Party, Party]] = field(default_factory=dict)
    names: Mapping[Party, str] = field(default_factory=dict)


def rows(postings: QuerySet[Posting]) -> list[Row]:
    """One query, in the order in which things happened."""
    ordered = postings.order_by("transaction__happened_at", "id")
    return [Row(*values) for values in ordered.values_list(*_COLUMNS)]


def in_batches(of: "QuerySet[M]", ids: Iterable[Any]) -> Iterator[M]:
    """The rows with these ids. A database takes only so many parameters in one query."""
    wanted = list(ids)
    for start in range(0, len(wanted), BATCH):
        yield from of.filter(pk__in=wanted[start : start + BATCH])


def entries_of(of: Iterable[Row], club: Club) -> dict[str, Entry]:
    """The entries that these rows came from, by id.

    Rows are looked up by their ids alone, and their club is compared here: asked for both, a database without
    statistics goes through all that the club has.
    """
    ids = {row.source for row in of} - {""}
    entries = in_batches(Entry.objects.select_related("hand").defer("device", "phone_at"), ids)
    return {str(entry.pk): entry for entry in entries if entry.club_id == club.pk}


def sources_of(of: Iterable[Row], club: Club) -> Sources:
    """A fixed number of queries for each `BATCH` of rows."""
    of = list(of)
    ids = {row.source for row in of} - {""}
    hands = Hand.with_undone.select_related("night").only("id", "number", "game", "ended_at", "night__club")
    sides = _sides_of({row.source for row in of if row.kind == "payment"}, club)
    return Sources(
        entries_of(of, club),
        {str(hand.pk): hand for hand in in_batches(hands, ids) if hand.night.club_id == club.pk},
        sides,
        party_names(club, {party for pair in sides.values() for party in pair}) if sides else {},
    )


def _sides_of(payments: Collection[str], club: Club) -> dict[str, tuple[Party, Party]]:
    if not payments:
        return {}
    same = parties.survivors(club.pk)
    rows = Payment.objects.filter(transfer__settlement__club=club).select_related("transfer__settlement")
    return {str(payment.pk): parties.sides(payment.transfer, same) for payment in in_batches(rows, payments)}


def sources_in(keys: Iterable[str]) -> set[str]:
    """The ids of what transactions with these keys came from."""
    return {found[0] for key in keys if (found := _ID.search(key))}


def hands_ruled_on(entries: Iterable[str]) -> set[str]:
    """The ids of the hands that those of these entries are about which moved money beside them."""
    rows = Entry.objects.filter(kind__in=ON_HANDS, hand__isnull=False).only("hand")
    return {str(entry.hand_id) for entry in in_batches(rows, entries)}


def hand_of(row: Row, sources: Sources) -> Hand | None:
    """The hand that posted it, or that a ruling or a correction in money is about."""
    entry = sources.entries.get(row.source)
    return sources.hands.get(row.source) or (entry.hand if entry and entry.kind in ON_HANDS else None)
