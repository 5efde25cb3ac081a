"""What dry runs left in chains before savepoints were followed: shown, and nothing else ever taken out."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from games.audit import services as audit
from games.audit.services import dry_runs
from games.audit.services.removed_links import former_hashes
from games.core import atomic as services_transaction
from games.core.errors import Conflict, Forbidden, NotFound
from games.core.formatting import Writer
from games.core.pages.log_texts_club import entry_words
from games.formats.hand_import import Options, import_hands, import_night
from games.formats.hand_import.parser import read_hands
from games.models import Entry, Hand, Seat
from games.money.services import chips
from games.nights.services import seats
from ledger import chain, guards
from ledger.models import Link
from tests.games.audit.test_audit import _TOLD
from tests.games.cast import Table, make_cast, make_table
from tests.games.formats.test_hand_import import FOLDED, NEXT
from tests.games.purse import books_hold
from tests.servers.commands import manage

ZOE = {
    **FOLDED,
    "players": [{"name": name, "stack": 1500} for name in ("Ann", "Bob", "Zoe")],
    "actions": [{"type": "fold", "player": name} for name in ("Ann", "Bob")],
}
PEGS = {
    "format": "tableside-hand/1",
    "game": "bluff-n-peg",
    "chip": 25,
    "players": [{"name": "Ann"}, {"name": "Bob"}],
    "dealer": "Ann",
    "actions": [{"type": "void", "reason": "Misdealt"}],
}


@pytest.fixture
def as_before(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Queued work outlives its savepoint, as it once did. `undo` ends that."""
    monkeypatch.setattr(services_transaction._Queue, "standing", lambda self: [item for _, item in self._items])
    return monkeypatch


def try_out(table: Table, *hands: dict[str, Any], new_night: bool = False, **options: Any) -> None:
    lines, wanted = read_hands(hands), Options(dry_run=True, **options)
    if new_night:
        import_night(table.cast.sue, table.cast.club.pk, "Old", lines, wanted)
    else:
        import_hands(table.cast.sue, table.night.pk, lines, wanted)


def damage(table: Table) -> int:
    """Dry runs of every sort, with real entries between them; how many there were."""
    try_out(table, ZOE, new_night=True)  # nobody is called Zoe: only the opening was entered
    try_out(table, ZOE, FOLDED, new_night=True, guests=True)
    table.buy_in("Ann", 100)
    chips.cash_out(table.cast.sue, table.night.pk, table.players["Ann"].pk, 2100)
    table.buy_in("Ann", 2000)
    seats.sit_in(table.cast.sue, Seat.objects.get(player=table.players["Ann"]).pk)
    try_out(table, FOLDED, NEXT)
    try_out(table, {**FOLDED, "players": FOLDED["players"][:2], "actions": FOLDED["actions"][:2]}, FOLDED)
    try_out(table, ZOE, guests=True, buy_ins="missing")
    import_hands(table.cast.sue, table.night.pk, read_hands([FOLDED]), Options())
    try_out(table, PEGS)
    return 6


def bodies(table: Table) -> list[str]:
    return list(Link.objects.filter(book=table.cast.club.book).order_by("sequence").values_list("body", flat=True))


def repaired(table: Table) -> Entry:
    connection.check_constraints()  # of what the test wrote in the same transaction
    return dry_runs.remove(table.cast.rob, table.cast.club)


def command(*arguments: str) -> str:
    said = StringIO()
    call_command("repair_dry_runs", *arguments, stdout=said)
    return said.getvalue()


@pytest.mark.slow
def test_what_dry_runs_left_is_shown_and_taken_out(table: Table, as_before: pytest.MonkeyPatch) -> None:
    club = table.cast.club
    runs = damage(table)
    as_before.undo()
    table.buy_in("Bob", 25)
    there, head = bodies(table), chain.head(club.book)
    found = dry_runs.look(club)
    assert 1 < len(found.traces) <= runs  # two in a row by the same person may look like one
    assert (found.doubts, found.others) == ([], [])
    assert found.sequences == sorted(found.sequences)
    assert len(audit.find(club).differences) == len(found.sequences) > runs
    assert bodies(table) == there  # it only looked
    entry = repaired(table)
    assert bodies(table)[:-1] == [body for number, body in enumerate(there, 1) if number not in found.sequences]
    assert [one["sequence"] for one in entry.body["removed"]] == found.sequences
    assert guards.missing(connection) == []
    books_hold(club)
    assert former_hashes(club, [head.sequence, 1])[head.sequence] == {head.hash}
    with pytest.raises(Conflict):
        repaired(table)
    table.buy_in("Bob", 25)
    books_hold(club)


def test_a_head_of_before_two_repairs_can_still_be_worked_out(table: Table, as_before: pytest.MonkeyPatch) -> None:
    club, heads = table.cast.club, []
    for _ in range(2):
        try_out(table, FOLDED)
        table.buy_in("Cid", 25)
        heads.append(chain.head(club.book))
        repaired(table)
        table.cash_out("Cid", table.stacks()["Cid"])
        table.buy_in("Cid", 2000)
        seats.sit_in(table.cast.sue, Seat.objects.get(player=table.players["Cid"]).pk)
    books_hold(club)
    former = former_hashes(club, [head.sequence for head in heads])
    assert all(head.hash in former[head.sequence] for head in heads)


