"""What the postings of nights come to for each player: the one place where the result of a night is worked out.

The result is the chips cashed out less the chips bought, however they were paid for; chips on the table count as if
they were cashed out now. Money goes between a player and the table in a buy-in or a cash-out, and where somebody who
has left gets a share of a pot or pays antes they owed. All else that a night moves on an account (expenses, shares of
a difference, corrections and rulings in money) stands beside the result.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from games.models import Club, Entry, Hand, Night, PartyKind
from games.money.selectors import posting_texts, postings
from games.money.selectors.postings import ON_HANDS, Row, Sources
from games.money.services import parties
from games.money.services.money_moves import BALANCE, BOX, CHIPS
from ledger.models import Posting

BUY_IN, CASH_OUT, HAND, MATCH = "buy-in", "cash-out", "hand", "match"
# By which entries money goes to the table, or from it, and not through chips.
_PAID_IN, _PAID_OUT = Entry.Kind.ANTES, Entry.Kind.POT


@dataclass(slots=True)
class Tally:
    """One player's night in minor units.

    `chips` are those on the table by the book. `others` are by words what made up the result beside hands; `beside`
    what is no part of it; `outlays` what the player paid for others. `to_account` is all that the night has moved on
    their account with the club.
    """

    buy_ins: int = 0
    cash_outs: int = 0
    chips: int = 0
    to_account: int = 0
    others: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    beside: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    outlays: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def result(self) -> int:
        return self.cash_outs + self.chips - self.buy_ins

    def lists(self) -> dict[str, list[dict[str, Any]]]:
        """`others`, `beside` and `outlays` as lists of words and amount."""
        by_name = {"others": self.others, "beside": self.beside, "outlays": self.outlays}
        return {
            name: [{"words": words, "amount": amount} for words, amount in amounts.items() if amount]
            for name, amounts in by_name.items()
        }


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
    return postings.rows(_posted(night.club, [night.pk]))


def tallies_of(rows: Iterable[Row], sources: Sources, expenses: Iterable[Entry], same: Mapping[str, str]) -> Tallies:
    """Of the rows of one night and its `expenses` that stand. Merged players are counted as the one they are.

    `same` are the `survivors`.
    """
    found = Tallies()
    for group in by_transaction(rows):
        _count(found, group, sources, same)
    for entry in expenses:
        _spend(found, entry, same)
    return found


def tallies_of_nights(club: Club, night_ids: Collection[UUID], owners: Collection[UUID]) -> Mapping[UUID, Tallies]:
    """By night the same, of these owners alone: what it has of others is not complete."""
    of_owners = Q(account__owner__in=owners, account__kind__in=(CHIPS, BALANCE))
    rows = postings.rows(_posted(club, night_ids).filter(of_owners | Q(account__kind=BOX)))
    sources, same = postings.sources_of(rows, club), parties.survivors(club.pk)
    expenses = standing_expenses(night_ids)
    by_night: dict[UUID | None, list[Row]] = defaultdict(list)
    for row in rows:
        by_night[row.scope].append(row)
    return {night: tallies_of(by_night[night], sources, expenses[night], same) for night in night_ids}


def tallies_at(night: Night, stacks: Mapping[str, int], same: Mapping[str, str]) -> dict[str, Tally]:
    """By player what they bought, what they cashed out, and the result; without hands, and what stands beside it.

    `stacks` are the chips by the book. It reads few rows, however many hands there were.
    """
    rows = postings.rows(_posted(night.club, [night.pk]).filter(account__kind__in=(BALANCE, BOX)))
    sources = Sources(entries=postings.entries_of(rows, night.club))
    found: dict[str, Tally] = defaultdict(Tally)
    for row in rows:
        if player := _whose(row, sources, same):
            _count_money(found[player], row, sources)
    for player, chips in stacks.items():
        found[same.get(player, player)].chips += chips
    return found


def standing_expenses(night_ids: Collection[UUID]) -> Mapping[UUID, list[Entry]]:
    """By night the expenses that were not taken back, in order."""
    kinds = (Entry.Kind.EXPENSE, Entry.Kind.TAKE_BACK)
    entries = list(Entry.objects.filter(night__in=night_ids, kind__in=kinds).order_by("at", "id"))
    gone = {entry.body["takes_back"] for entry in entries if entry.kind == Entry.Kind.TAKE_BACK}
    found: dict[UUID, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.kind == Entry.Kind.EXPENSE and str(entry.pk) not in gone:
            assert entry.night_id
            found[entry.night_id].append(entry)
    return found


def hands_moved(night: Night, hands: Collection[Hand]) -> Mapping[str, Mapping[str, int]]:
    """What each of these hands has moved at the table, by hand and player (as they were called then)."""
    since = min((hand.started_at for hand in hands), default=night.opened_at)
    of_players = _posted(night.club, [night.pk]).filter(account__kind__in=(CHIPS, BALANCE))
    rows = postings.rows(of_players.filter(transaction__happened_at__gte=since))
    entries = postings.entries_of((row for row in rows if row.kind == "adjustment"), night.club)
    sources = Sources(entries=entries, hands={str(hand.pk): hand for hand in hands})
    return tallies_of(rows, sources, (), {}).hands


def _posted(club: Club, night_ids: Collection[UUID]) -> QuerySet[Posting]:
    return Posting.objects.filter(transaction__book=club.book, transaction__scope__in=night_ids)


def _count(found: Tallies, group: list[Row], sources: Sources, same: Mapping[str, str]) -> None:
    """One transaction: what each player gained by it at the table, and what it moved beside that."""
    gains: dict[str, int] = defaultdict(int)
    for row in group:
        if row.account == BOX:
            _count_cash(found, row)
        player = _whose(row, sources, same)
        if player is None:
            continue
        tally = found.players[player]
        if row.account == CHIPS:
            tally.chips += row.amount
            gains[player] += row.amount
        elif _count_money(tally, row, sources):
            gains[player] += row.amount
        elif not _is_expense(row, sources):
            tally.beside[_plain(row, sources)] += row.amount
    _attribute(found, group[0], gains, sources)
    for player, gain in gains.items():
        found.course[player].append((_when(group[0], sources), gain))


def _count_money(tally: Tally, row: Row, sources: Sources) -> bool:
    """Count a posting to an account or the cash box; whether the money went to the table, or came from it."""
    if row.account == BALANCE:
        tally.to_account += row.amount
    entry = sources.entries.get(row.source)
    kind = entry.kind if entry and row.kind == "adjustment" else row.kind
    if kind in (BUY_IN, _PAID_IN):
        tally.buy_ins -= row.amount
    elif kind in (CASH_OUT, MATCH, _PAID_OUT):
        tally.cash_outs += row.amount
    else:
        return False
    return True


def _when(row: Row, sources: Sources) -> datetime:
    hand = postings.hand_of(row, sources)
    return (hand.ended_at if hand and row.kind in (HAND, MATCH) else None) or row.at


def _whose(row: Row, sources: Sources, same: Mapping[str, str]) -> str | None:
    """Return the player a posting belongs to: its owner, or for cash the player whose entry it is."""
    owner = None
    if row.account in (CHIPS, BALANCE):
        owner = str(row.owner)
    elif row.account == BOX and row.kind in (BUY_IN, CASH_OUT):
        entry = sources.entries.get(row.source)
        owner = str(entry.player_id) if entry and entry.player_id else None
    return same.get(owner, owner) if owner else None


def _count_cash(found: Tallies, row: Row) -> None:
    """Cash in makes the box owe more. What is taken back was never in, or never out."""
    if (row.amount < 0) != bool(row.reverses):
        found.cash_in -= row.amount
    else:
        found.cash_out += row.amount


def _spend(found: Tallies, entry: Entry, same: Mapping[str, str]) -> None:
    """An expense by its entry: what somebody pays and bears themselves is never posted."""
    payer, words = entry.body["paid_by"], posting_texts.of_entry(entry)
    if payer["kind"] == PartyKind.PLAYER:
        found.players[same.get(payer["id"], payer["id"])].outlays[entry.body["word"]] += entry.body["amount"]
    for player, part in entry.body["shares"].items():
        found.players[same.get(player, player)].beside[words] -= part


def _is_expense(row: Row, sources: Sources) -> bool:
    entry = sources.entries.get(row.source)
    return entry is not None and entry.kind == Entry.Kind.EXPENSE


def _attribute(found: Tallies, row: Row, gains: Mapping[str, int], sources: Sources) -> None:
    """Assign what was gained at the table to its hand, or to the words of its posting."""
    entry, hand = sources.entries.get(row.source), postings.hand_of(row, sources)
    of_hand = row.kind in (HAND, MATCH) or (entry is not None and entry.kind in ON_HANDS)
    for player, gain in gains.items():
        if hand and of_hand:
            found.hands[str(hand.pk)][player] += gain
        elif gain:
            found.players[player].others[_plain(row, sources)] += gain


def _plain(row: Row, sources: Sources) -> str:
    """The words of what it was, also where this takes it back: the two come to nothing under one name."""
    if row.kind == CASH_OUT:
        return gettext("Over or short at the cash-out")
    return posting_texts.words(row._replace(reverses=None), sources)


def by_transaction(rows: Iterable[Row]) -> list[list[Row]]:
    """In the order of their first rows."""
    by_id: dict[Any, list[Row]] = {}
    for row in rows:
        by_id.setdefault(row.transaction, []).append(row)
    return list(by_id.values())
