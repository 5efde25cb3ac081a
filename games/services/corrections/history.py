"""A night as it went, from its log: hands in order, and the entries about money between them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from games.models import Entry, Hand, Match, Night
from games.services.money import CHIPS
from ledger.models import Posting

Kind = Entry.Kind
Amounts = Mapping[str, int]

_BOUGHT = (Kind.BUY_IN, Kind.TOP_UP)


@dataclass(frozen=True, slots=True)
class History:
    """`notes` are the entries about money that stand, by the number of the hand they came during or after.

    `extra` is what a hand moved in chips beside its nets, by the kind of journal transaction: credit bought when a
    match exceeded the stack (`buy-in`), a match pot paid out (`match`), stakes paid in (`stake`).
    """

    night: Night
    hands: list[Hand]
    notes: Mapping[int, list[Entry]]
    extra: Mapping[tuple[str, UUID], Amounts]

    def after(self, hand: Hand) -> list[Hand]:
        return [other for other in self.hands if other.number > hand.number]

    def is_first(self, hand: Hand) -> bool:
        """Whether no hand of its match counts before this one."""
        return not any(
            other.match_id == hand.match_id and other.number < hand.number and other.status == Hand.Status.COMPLETE
            for other in self.hands
        )

    def moved(self, kind: str, hand: Hand) -> dict[str, int]:
        return dict(self.extra.get((kind, hand.pk), {}))

    def stacks_at(self, hand: Hand, *, end: bool = False) -> dict[str, int]:
        """By the book, what everyone had when a hand was dealt, or just before it was over."""
        stacks: dict[str, int] = defaultdict(int)
        for note in self.notes.get(0, ()):
            _count(stacks, note)
        for other in self.hands:
            if other.pk == hand.pk:
                break
            _add(stacks, (other.result or {}).get("net", {}) if other.status == Hand.Status.COMPLETE else {})
            for kind in ("buy-in", "match", "stake"):
                _add(stacks, self.moved(kind, other))
            for note in self.notes.get(other.number, ()):
                _count(stacks, note)
        for note in self.notes.get(hand.number, ()) if end and hand.ended_at else ():
            if note.kind in _BOUGHT and hand.ended_at and note.at <= hand.ended_at:
                _count(stacks, note)
        return dict(stacks)


def load(night: Night) -> History:
    """A fixed number of queries, however long the night."""
    hands = list(night.hands.order_by("number"))
    matches = Match.objects.in_bulk([hand.match_id for hand in hands if hand.match_id])
    for hand in hands:
        hand.night = night
        # one row a match, so that what one hand does to it the next one finds
        hand.match = matches.get(hand.match_id) if hand.match_id else None
    notes: dict[int, list[Entry]] = defaultdict(list)
    entries = list(night.entries.filter(number=None).order_by("at", "id"))
    taken_back = {entry.body["takes_back"] for entry in entries if entry.kind == Kind.TAKE_BACK}
    for entry in entries:
        if "after_hand" in entry.body and str(entry.pk) not in taken_back:
            notes[entry.body["after_hand"]].append(entry)
    return History(night, hands, notes, _extra(night))


def counted(entry: Entry) -> list[str]:
    """Whose chips an entry counted."""
    if entry.kind == Kind.CASH_OUT:
        return [entry.body["player"]]
    return list(entry.body["counts"]) if entry.kind == Kind.RECOUNT else []


def _extra(night: Night) -> dict[tuple[str, UUID], dict[str, int]]:
    """What stands posted for hands beside their nets. A hand is in the key, with the version that posted it."""
    extra: dict[tuple[str, UUID], dict[str, int]] = defaultdict(dict)
    postings = Posting.objects.filter(
        Q(transaction__key__startswith="buy-in:") | Q(transaction__key__startswith="match:"),
        transaction__book=night.club.book,
        transaction__scope=night.pk,
        transaction__reversed_by=None,
        account__kind=CHIPS,
    )
    for kind, key, owner, amount in postings.values_list(
        "transaction__kind", "transaction__key", "account__owner", "amount"
    ):
        parts = key.split(":")
        if parts[1] == "in":
            extra["stake", UUID(parts[2])][str(owner)] = amount
        elif len(parts) == 3:
            extra[kind, UUID(parts[1])][str(owner)] = amount
    return extra


def _add(stacks: dict[str, int], amounts: Amounts) -> None:
    for player, amount in amounts.items():
        stacks[player] = stacks.get(player, 0) + amount


def _count(stacks: dict[str, int], note: Entry) -> None:
    body = note.body
    match note.kind:
        case Kind.BUY_IN | Kind.TOP_UP:
            _add(stacks, {body["player"]: body["amount"]})
        case Kind.CASH_OUT:
            stacks[body["player"]] = 0
        case Kind.RECOUNT:
            stacks.update(body["counts"])
        case Kind.POT:
            _add(stacks, body["shares"])
        case Kind.FORFEIT | Kind.MATCH_END:
            _add(stacks, body["received"])
