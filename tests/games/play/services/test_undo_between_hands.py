"""What was entered between two hands is undone in its order, and leaves everything as it was before."""

from collections.abc import Callable

import pytest

from games.audit.services.club_audit import audit_club
from games.core.errors import Conflict, Forbidden, Stale
from games.models import Entry, Hand, Seat
from games.money.services import chip_requests, chips, expenses
from games.nights.services import entry_reversal, seats
from games.play.services import missed_hands
from tests.games.cast import Table


def seat_of(table: Table, name: str) -> Seat:
    return table.night.seats.get(player=table.players[name])


def grant(table: Table) -> None:
    player = table.players["Ann"].pk
    chip_requests.grant(table.cast.sue, chip_requests.ask_for_chips(table.cast.ann, table.night.pk, player, 500).pk)


def move(table: Table, name: str, position: int) -> None:
    seats.move_seat(table.cast.sue, seat_of(table, name).pk, position)


def leave(table: Table) -> None:
    table.cash_out("Cid", table.stacks()["Cid"])
    seats.leave(table.cast.sue, seat_of(table, "Cid").pk)


def come_back(table: Table) -> None:
    leave(table)
    table.sit("Cid", 1000)


CHANGES: dict[str, tuple[int, Callable[[Table], object]]] = {
    "a re-buy": (1, lambda table: table.buy_in("Ann", 2000)),
    "a re-buy in cash": (1, lambda table: table.buy_in("Ann", 2000, "cash")),
    "chips that were asked for": (1, grant),
    "a cash-out at the table": (1, lambda table: table.cash_out("Bob", 1900)),
    "a recount": (1, lambda table: chips.recount(table.cast.sue, table.night.pk, {table.players["Bob"].pk: 25}, "one")),
    "who sits out": (1, lambda table: seats.sit_out(table.cast.sue, seat_of(table, "Bob").pk)),
    "who moves to a free place": (1, lambda table: move(table, "Bob", 7)),
    "who changes places": (1, lambda table: move(table, "Bob", 0)),
    "a new player with chips": (2, lambda table: table.sit("Dan", 2000)),
    "who leaves": (2, leave),
    "who leaves and comes back": (4, come_back),
    "an expense": (
        1,
        lambda table: expenses.record_expense(table.cast.sue, table.night.pk, "pizza", 900, ("box", None), club=900),
    ),
}


@pytest.mark.parametrize(("count", "change"), CHANGES.values(), ids=CHANGES)
def test_all_is_as_it_was(table: Table, count: int, change: Callable[[Table], object]) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    before = stands(table)
    change(table)
    assert stands(table) != before
    for _ in range(count):
        undo_last(table)
    assert stands(table) == before
    assert entry_reversal.last_entry(table.night) is None
    assert audit_club(table.cast.club).differences == []
    assert table.undo(hand).status == Hand.Status.OPEN


def test_before_the_first_hand_too(table: Table) -> None:
    """Down to the empty table."""
    for _ in range(6):
        undo_last(table)
    assert entry_reversal.last_entry(table.night) is None
    assert {seat["status"] for seat in table.view()["seats"]} == {"left"}
    assert audit_club(table.cast.club).differences == []


def test_what_was_put_back_is_not_undone_again(table: Table) -> None:
    first = table.buy_in("Ann", 500)
    table.buy_in("Bob", 700)
    undo_last(table)
    assert entry_reversal.last_entry(table.night) == first


def test_another_phone_was_first(table: Table) -> None:
    first = table.buy_in("Ann", 500)
    table.buy_in("Bob", 700)
    with pytest.raises(Stale):
        entry_reversal.undo_last(table.cast.sue, table.night.pk, first.pk)


def test_only_who_keeps_score_and_not_while_a_hand_is_played(table: Table) -> None:
    entry = table.buy_in("Ann", 500)
    with pytest.raises(Forbidden):
        entry_reversal.undo_last(table.cast.ann, table.night.pk, entry.pk)
    table.deal("council-bluffs")
    with pytest.raises(Conflict):
        entry_reversal.undo_last(table.cast.sue, table.night.pk, entry.pk)


def test_a_place_that_is_taken_meanwhile_is_not_given_back(table: Table) -> None:
    everything = {table.players["Ann"].pk: -2000, table.players["Bob"].pk: 2000}
    missed_hands.record_result(table.cast.sue, table.night.pk, "Stud", everything)
    seats.leave(table.cast.sue, seat_of(table, "Ann").pk)
    entry = entry_reversal.last_entry(table.night)
    Seat.objects.filter(pk=seat_of(table, "Bob").pk).update(position=0)
    assert entry
    with pytest.raises(Conflict, match="Somebody sits there"):
        entry_reversal.undo_last(table.cast.sue, table.night.pk, entry.pk)


def test_a_hand_rests_on_no_count_that_was_taken_back(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    count = table.cash_out("Cid", 2000)
    with pytest.raises(Conflict, match="corrected"):
        table.undo(hand)
    entry_reversal.take_back(table.cast.sue, count.pk, "he stays")
    assert table.undo(hand).status == Hand.Status.OPEN


def test_a_hand_rests_on_what_of_before_it_was_taken_back_after_it(table: Table) -> None:
    bought = table.buy_in("Bob", 500)
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    entry_reversal.take_back(table.cast.sue, bought.pk, "not he")
    with pytest.raises(Conflict, match="corrected"):
        table.undo(hand)


def stands(table: Table) -> dict[str, object]:
    view = table.view()
    stays = [seat for seat in view["seats"] if seat["name"] != "Dan"]
    others = {seat["name"]: seat["status"] for seat in view["seats"] if seat not in stays}
    shown = {key: view[key] for key in ("box", "pot", "stakes", "over_short", "next_dealer")}
    return shown | {"seats": stays, "others": others if others != {"Dan": "left"} else {}}


def undo_last(table: Table) -> None:
    entry = entry_reversal.last_entry(table.night)
    assert entry is not None
    entry_reversal.undo_last(table.cast.sue, table.night.pk, entry.pk)
    assert Entry.objects.filter(pk=entry.pk).exists()
