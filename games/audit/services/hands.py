"""Every hand played again from its log, and held against what is stored of it."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, Min, OuterRef, Q

from games import engine
from games.core.hand_state import STATUS, play, standing, undoes_deal
from games.models import Club, Entry, Hand, Match
from ledger.audit import Difference

BATCH = 200
Kind = Entry.Kind
_NO_HAND = (engine.Refusal, KeyError, TypeError, AttributeError, ValueError)


class Line(NamedTuple):
    """An entry as far as the hand goes: rows of the model would take longer than all else."""

    hand_id: UUID
    number: int
    kind: str
    body: dict[str, Any]
    secret: bool
    takes_back: int | None
    ends: bool
    night_id: UUID | None
    at: datetime

    @property
    def by_id(self) -> UUID:
        """Who entered it plays no part in what the rules make of it."""
        return self.hand_id


Log = list[Line]


def verify_hands(club: Club, only: Iterable[UUID] | None = None) -> Iterator[Difference]:
    """Those of the club, or `only` these of it."""
    rows = Hand.with_undone.filter(night__club=club).order_by("night", "started_at", "pk")
    if only is not None:
        rows = rows.filter(pk__in=list(only))
    ids = list(rows.values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        hands = Hand.with_undone.in_bulk(ids[start : start + BATCH])
        log = Entry.objects.filter(hand__in=list(hands), number__isnull=False).order_by("hand_id", "number")
        rows_of_log = map(Line._make, log.values_list(*Line._fields).iterator())
        logs = {pk: list(lines) for pk, lines in groupby(rows_of_log, key=lambda line: line.hand_id)}
        for hand in hands.values():
            yield from verify_hand(hand, logs.get(hand.pk, []))


def verify_there(club: Club) -> Iterator[Difference]:
    """Every hand of which there are entries is there, at a night of the club."""
    there = Hand.with_undone.filter(pk=OuterRef("hand"), night__club=club)
    first = Entry.objects.filter(club=club, hand__isnull=False, number__lte=1).filter(~Exists(there))
    for pk in sorted(set(first.values_list("hand", flat=True))):
        yield Difference("hand", pk, "as it was entered", "none in this club")


def verify_matches_of_hands(club: Club, only: Iterable[UUID] | None = None) -> Iterator[Difference]:
    """A hand with pegs is of the match that its night had begun last by then: never do two of a game run at once."""
    begun: dict[tuple[UUID, str], list[tuple[datetime, UUID]]] = {}
    matches = Match.objects.filter(night__club=club).order_by("started_at", "pk")
    for night, game, started_at, pk in matches.values_list("night", "game", "started_at", "pk"):
        begun.setdefault((night, game), []).append((started_at, pk))
    in_match = Q(match__isnull=False) | Q(game__in={game for _, game in begun})
    hands = Hand.with_undone.filter(in_match, night__club=club).order_by("night", "started_at", "pk")
    if only is not None:
        hands = hands.filter(pk__in=list(only))
    for hand in hands.only("night", "game", "match", "set_up", "started_at").iterator(chunk_size=BATCH):
        has_pegs = (hand.set_up or {}).get("pegs") is not None
        before = begun.get((hand.night_id, hand.game), []) if has_pegs else []
        expected = next((pk for at, pk in reversed(before) if at <= hand.started_at), None)
        if hand.match_id != expected:
            yield Difference("match of hand", hand.pk, str(expected), str(hand.match_id))


def verify_order(club: Club) -> Iterator[Difference]:
    """The hands of a night are numbered from 1, without gaps, as they were begun; each is over or it is not."""
    hands = Hand.objects.filter(night__club=club).annotate(begun=Min("entries__told")).order_by("night", "number")
    night, number, last = None, 0, 0
    for row in hands.values_list("night", "pk", "number", "begun", "status", "ended_at"):
        (of, pk, found, begun, status, ended_at), before = row, night
        night, number, last = of, (number + 1 if of == before else 1), (last if of == before else 0)
        if found != number or (begun or last) < last:
            yield Difference("number of hand", pk, str(number), f"{found}, begun with event {begun}")
        if (ended_at is None) != (status == Hand.Status.OPEN):
            yield Difference("ended at of hand", pk, "as it is over or not", str(ended_at))
        last = begun or last


def verify_hand(hand: Hand, log: Log) -> Iterator[Difference]:
    """The stored hand is what its log comes to when it is played again."""
    last = log[-1].number if log else None
    if last != hand.version:
        yield _difference(hand, "version", last, hand.version)
    for what, kind in (("corrections", Kind.CORRECTION), ("rulings", Kind.RULING)):
        entered, kept = sum(entry.kind == kind for entry in log), getattr(hand, what)
        if entered != kept:
            yield _difference(hand, f"number of {what}", entered, kept)
    yield from _times(hand, log)
    try:
        yield from _played(hand, log) if hand.set_up is not None else _only_result(hand, log)
    except _NO_HAND as why:
        found = why.code if isinstance(why, engine.Refusal) else type(why).__name__
        yield _difference(hand, "log", "one that can be played", found)


def _times(hand: Hand, log: Log) -> Iterator[Difference]:
    """It was begun with its first entry, at that night; and ended with one that may have ended it."""
    if not log:
        return
    for name, expected in (("night_id", log[0].night_id), ("started_at", log[0].at)):
        if (found := getattr(hand, name)) != expected:
            yield _difference(hand, name.removesuffix("_id").replace("_", " "), expected, found)
    ends: set[datetime | None] = {None}
    for entry in log:
        if entry.kind == Kind.RESULT or (entry.kind == Kind.ACTION and entry.ends):
            ends = {entry.at}
        elif entry.kind in (Kind.ACTION, Kind.UNDO):  # early entries do not tell whether they ended it
            ends |= {None, entry.at}
        elif entry.kind == Kind.CORRECTION and not entry.body.get("adjustment"):
            ends = {None, *(end or entry.at for end in ends)}
    if hand.ended_at not in ends:
        told = " or ".join(sorted(map(str, ends)))
        yield _difference(hand, "ended at", told, hand.ended_at)


def _played(hand: Hand, log: Log) -> Iterator[Difference]:
    set_up, actions = standing(log)
    if set_up != hand.set_up:
        yield _difference(hand, "set-up", set_up, hand.set_up)
    elif set_up and hand.game != set_up["game"]:
        yield _difference(hand, "game", set_up["game"], hand.game)
    state = play(set_up or {}, actions).state
    status = STATUS[state.status]
    over = status != Hand.Status.OPEN
    expected = {"status": status, "phase": state.phase, "result": engine.result(state) if over else None}
    if undoes_deal(log):
        expected = {"status": Hand.Status.UNDONE, "phase": Hand.Status.UNDONE, "result": None, "number": None}
    for name, value in expected.items():
        if (found := getattr(hand, name)) != value:
            yield _difference(hand, name, value, found)


def _only_result(hand: Hand, log: Log) -> Iterator[Difference]:
    """Of a hand of which only the result was entered."""
    net = None
    for entry in log:
        if entry.kind == Kind.RESULT and entry.body["word"] not in ("", hand.game):
            yield _difference(hand, "game", entry.body["word"], hand.game)
        if entry.kind == Kind.UNDO:
            net = None
        elif entry.kind == Kind.RESULT or (entry.kind == Kind.CORRECTION and not entry.body.get("adjustment")):
            net = entry.body.get("net")
    status = Hand.Status.VOID if net is None else Hand.Status.COMPLETE
    for name in ("status", "phase"):
        if (found := getattr(hand, name)) != status:
            yield _difference(hand, name, status, found)
    if (found := (hand.result or {}).get("net")) != net:
        yield _difference(hand, "net", net, found)


def _difference(hand: Hand, what: str, expected: Any, found: Any) -> Difference:
    return Difference(f"{what} of hand {hand.number or '(undone)'}", hand.pk, str(expected), str(found))
