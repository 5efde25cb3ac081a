"""Hand files taken into a night: as if played there, or refused line by line, all or none."""

import json
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.clubs.services import clubs
from games.core.errors import BadValue, Conflict, Forbidden, NotFound
from games.formats.errors import ImportRefused
from games.formats.hand_export import Wish, night_as
from games.formats.hand_import import Options, import_hands, import_night
from games.formats.hand_import.parser import read_hands, read_text
from games.management.demo_night import HANDS
from games.models import Entry, Hand, Night, Player
from games.money.services import chips
from ledger import chain, guards
from ledger.models import JournalTransaction, Link
from tests.games.cast import Table
from tests.games.purse import books_hold
from tests.games.test_replay import FOREIGN_TEXTS

FOLDED = {
    "format": "tableside-hand/1",
    "game": "council-bluffs",
    "chip": 25,
    "players": [{"name": "Ann", "stack": 2000}, {"name": "Bob", "stack": 2000}, {"name": "Cid", "stack": 2000}],
    "dealer": "Ann",
    "actions": [
        {"type": "raise", "player": "Ann", "to": 300},
        {"type": "fold", "player": "Bob"},
        {"type": "fold", "player": "Cid"},
    ],
}
NEXT = {
    **FOLDED,
    "players": [{"name": "Ann", "stack": 2150}, {"name": "Bob", "stack": 1950}, {"name": "Cid", "stack": 1900}],
    "dealer": "Bob",
    "actions": [
        {"type": "fold", "player": "Bob"},
        {"type": "fold", "player": "Cid"},
    ],
}


def took(table: Table, *hands: dict[str, Any], **options: Any) -> dict[str, Any]:
    return import_hands(table.cast.sue, table.night.pk, read_hands(hands), Options(**options))


def there(table: Table) -> tuple[object, ...]:
    """What an import that is undone must leave as it was, the chain included."""
    models = (Entry, Hand, Player, Night, Link, JournalTransaction)
    return tuple(model._default_manager.count() for model in models), table.view(), chain.head(table.cast.club.book)


def refused(table: Table, *hands: dict[str, Any], **options: Any) -> list[tuple[int, str, int | None]]:
    """Line, code and action of every problem; nothing at all was recorded."""
    before = there(table)
    with pytest.raises(ImportRefused) as error:
        took(table, *hands, **options)
    assert there(table) == before
    report = error.value.params["report"]
    assert report["recorded"] == 0
    assert all(problem["detail"] for line in report["lines"] for problem in line["problems"])
    return [
        (line["line"], problem["code"], problem["action"]) for line in report["lines"] for problem in line["problems"]
    ]


def test_hands_are_recorded_as_if_played_here(table: Table) -> None:
    report = took(table, FOLDED, NEXT)
    assert [line["status"] for line in report["lines"]] == ["accepted", "accepted"]
    assert report["recorded"] == 2
    first, second = Hand.objects.order_by("number")
    assert [first.status, second.status] == ["complete", "complete"]
    assert report["lines"][1]["hand"] == str(second.pk)
    assert table.stacks() == {"Ann": 2200, "Bob": 1950, "Cid": 1850}
    assert first.entries.count() == 4
    books_hold(table.cast.club)


def test_names_are_matched_whatever_their_case(table: Table) -> None:
    text = json.dumps(FOLDED).replace("Ann", "ANN").replace("Bob", "bob")
    took(table, json.loads(text))
    assert table.stacks()["Ann"] == 2150


def test_a_dry_run_says_all_and_does_nothing(table: Table) -> None:
    before = there(table)
    report = took(table, FOLDED, NEXT, dry_run=True)
    assert [line["status"] for line in report["lines"]] == ["accepted", "accepted"]
    assert (report["recorded"], report["dry_run"]) == (0, True)
    assert not Hand.objects.exists()
    assert table.stacks() == {"Ann": 2000, "Bob": 2000, "Cid": 2000}
    assert took(table, FOLDED, FOLDED, dry_run=True)["refused"] == 1
    assert there(table) == before
    books_hold(table.cast.club)
    took(table, FOLDED)  # the night is as it was
    books_hold(table.cast.club)


