"""What was posted, joined with what it came from: the entry, hand or payment, and the words for it.

The ledger knows its transactions by keys such as `hand:<id>:7`; the first id in a key is what it came from.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Entry, Hand, PartyKind, Payment
from games.selectors.settlements import party_names
from games.services import parties
from games.services.parties import Party
from ledger import chain
from ledger.models import JournalTransaction, Posting

REVERSAL = "reversal"

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
    hands: Mapping[str, Hand]
    payments: Mapping[str, tuple[Party, Party]]
    names: Mapping[Party, str]


def rows(postings: QuerySet[Posting]) -> list[Row]:
    """One query, in the order in which things happened."""
    ordered = postings.order_by("transaction__happened_at", "id")
    return [Row(*values) for values in ordered.values_list(*_COLUMNS)]


def sources_of(of: Iterable[Row], club: Any) -> Sources:
    """A fixed number of queries, however many rows.

    Rows are looked up by their ids alone, and their club is compared here: asked for both, a database without
    statistics goes through all that the club has.
    """
    ids = {row.source for row in of} - {""}
    entries = Entry.objects.filter(pk__in=ids).select_related("hand").defer("device", "phone_at")
    hands = Hand.objects.filter(pk__in=ids).select_related("night")
    hands = hands.only("id", "number", "game", "ended_at", "night__club")
    payments = Payment.objects.filter(transfer__settlement__club=club, pk__in=ids)
    same = parties.survivors(club.pk)
    sides = {
        str(payment.pk): parties.sides(payment.transfer, same)
        for payment in payments.select_related("transfer__settlement")
    }
    names = party_names(club, {party for pair in sides.values() for party in pair})
    return Sources(
        {str(entry.pk): entry for entry in entries if entry.club_id == club.pk},
        {str(hand.pk): hand for hand in hands if hand.night.club_id == club.pk},
        sides,
        names,
    )


def sources_in(keys: Iterable[str]) -> set[str]:
    """The ids of what transactions with these keys came from."""
    return {found[0] for key in keys if (found := _ID.search(key))}


def hands_ruled_on(entries: Iterable[str]) -> set[str]:
    """The ids of the hands that those of these entries are about which moved money beside them."""
    rows = Entry.objects.filter(pk__in=list(entries), kind__in=_ON_HANDS, hand__isnull=False)
    return set(map(str, rows.values_list("hand", flat=True)))


def hand_of(row: Row, sources: Sources) -> Hand | None:
    """The hand that posted it, or that a ruling or a correction in money is about."""
    entry = sources.entries.get(row.source)
    return sources.hands.get(row.source) or (entry.hand if entry and entry.kind in _ON_HANDS else None)


def code(row: Row, sources: Sources) -> str:
    """What happened, for programs: the kind of the entry where there is one, else that of the transaction."""
    if row.reverses:
        return REVERSAL
    entry = sources.entries.get(row.source)
    return entry.kind if entry and not row.follows else row.kind.replace("-", "_")


def words(row: Row, sources: Sources, player: str | None = None) -> str:
    """What happened, for people; a payment as the player sees it."""
    said = _words(row, sources, player)
    return gettext("Taken back: {what}").format(what=said) if row.reverses else said


def reason(row: Row, sources: Sources) -> str:
    """Why, where somebody said so."""
    entry = sources.entries.get(row.source)
    given = row.memo if row.reverses or row.follows or entry is None else str(entry.body.get("reason", ""))
    return "" if given in _MEMOS else given


# What the services themselves write as a memo is said in the words already.
_MEMOS = frozenset({"on credit", "stakes"})
_ENTRIES = {
    Entry.Kind.BUY_IN: _("Buy-in"),
    Entry.Kind.TOP_UP: _("Top-up"),
    Entry.Kind.CASH_OUT: _("Cash-out"),
    Entry.Kind.RECOUNT: _("Recount"),
    Entry.Kind.POT: _("Share of the carried pot"),
    Entry.Kind.DIFFERENCE: _("Share of the difference"),
    Entry.Kind.ANTES: _("Antes owed on leaving"),
    Entry.Kind.EXPENSE: _("Expense: {word}"),
    Entry.Kind.FORFEIT: _("Match forfeited"),
    Entry.Kind.MATCH_END: _("Match ended"),
    Entry.Kind.TAKE_BACK: _("What was taken back"),
}
# Of these it matters which way the money went.
_BY_WAY = {
    (Entry.Kind.BUY_IN, "cash"): _("Buy-in in cash"),
    (Entry.Kind.BUY_IN, "account"): _("Buy-in on account"),
    (Entry.Kind.TOP_UP, "cash"): _("Top-up in cash"),
    (Entry.Kind.TOP_UP, "account"): _("Top-up on account"),
    (Entry.Kind.CASH_OUT, "cash"): _("Cash-out in cash"),
    (Entry.Kind.CASH_OUT, "account"): _("Cash-out on account"),
}
_ON_HANDS = {
    Entry.Kind.CORRECTION: _("Correction of hand {number}: {game}"),
    Entry.Kind.RULING: _("Ruling on hand {number}: {game}"),
}
_KINDS = {
    "buy-in": _("Buy-in"),
    "cash-out": _("Cash-out"),
    "hand": _("Hand"),
    "match": _("Match"),
    "payment": _("Payment"),
    "adjustment": _("Adjustment"),
    "merge": _("Balance of another name"),
}


def of_entry(entry: Entry) -> str:
    """What happened, for people, where an entry about money was made."""
    kind = Entry.Kind(entry.kind)
    said = _BY_WAY.get((kind, str(entry.body.get("way"))), _ENTRIES[kind])
    return str(said).format(word=entry.body.get("word", ""))


def _words(row: Row, sources: Sources, player: str | None) -> str:
    entry, hand = sources.entries.get(row.source), hand_of(row, sources)
    if row.follows:
        return gettext("Count put right by a correction")
    if entry and hand:
        return str(_ON_HANDS[Entry.Kind(entry.kind)]).format(number=hand.number, game=title_of(hand.game))
    if entry and entry.kind in _ENTRIES:
        return of_entry(entry)
    if hand:
        return _of_hand(row.kind, hand, row.key)
    if sides := sources.payments.get(row.source):
        return _of_payment(sides, sources.names, player)
    return str(_KINDS["merge"] if ":merge:" in f":{row.key}" else _KINDS.get(row.kind, row.kind.capitalize()))


def _of_hand(kind: str, hand: Hand, key: str) -> str:
    said = _("Hand {number}: {game}")
    if kind == "buy-in":
        said = _("Buy-in on credit, hand {number}")
    if kind == "match":
        said = _("Stake, hand {number}") if ":in:" in key else _("Match pot, hand {number}")
    return str(said).format(number=hand.number, game=title_of(hand.game))


def _of_payment(sides: tuple[Party, Party], names: Mapping[Party, str], player: str | None) -> str:
    payer, receiver = sides
    if player == payer.id:
        return gettext("Paid to {party}").format(party=party_words(receiver.kind, names[receiver]))
    if player == receiver.id:
        return gettext("Received from {party}").format(party=party_words(payer.kind, names[payer]))
    return gettext("Payment of {payer} to {receiver}").format(payer=names[payer], receiver=names[receiver])


def party_words(kind: str, name: str) -> str:
    """A player or club by name; a box by who holds it."""
    return gettext("the cash box ({name})").format(name=name) if kind == PartyKind.BOX else name


def title_of(game: str) -> str:
    """A game by its title; of a hand that the engine did not see, the word that was given."""
    from games import engine

    known = engine.GAMES.get(game)
    return known.title if known else game


def head_of(book: UUID) -> dict[str, Any] | None:
    """Where the books ended: what a report on paper is a picture of. None in an empty book."""
    last = JournalTransaction.objects.filter(book=book).order_by("posted_at", "id").last()
    if last is None:
        return None
    head = chain.head(book)
    return {
        "transaction": str(last.pk),
        "posted_at": last.posted_at,
        "chain": {"sequence": head.sequence, "hash": head.hash, "short": head.short},
    }