def test_it_says_in_the_log_what_was_done(table: Table, as_before: pytest.MonkeyPatch) -> None:
    try_out(table, FOLDED)
    entry = repaired(table)
    assert entry.by == table.cast.rob.user
    count = len(entry.body["removed"])
    said = entry_words(entry, {}, Writer("en", "EUR", 2))
    assert said == f"Chain repaired: {count} links that a dry run had left were taken out"


def test_only_owners_and_who_runs_the_installation(table: Table, as_before: pytest.MonkeyPatch) -> None:
    try_out(table, FOLDED)
    there = bodies(table)
    for actor, error in ((table.cast.sue, Forbidden), (table.cast.otto, NotFound)):
        with pytest.raises(error):
            dry_runs.remove(actor, table.cast.club)
    assert bodies(table) == there


@pytest.mark.slow
def test_an_entry_that_was_deleted_is_never_taken_for_a_dry_run(db: None) -> None:
    """The first and the last of each kind in an evening, alone, and with the later events numbered anew."""
    club = _TOLD().cast.club
    entries = list(Entry.objects.filter(club=club).order_by("at", "pk"))
    first, last = {one.kind: one for one in reversed(entries)}, {one.kind: one for one in entries}
    connection.check_constraints()
    with guards.lifted_for_tests(connection):
        taken = {
            (entry.kind, renumbered)
            for entry in (*first.values(), *last.values())
            for renumbered in (False, True)
            if _seems_a_dry_run(entry, renumbered=renumbered)
        }
    assert taken == set()
    assert len(first) > 10


def _seems_a_dry_run(entry: Entry, *, renumbered: bool) -> bool:
    key = Entry._meta.pk.get_db_prep_value(entry.pk, connection)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM games_entry WHERE id = %s", [key])
        if renumbered and entry.told is not None:
            for later in Entry.objects.filter(night=entry.night, told__gt=entry.told).order_by("told"):
                Entry.objects.filter(pk=later.pk).update(told=later.told - 1)
        found = dry_runs.look(entry.club)
        transaction.set_rollback(True)
    return not (found.doubts or found.others)


def test_nothing_is_removed_beside_another_difference(table: Table, as_before: pytest.MonkeyPatch) -> None:
    try_out(table, FOLDED)
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    Hand.objects.filter(pk=hand.pk).update(phase="flop")
    there = bodies(table)
    assert dry_runs.look(table.cast.club).others
    with pytest.raises(Conflict, match="something else, too: phase of hand"):
        repaired(table)
    assert bodies(table) == there


def test_what_a_posting_names_was_no_dry_run(table: Table, as_before: pytest.MonkeyPatch) -> None:
    """The links of a dry run, and one of the books that names its hand."""
    try_out(table, FOLDED)
    (trace,) = dry_runs.look(table.cast.club).traces
    chain.append(chain.Book(pk=table.cast.club.book), {"type": "note", "about": trace.hands[0]})
    assert "names" in " ".join(dry_runs.look(table.cast.club).doubts)
    with pytest.raises(Conflict, match="may be something else"):
        repaired(table)


@pytest.mark.parametrize("part", ["first", "last", "middle"])
def test_a_part_of_a_trace_is_none(table: Table, as_before: pytest.MonkeyPatch, part: str) -> None:
    """As if somebody had put entries of the dry run into the log afterwards."""
    try_out(table, FOLDED)
    (trace,) = dry_runs.look(table.cast.club).traces
    at = {"first": 0, "last": -1, "middle": 1}[part]
    body = trace.links[at].body
    row = Entry(club=table.cast.club, kind=body["kind"], body={}, by=table.cast.sue.user, at=trace.links[at].at)
    row.pk = body["id"]
    row.save(force_insert=True)
    found = dry_runs.look(table.cast.club)
    assert found.others or found.doubts
    with pytest.raises(Conflict):
        repaired(table)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_repaired_club_comes_in_elsewhere(as_before: pytest.MonkeyPatch, elsewhere: str, tmp_path: Path) -> None:
    table = make_table(make_cast())
    club = table.cast.club
    damage(table)
    as_before.undo()
    with pytest.raises(CommandError):
        call_command("audit", club=str(club.pk), stdout=StringIO())
    shown = command()
    assert "--remove takes these links out" in shown
    assert "1 open, 1 player" in shown
    assert "nothing that a dry run left" in shown  # of the other club
    with pytest.raises(CommandError, match="needs --club and --by"):
        command("--remove")
    with pytest.raises(CommandError, match="Nothing has changed"):
        command("--remove", "--club", str(club.pk), "--by", "Sue")
    assert "links taken out, in order up to link" in command("--remove", "--club", str(club.pk), "--by", "Rob")
    call_command("audit", club=str(club.pk), stdout=StringIO())
    assert guards.missing(connection) == []
    file = tmp_path / "club.zip"
    call_command("export_club", str(club.pk), str(file), stdout=StringIO())
    manage(elsewhere, "migrate", "--verbosity", "0")
    manage(elsewhere, "import_club", str(file))
    assert "in order" in manage(elsewhere, "audit", "--club", str(club.pk))