def test_a_dry_run_of_a_new_night_does_nothing(table: Table) -> None:
    before, club = there(table), table.cast.club
    players = [{"name": name, "stack": 2000} for name in ("Ann", "Bob", "Zoe")]
    hand = {
        **FOLDED,
        "players": players,
        "actions": [{"type": "fold", "player": "Ann"}, {"type": "fold", "player": "Bob"}],
    }
    for guests in (True, False):
        import_night(table.cast.sue, club.pk, "Old", read_hands([hand]), Options(dry_run=True, guests=guests))
        assert there(table) == before
    books_hold(club)
    import_night(table.cast.sue, club.pk, "Old", read_hands([hand]), Options(guests=True))
    books_hold(club)


def test_a_refused_line_refuses_all(table: Table) -> None:
    assert refused(table, FOLDED, FOLDED) == [(2, "stacks_differ", None)] * 3
    early = {**FOLDED, "actions": [{"type": "call", "player": "Bob"}]}
    assert refused(table, early) == [(1, "not_your_turn", 0)]
    assert refused(table, {**FOLDED, "actions": []}) == [(1, "hand_unfinished", None)]
    assert refused(table, {**FOLDED, "chip": 5}) == [(1, "chip_differs", None)]


def test_every_line_is_judged_by_the_rules_even_after_a_refused_one(table: Table) -> None:
    wrong = {**FOLDED, "game": "poker"}
    assert refused(table, wrong, FOLDED, {**FOLDED, "dealer": "Zoe"}, {}) == [
        (1, "bad_format", None),
        (3, "bad_setup", None),
        (4, "bad_format", None),
    ]


def test_a_stranger_is_refused_or_made_a_guest(table: Table) -> None:
    players = [{"name": "Ann", "stack": 2000}, {"name": "Zoe", "stack": 1500}]
    hand = {**FOLDED, "players": players, "actions": [{"type": "fold", "player": "Ann"}]}
    assert refused(table, hand) == [(1, "unknown_name", None)]
    assert refused(table, hand, guests=True) == [(1, "not_seated", None)]
    report = took(table, hand, guests=True, buy_ins="first")
    assert report["guests"] == ["Zoe"]
    assert report["buy_ins"] == [{"line": 1, "name": "Zoe", "amount": 1500}]
    assert table.stacks() == {"Ann": 1950, "Bob": 2000, "Cid": 2000, "Zoe": 1550}
    statuses = {seat["name"]: seat["status"] for seat in table.view()["seats"]}
    assert statuses["Bob"] == "in"  # who was at the table is dealt in again after the import


def test_names_may_be_told(table: Table) -> None:
    text = json.dumps(FOLDED).replace("Ann", "Annie")
    assert refused(table, json.loads(text)) == [(1, "unknown_name", None)]
    took(table, json.loads(text), names={"Annie": table.players["Ann"].pk})
    other = clubs.add_player(table.cast.otto, table.cast.other_club.pk, "Olga")
    assert refused(table, json.loads(text), names={"Annie": other.pk}) == [(1, "unknown_name", None)]
    assert refused(table, NEXT, names={"Ann": table.players["Bob"].pk}) == [(1, "same_player", None)]


def test_names_that_could_be_two_are_refused(table: Table) -> None:
    # as a club may have them from before its names were told apart
    Player.objects.create(club=table.cast.club, name="ANN", made_at=timezone.now())
    guards.admit(connection)
    text = json.dumps(FOLDED).replace("Ann", "aNN")
    assert refused(table, json.loads(text)) == [(1, "name_ambiguous", None)]
    took(table, FOLDED)  # the very name is nobody else


def test_the_order_at_the_table_must_be_that_of_the_file(table: Table) -> None:
    ann, bob, cid = FOLDED["players"]
    actions = [{"type": "raise", "player": "Ann", "to": 300}]
    turned = {**FOLDED, "players": [bob, cid, ann]}
    swapped = {**FOLDED, "players": [ann, cid, bob]}
    swapped["actions"] = [*actions, {"type": "fold", "player": "Cid"}, {"type": "fold", "player": "Bob"}]
    assert refused(table, swapped) == [(1, "seats_differ", None)]
    took(table, turned)
    took(table, {**swapped, "dealer": "Ann", "players": _now(table, swapped)}, buy_ins="missing")


def _now(table: Table, hand: dict[str, Any]) -> list[dict[str, Any]]:
    stacks = table.stacks()
    return [{"name": player["name"], "stack": stacks[player["name"]]} for player in hand["players"]]


