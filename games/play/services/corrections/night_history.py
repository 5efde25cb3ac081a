"""A night as it went, from its log: hands in order, and the entries about money between them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from games.core.night_entries import in_order
from games.models import Entry, Hand, Match, Night, Seat
from games.money.services import effects, money_moves
from games.money.services.carried_pot import Decided, decided_by
from games.money.services.money_moves import BALANCE, CHIPS, Account
from games.play.services.match_stakes import Payout
from ledger.models import Posting

Kind = Entry.Kind
Amounts = Mapping[str, int]

_BOUGHT = (Kind.BUY_IN, Kind.TOP_UP)
_COUNTS = (Kind.CASH_OUT, Kind.RECOUNT)
_ENDS = (Kind.FORFEIT, Kind.MATCH_END)


class TakenBack(NamedTuple):
    """A share of a match pot that a hand once paid, on which account, and when that was reversed."""

    account: str
    at: datetime


@dataclass(slots=True)
class Posted:
    """What stands posted for hands, in chips, beside their nets: by the kind of journal transaction.

    Credit bought when a match exceeded the stack (`buy-in`), a match pot paid out (`match`), stakes (`stake`).
    `paid` are the match pots as they were paid out, on chips and balances: by a hand, where that stands, and by an
    entry, whether or not it was taken back. `taken_back` are the last shares that were paid with a hand and do not
    stand any more, by hand and player.
    """

    extra: dict[tuple[str, UUID], dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    paid: dict[UUID, Payout] = field(default_factory=lambda: defaultdict(dict))
    taken_back: dict[tuple[UUID, str], TakenBack] = field(default_factory=dict)


class Places(NamedTuple):
    """The players at the table when an entry was made, and those who had left it, by the log."""

    seated: frozenset[str]
    left: frozenset[str]


@dataclass(frozen=True, slots=True)
class History:
    """`entries` are those about money, by the number of the hand they came during or after.

    `during` are those of them that were made before the hand was over, `mistakes` the number of the last hand when an
    entry was taken back, by its id. `gone` are the players who have left the table, `since` is when a player last left
    it or came back. `decided` is what each decision about the pot has paid out as it stands, `places` who was there
    then, both by the id of its entry. `chips` is what entries moved, kept once it was asked for.
    """

    night: Night
    hands: list[Hand]
    entries: Mapping[int, list[Entry]]
    during: Mapping[int, list[Entry]]
    mistakes: Mapping[str, int]
    posted: Posted
    gone: frozenset[str]
    since: Mapping[str, datetime]
    decided: Mapping[str, Decided]
    places: Mapping[str, Places]
    chips: dict[UUID, Amounts] = field(default_factory=dict)

    def notes(self) -> Iterator[Entry]:
        """The entries that stand."""
        for number in self.entries:
            yield from self.notes_after(number)

    def notes_after(self, number: int) -> list[Entry]:
        return [entry for entry in self.entries.get(number, ()) if str(entry.pk) not in self.mistakes]

    def after(self, hand: Hand) -> list[Hand]:
        return [other for other in self.hands if other.ordinal > hand.ordinal]

    def is_first(self, hand: Hand) -> bool:
        """Whether no hand of its match counts before this one."""
        return not any(
            other.match_id == hand.match_id and other.ordinal < hand.ordinal and other.status == Hand.Status.COMPLETE
            for other in self.hands
        )

    def moved(self, kind: str, hand: Hand) -> dict[str, int]:
        return dict(self.posted.extra.get((kind, hand.pk), {}))

    def paid(self, hand: Hand) -> Payout:
        """The match pot as it stands paid out with this hand."""
        return dict(self.posted.paid.get(hand.pk, {}))

    def received(self, match: Match) -> Amounts:
        """What each player has of a match pot, on chips or balance, as it was paid out with a hand or an entry."""
        sources = [hand.pk for hand in self.hands if hand.match_id == match.pk]
        sources += [note.pk for note in self.notes() if note.body.get("match") == str(match.pk)]
        received: dict[str, int] = defaultdict(int)
        for source in sources:
            _add(received, {str(to.owner): amount for to, amount in self.posted.paid.get(source, {}).items()})
        return dict(received)

    def pays_to(self, hand: Hand, player: str) -> str:
        """Where a share of the match pot goes: to the chips of who is at the table, else on the balance.

        What was taken back goes where it was, if the player has neither left nor come back since: so a correction
        that is corrected back leaves no trace.
        """
        was, moved = self.posted.taken_back.get((hand.pk, player)), self.since.get(player)
        if was and (moved is None or moved < was.at):
            return was.account
        return BALANCE if player in self.gone else CHIPS

    def stacks_at(self, hand: Hand, *, end: bool = False) -> dict[str, int]:
        """By the book as it stood then, what everyone had when a hand was dealt, or just before it was over.

        What was taken back later was there; chips that a correction has moved since went where it says.
        """
        stacks: dict[str, int] = defaultdict(int)
        self._count_all(stacks, 0, hand)
        for other in self.hands:
            if other.pk == hand.pk:
                break
            _add(stacks, (other.result or {}).get("net", {}) if other.status == Hand.Status.COMPLETE else {})
            for kind in ("buy-in", "match", "stake"):
                _add(stacks, self.moved(kind, other))
            self._count_all(stacks, other.ordinal, hand)
        for note in self.during.get(hand.ordinal, ()) if end else ():
            if note.kind in _BOUGHT:
                self._count(stacks, note)
        return dict(stacks)

    def chips_ever(self) -> int:
        """All chips that came to the table: bought, on credit too, and found by counts; what was taken back as well."""
        credit = sum(sum(bought.values()) for (kind, _), bought in self.posted.extra.items() if kind == "buy-in")
        notes = [note for number in self.entries for note in self.entries[number]]
        moves = (effects.effects(note.kind, note.body) for note in notes if note.kind in (*_BOUGHT, Kind.RECOUNT))
        return credit + sum(max(0, amount) for of in moves for amount in money_moves.chips_of(of).values())

    def _count_all(self, stacks: dict[str, int], number: int, at: Hand) -> None:
        """What was entered after the hand of this number, and was not taken back before another one was dealt."""
        for note in self.entries.get(number, ()):
            if self.mistakes.get(str(note.pk), at.ordinal) >= at.ordinal:
                self._count(stacks, note)

    def _count(self, stacks: dict[str, int], note: Entry) -> None:
        if note.kind in _COUNTS:
            stacks.update(effects.stacks_after_count(note.kind, note.body))
            return
        if (chips := self.chips.get(note.pk)) is None:
            chips = self.chips[note.pk] = self._chips_of(note)
        _add(stacks, chips)

    def _chips_of(self, note: Entry) -> Amounts:
        """What an entry moved as it stands: a decided pot with what corrections changed, a match pot as it was paid."""
        if note.kind == Kind.POT and (stands := self.decided.get(str(note.pk))):
            return stands.chips
        if note.kind in _ENDS:
            # who had left the table received it on the balance
            paid = self.posted.paid.get(note.pk, {}).items()
            return {str(to.owner): amount for to, amount in paid if to.kind == CHIPS}
        return money_moves.chips_of(effects.effects(note.kind, note.body))


def load(night: Night) -> History:
    """A fixed number of queries, however long the night."""
    hands = list(night.hands.order_by("number"))
    matches = Match.objects.in_bulk([hand.match_id for hand in hands if hand.match_id])
    for match in matches.values():
        match.night = night
    for hand in hands:
        hand.night = night
        # one row a match, so that what one hand does to it the next one finds
        hand.match = matches.get(hand.match_id) if hand.match_id else None
    numbers: dict[UUID | None, int] = {hand.pk: hand.number for hand in hands if hand.number}
    entries: dict[int, list[Entry]] = defaultdict(list)
    during: dict[int, list[Entry]] = {}
    mistakes: dict[str, int] = {}
    log = list(in_order(night.entries.filter(Q(number=None) | Q(number=0) | Q(ends=True))))
    for entry in log:
        number = numbers.get(entry.hand_id)
        if number and entry.number == 0:
            # chips bought after an earlier deal of this number, which was undone
            entries[number - 1] += entries.pop(number, [])
        elif number and entry.ends:
            during[number] = list(entries[number])
        elif "after_hand" in entry.body:
            entries[entry.body["after_hand"]].append(entry)
            if entry.kind == Kind.TAKE_BACK:
                mistakes[entry.body["takes_back"]] = entry.body["after_hand"]
    left = night.seats.filter(status=Seat.Status.LEFT).values_list("player", flat=True)
    gone = frozenset(str(player) for player in left)
    pots = [entry for entry in log if entry.kind == Kind.POT and str(entry.pk) not in mistakes]
    decided = decided_by(night, pots)
    return History(
        night, hands, entries, during, mistakes, _posted(night), gone, _since(log), decided, _places(log, decided)
    )


def _posted(night: Night) -> Posted:
    """A hand is in the key, with the version that posted it; an entry about a match is in the key alone."""
    found = Posted()
    postings = Posting.objects.filter(
        Q(transaction__key__startswith="buy-in:") | Q(transaction__key__startswith="match:"),
        transaction__book=night.club.book,
        transaction__scope=night.pk,
        account__kind__in=(CHIPS, BALANCE),
    )
    rows: Iterable[tuple[str, str, datetime | None, str, UUID | None, int]] = postings.order_by("pk").values_list(
        "transaction__kind",
        "transaction__key",
        # when it was written, as seats are: what waited for another happened earlier, by its own word
        "transaction__reversed_by__posted_at",
        "account__kind",
        "account__owner",
        "amount",
    )
    for kind, key, reversed_at, account, owner, amount in rows:
        parts, player = key.split(":"), str(owner)
        if kind == "match" and parts[1] != "in":
            source, by_hand = UUID(parts[1]), len(parts) == 3
            if reversed_at is None or not by_hand:
                found.paid[source][Account(account, player)] = amount
            else:
                found.taken_back[source, player] = TakenBack(account, reversed_at)
        if reversed_at is not None or account != CHIPS:
            continue
        if parts[1] == "in":
            found.extra["stake", UUID(parts[2])][player] = amount
        elif len(parts) == 3:
            found.extra[kind, UUID(parts[1])][player] = amount
    return found


def _since(entries: list[Entry]) -> dict[str, datetime]:
    """When each player last left the table, or came back to it."""
    since: dict[str, datetime] = {}
    gone: set[str] = set()
    for entry in entries:
        if entry.kind == Kind.SEAT:
            player = entry.body["player"]
            if (entry.body["status"] == Seat.Status.LEFT) != (player in gone):
                gone ^= {player}
                since[player] = entry.at
    return since


def _places(log: list[Entry], wanted: Collection[str]) -> dict[str, Places]:
    """Return, for each of these entries, who was at the table when it was made and who had left it."""
    status: dict[str, str] = {}
    places: dict[str, Places] = {}
    for entry in log:
        if entry.kind == Kind.SEAT:
            status[entry.body["player"]] = entry.body["status"]
        elif str(entry.pk) in wanted:
            left = frozenset(player for player, now in status.items() if now == Seat.Status.LEFT)
            places[str(entry.pk)] = Places(frozenset(status) - left, left)
    return places


def _add(stacks: dict[str, int], amounts: Amounts) -> None:
    for player, amount in amounts.items():
        stacks[player] = stacks.get(player, 0) + amount
