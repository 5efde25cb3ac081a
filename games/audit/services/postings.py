"""What was posted, held against what it was posted for: hands, and chips that were bought and paid out."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from games.models import Club, Entry, Hand
from games.money.services import night_accounts
from ledger.audit import Difference
from ledger.models import Posting

BATCH = 500
Kind = Entry.Kind
_Moves = dict[tuple[str, str | None], int]
_BOUGHT = {Kind.BUY_IN: "amount", Kind.TOP_UP: "amount"}


def verify_postings_of_hands(club: Club, only: Iterable[UUID] | None = None) -> Iterator[Difference]:
    """Of a complete hand stands posted what it won and lost, once; of any other nothing."""
    hands = Hand.objects.filter(night__club=club).order_by("night", "number")
    if only is not None:
        hands = hands.filter(pk__in=list(only))
    nights = hands.order_by().values_list("night", flat=True).distinct()
    for night in sorted(set(nights)):
        posted = _standing(club, night)
        for hand in hands.filter(night=night):
            expected, found = _moves_of(hand), posted.pop(str(hand.pk), {})
            if hand.rulings:
                expected, found = _ruled(club, hand, found)
            if found != expected:
                yield Difference(f"postings of hand {hand.number}", hand.pk, _told(expected), _told(found))
        if only is None:
            for unknown, moves in posted.items():
                yield Difference("postings of night", night, "of a hand of this night", f"{_told(moves)} of {unknown}")


def _standing(club: Club, night: UUID) -> dict[str, _Moves]:
    """By hand what is posted and not reversed of a night."""
    rows = Posting.objects.filter(
        transaction__book=club.book, transaction__scope=night, transaction__kind="hand", transaction__reversed_by=None
    )
    found: dict[str, _Moves] = defaultdict(lambda: defaultdict(int))
    for key, kind, owner, amount in rows.values_list("transaction__key", "account__kind", "account__owner", "amount"):
        found[key.split(":")[1]][kind, str(owner) if owner else None] += amount
    return found


def _ruled(club: Club, hand: Hand, found: _Moves) -> tuple[_Moves, _Moves]:
    """What the last ruling says, and what hand and rulings together have moved, whether on chips or on balances."""
    rulings = list(hand.entries.filter(kind=Kind.RULING).order_by("number").values_list("pk", "body"))
    keys = [f"adjustment:{pk}" for pk, _ in rulings]
    rows = Posting.objects.filter(transaction__book=club.book, transaction__key__in=keys)
    moved: _Moves = defaultdict(int)
    for (kind, owner), amount in found.items():
        moved[kind, owner] += amount
    for kind, player, amount in rows.values_list("account__kind", "account__owner", "amount"):
        moved[
            night_accounts.POT if kind == night_accounts.POT else night_accounts.CHIPS, str(player) if player else None
        ] += amount
    body: dict[str, Any] = rulings[-1][1] if rulings else {}
    expected: _Moves = {
        (night_accounts.CHIPS, player): amount for player, amount in body.get("net", {}).items() if amount
    }
    if carried := body.get("carried"):
        expected[night_accounts.POT, None] = carried
    return expected, {which: amount for which, amount in moved.items() if amount}


def _moves_of(hand: Hand) -> _Moves:
    result = hand.result or {}
    if hand.status != Hand.Status.COMPLETE or "net" not in result:
        return {}
    moves: _Moves = {(night_accounts.CHIPS, player): amount for player, amount in result["net"].items() if amount}
    if hand.set_up and "carry" in hand.set_up and (carried := result["carry"] - hand.set_up["carry"]):
        moves[night_accounts.POT, None] = carried
    return moves


def verify_postings_of_entries(club: Club, nights: Iterable[UUID] | None = None) -> Iterator[Difference]:
    """A buy-in has put as many chips before its player as it says, a cash-out has taken away what the book said."""
    entries = Entry.objects.filter(club=club, kind__in=[Kind.BUY_IN, Kind.TOP_UP, Kind.CASH_OUT]).order_by("at", "pk")
    if nights is not None:
        entries = entries.filter(night__in=list(nights))
    rows = Posting.objects.filter(transaction__book=club.book, account__kind=night_accounts.CHIPS)
    rows = rows.filter(transaction__kind__in=["buy-in", "cash-out"])
    if nights is not None:
        rows = rows.filter(transaction__scope__in=list(nights))
    posted = dict(rows.values_list("transaction__key", "amount"))
    for pk, kind, body in entries.values_list("pk", "kind", "body").iterator(chunk_size=BATCH):
        bought = kind != Kind.CASH_OUT
        expected = body.get("amount", 0) if bought else -body.get("book", 0)
        found = posted.get(f"{'buy-in' if bought else 'cash-out'}:{pk}", 0)
        if found != expected:
            yield Difference(f"chips of {kind} entry", pk, f"{expected:+d}", f"{found:+d}")


def _told(moves: _Moves) -> str:
    lines = (
        f"{kind}{' ' + owner if owner else ''} {amount:+d}" for (kind, owner), amount in sorted(moves.items(), key=str)
    )
    return ", ".join(lines) or "nothing"