def test_a_dealer_out_of_turn_is_worth_a_note(table: Table) -> None:
    report = took(table, FOLDED, {**NEXT, "dealer": "Ann", "actions": FOLDED["actions"]})
    assert [note["code"] for note in report["lines"][1]["notes"]] == ["dealer_differs"]


def test_pots_and_pegs_must_be_those_of_the_night(table: Table) -> None:
    folly = {**FOLDED, "game": "buddhas-folly", "carry": 300, "actions": [{"type": "void", "reason": "Ann"}]}
    assert refused(table, folly) == [(1, "carry_differs", None)]
    assert refused(table, {**folly, "carry": 0, "antes_paid_by": "Bob"}) == [(1, "payer_differs", None)]
    names = ("Ann", "Bob", "Cid")
    peg = {**FOLDED, "game": "bluff-n-peg", "players": [{"name": name} for name in names], "actions": folly["actions"]}
    assert refused(table, {**peg, "pegs": {"Ann": 3, "Bob": 0, "Cid": 0}}) == [(1, "pegs_differ", None)]
    took(table, peg, {**folly, "carry": 0})
    assert Entry.objects.filter(body__reason="Ann").count() == 2  # a reason is no name


def test_a_whole_night_goes_out_and_comes_in_again(table: Table) -> None:
    for player in table.players.values():
        chips.buy_in(table.cast.sue, table.night.pk, player.pk, 3000)
    renamed = {"Ann": "Ann", "Bob": "Bob", "Cleo": "Cid", "Dan": "Dan"}
    table.sit("Dan", 5000)
    for played in HANDS:
        hand = table.deal(played.game, played.rules)
        table.enter(hand, *(" ".join(renamed.get(word, word) for word in line.split()) for line in played.lines))
    text = night_as(table.cast.sue, table.night.pk, Wish("jsonl")).content.decode()
    report = import_night(table.cast.sue, table.cast.club.pk, "Again", read_text(text), Options())
    again = Night.objects.get(pk=report["night"])
    assert report["recorded"] == len(HANDS)
    assert night_as(table.cast.sue, again.pk, Wish("jsonl")).content.decode() == text
    assert Table(table.cast, again).stacks() == table.stacks()
    books_hold(table.cast.club)


def test_a_new_night_of_strangers(table: Table) -> None:
    text = json.dumps(FOLDED).replace("Ann", "Zoe")
    options = Options(dry_run=True, guests=True)
    report = import_night(table.cast.sue, table.cast.club.pk, "Old", read_text(text), options)
    assert (report["night"], report["guests"], report["refused"]) == (None, ["Zoe"], 0)
    assert Night.objects.count() == 1
    report = import_night(table.cast.sue, table.cast.club.pk, "Old", read_text(text), Options(guests=True))
    assert Table(table.cast, Night.objects.get(pk=report["night"])).stacks() == {"Zoe": 2150, "Bob": 1950, "Cid": 1900}


def test_texts_that_are_no_hands_are_told_by_line(table: Table) -> None:
    lines = read_text(f'{json.dumps(FOLDED)}\n\nnonsense\n{{"a": 1, "a": 2}}\n[]\n')
    assert [(line.number, [problem["code"] for problem in line.problems]) for line in lines] == [
        (1, []),
        (3, ["bad_format"]),
        (4, ["bad_format"]),
        (5, ["bad_format"]),
    ]
    assert read_text(json.dumps(FOLDED, indent=2))[0].document == FOLDED
    with pytest.raises(BadValue):
        import_hands(table.cast.sue, table.night.pk, read_text(" \n"), Options())


@pytest.mark.parametrize(("name", "text"), FOREIGN_TEXTS)
def test_another_format_is_named_once_and_not_line_by_line(name: str, text: str) -> None:
    (line,) = read_text(text)
    (problem,) = line.problems
    assert problem["code"] == "bad_format"
    assert name in problem["detail"]


def test_who_may_import_and_when(table: Table) -> None:
    for actor, error in ((table.cast.ann, Forbidden), (table.cast.otto, NotFound)):
        with pytest.raises(error):
            import_hands(actor, table.night.pk, read_hands([FOLDED]), Options())
        with pytest.raises(error):
            import_night(actor, table.cast.club.pk, "x", read_hands([FOLDED]), Options())
    table.deal("the-bluffs")
    with pytest.raises(Conflict):
        took(table, FOLDED)
