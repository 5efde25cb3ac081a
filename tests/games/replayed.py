"""A night's money worked out from its log alone, by `effects`, and held against what the ledger got."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.core.amounts import share
from games.core.night_entries import in_order
from games.models import Entry, Hand, Match, Night
from games.money.services import effects, money_moves
from games.money.services.effects import Context
from games.money.services.money_moves import Account, Move, Moves
from games.play.services.match_ends import is_end
from ledger.models import Posting

Kind = Entry.Kind
# Steps of a hand: what it was posted for is its result, not one of them
STEPS = frozenset({Kind.DEAL, Kind.ACTION, Kind.UNDO, Kind.RESULT})


def check_effects(night: Night) -> None:
    """Each entry moved what `effects` says; and so did the whole night, unless hands were corrected or ruled on."""
    check_entries(night)
    if not night.entries.filter(kind__in=(Kind.CORRECTION, Kind.RULING)).exists():
        check_whole(night)


def check_entries(night: Night) -> None:
    posted = posted_by_source(night)
    for entry, left in log_of(night):
        if entry.kind in STEPS or entry.kind in (Kind.TAKE_BACK, Kind.RULING):
            continue
        expected = money_moves.totals(effects.effects(entry.kind, entry.body, Context(left)))
        assert money_moves.totals(posted[str(entry.pk)]) == expected, (entry.kind, entry.body)


def check_whole(night: Night) -> None:
    """Payments move balances and boxes too, but not under the night."""
    rows = Posting.objects.filter(transaction__scope=night.pk).order_by("pk")
    columns = ("account__kind", "account__owner", "amount")
    got = [
        Move(Account(kind, str(owner) if owner else None), amount) for kind, owner, amount in rows.values_list(*columns)
    ]
    assert money_moves.totals(Replay(night).moves()) == money_moves.totals(got)


def log_of(night: Night) -> Iterator[tuple[Entry, set[str]]]:
    """Its entries in order, each with the players who had left the table."""
    left: set[str] = set()
    for entry in in_order(night.entries.select_related("hand__match")):
        if entry.kind == Kind.SEAT:
            (left.add if entry.body["status"] == "left" else left.discard)(entry.body["player"])
        yield entry, set(left)


def posted_by_source(night: Night) -> dict[str, list[Move]]:
    """Return the moves posted for each entry, by its id; also those that were reversed later."""
    rows = Posting.objects.filter(transaction__scope=night.pk, transaction__reverses=None)
    found: dict[str, list[Move]] = defaultdict(list)
    for key, kind, owner, amount in rows.values_list("transaction__key", "account__kind", "account__owner", "amount"):
        found[key.rpartition(":")[2]].append(Move(Account(kind, str(owner) if owner else None), amount))
    return found


@dataclass
class Replay:
    """`done` is what each entry about money moved, by its id."""

    night: Night
    done: dict[str, Moves] = field(default_factory=dict)
    ends: dict[object, object] = field(init=False)
    first: dict[object, object] = field(default_factory=dict)
    last: dict[object, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ends = self.night.entries.filter(ends=True, hand__isnull=False).order_by("number")
        self.ends = dict(ends.values_list("hand", "pk"))
        counted = self.night.hands.filter(match__isnull=False).exclude(status__in=("void", "undone"))
        for hand in counted.order_by("number"):
            self.first.setdefault(hand.match_id, hand.pk)
            if hand.status == Hand.Status.COMPLETE:
                self.last[hand.match_id] = hand.pk

    def moves(self) -> list[Move]:
        found: list[Move] = []
        for entry, left in log_of(self.night):
            found += self.of_hand(entry, left, found) if entry.kind in STEPS else self.of_entry(entry, left)
        return found

    def of_entry(self, entry: Entry, left: set[str]) -> Moves:
        back = self.done.get(entry.body["takes_back"], ()) if entry.kind == Kind.TAKE_BACK else ()
        self.done[str(entry.pk)] = effects.effects(entry.kind, entry.body, Context(left, taken_back=back))
        return self.done[str(entry.pk)]

    def of_hand(self, entry: Entry, left: set[str], before: list[Move]) -> Moves:
        hand = entry.hand
        assert hand
        if entry.number == 0 and hand.match and hand.match.stake and self.first.get(hand.match_id) == hand.pk:
            return effects.stakes_in(str(hand.match_id), hand.match.stake, hand.match.members)
        if hand.status != Hand.Status.COMPLETE or self.ends.get(hand.pk) != entry.pk:
            return ()
        if hand.match:
            return self.won(hand, hand.match, left, before)
        award = effects.award_by_rules(hand.set_up, hand.result or {})
        return effects.effects(entry.kind, entry.body, Context(left, award, money_moves.fold(before).stacks))

    def won(self, hand: Hand, match: Match, left: set[str], before: list[Move]) -> Moves:
        """The match pot to who has won it on the board."""
        ended = any(is_end(one, match) for one in self.night.entries.filter(kind__in=("forfeit", "match_end")))
        if match.status != Match.Status.WON or self.last[match.pk] != hand.pk or ended:
            return ()
        pot = money_moves.fold(before).matches.get(str(match.pk), 0)
        parts = zip(match.leaders, share(pot, len(match.leaders), self.night.chip), strict=True)
        return effects.match_pot_out(
            str(match.pk), {effects.place_of(player, left): amount for player, amount in parts}
        )
