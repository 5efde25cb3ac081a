"""What the postings of a night come to for each of its players."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.models import Entry, Night, PartyKind
from games.selectors import posting_words, postings
from games.selectors.postings import Row, Sources
from games.services.money import BALANCE, BOX, CHIPS
from ledger.models import Posting

BUY_IN, CASH_OUT, HAND, MATCH = "buy-in", "cash-out", "hand", "match"


@dataclass(slots=True)
class Tally:
    """One player's night in minor units. What is neither bought, counted nor played for is in `others`, by its words.

    `net` is what the night has won them in all, whatever of it went through their purse: cash put in and taken out,
    and `outlays`, what they paid for others.
    """

    buy_ins: int = 0
    cash_outs: int = 0
    chips: int = 0
    balance: int = 0
    net: int = 0
    others: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    outlays: dict[str, int] = field(default_factory=lambda: defaultdict(int))


@dataclass(slots=True)
class Tallies:
    """Of all players by id. `hands` is what each hand moved, by hand and player; `course` what each gained when.

    A correction counts when the hand ended: the course is as it would have been.
    """

    players: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    hands: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))
    course: dict[str, list[tuple[datetime, int]]] = field(default_factory=lambda: defaultdict(list))
    cash_in: int = 0
    cash_out: int = 0


def rows_of(night: Night) -> list[Row]:
    """All that was posted under the night; payments are not."""
    return postings.rows(Posting.objects.filter(transaction__book=night.club.book, transaction__scope=night.pk))


def tallies_of(rows: Iterable[Row], sources: Sources) -> Tallies:
    found = Tallies()
    for group in by_transaction(rows):
        _count(found, group, sources)
    return found


def _count(found: Tallies, group: list[Row], sources: Sources) -> None:
    """One transaction: what each player gained by it is what came to their chips and balance, and to their purse."""
    kind = group[0].kind
    gains: dict[str, int] = defaultdict(int)
    for row in group:
        player = _whose(row, sources)
        if row.account == BOX:
            _count_cash(found, row)
        if player is None:
            continue
        tally = found.players[player]
        gains[player] += row.amount
        if row.account == CHIPS:
            tally.chips += row.amount
        elif row.account == BALANCE:
            tally.balance += row.amount
        if kind == BUY_IN and row.account == CHIPS:
            tally.buy_ins += row.amount
        elif kind == CASH_OUT and row.account != CHIPS:
            tally.cash_outs += row.amount
    _spend(found, group[0], gains, sources)
    _book(found, group[0], gains, sources)
    for player, gain in gains.items():
        found.players[player].net += gain
        found.course[player].append((_when(group[0], sources), gain))


def _when(row: Row, sources: Sources) -> datetime:
    hand = postings.hand_of(row, sources)
    return (hand.ended_at if hand and row.kind in (HAND, MATCH) else None) or row.at


def _whose(row: Row, sources: Sources) -> str | None:
    """Whose gain a posting is: its owner's; of cash that was bought in or paid out, the player's whose entry it is."""
    if row.account in (CHIPS, BALANCE):
        return str(row.owner)
    entry = sources.entries.get(row.source)
    if row.account == BOX and row.kind in (BUY_IN, CASH_OUT) and entry and entry.player_id:
        return str(entry.player_id)
    return None


def _count_cash(found: Tallies, row: Row) -> None:
    """Cash in makes the box owe more. What is taken back was never in, or never out."""
    if (row.amount < 0) != bool(row.reverses):
        found.cash_in -= row.amount
    else:
        found.cash_out += row.amount


def _spend(found: Tallies, row: Row, gains: dict[str, int], sources: Sources) -> None:
    """Who paid an expense is owed it because it left their purse: that is no gain."""
    entry = sources.entries.get(row.source)
    if entry is None or entry.kind != Entry.Kind.EXPENSE or entry.body["paid_by"]["kind"] != PartyKind.PLAYER:
        return
    payer, amount = entry.body["paid_by"]["id"], entry.body["amount"]
    spent = -amount if row.reverses else amount
    gains[payer] -= spent
    found.players[payer].outlays[entry.body["word"]] += spent


def _book(found: Tallies, row: Row, gains: Mapping[str, int], sources: Sources) -> None:
    if row.kind in (BUY_IN, CASH_OUT):
        return
    hand = postings.hand_of(row, sources)
    if hand and row.kind in (HAND, MATCH):
        for player, gain in gains.items():
            found.hands[str(hand.pk)][player] += gain
        return
    for player, gain in gains.items():
        found.players[player].others[_plain(row, sources)] += gain


def _plain(row: Row, sources: Sources) -> str:
    """The words of what it was, also where this takes it back: the two come to nothing under one name."""
    return posting_words.words(row._replace(reverses=None), sources)


def by_transaction(rows: Iterable[Row]) -> list[list[Row]]:
    """In the order of their first rows."""
    by_id: dict[Any, list[Row]] = {}
    for row in rows:
        by_id.setdefault(row.transaction, []).append(row)
    return list(by_id.values())
