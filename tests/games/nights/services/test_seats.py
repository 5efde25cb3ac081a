"""Who sits where, who is dealt in, and leaving."""

from datetime import timedelta

import pytest
from django.db import connection

from games import engine
from games.clubs.services import clubs
from games.core.errors import BadValue, Conflict
from games.models import BuyInRequest, Entry, Hand, Seat
from games.money.services import chip_requests, night_accounts
from games.nights.services import entry_reversal, nights, seats
from games.reports.selectors.night_report import night_report
from ledger import guards
from tests.games.cast import Table
from tests.games.purse import books_hold


def seat(table: Table, name: str) -> Seat:
    return table.night.seats.get(player=table.players[name])


def dealt(table: Table, game: str = "council-bluffs") -> list[str]:
    hand = table.deal(game)
    names = list(table.named({player["name"]: 1 for player in hand.set_up["players"]}))
    table.enter(hand, "void misdeal")
    return names


def test_seats_fill_up_clockwise(table: Table) -> None:
    assert [seat(table, name).position for name in ("Ann", "Bob", "Cid")] == [0, 1, 2]
    assert table.sit("Dan").position == 3
    with pytest.raises(Conflict, match="sits at the table already"):
        table.sit("Dan")
    eve = clubs.add_player(table.cast.sue, table.cast.club.pk, "Eve")
    with pytest.raises(Conflict, match="Somebody sits there"):
        seats.take_seat(table.cast.sue, table.night.pk, eve.pk, 3)
    assert seats.take_seat(table.cast.sue, table.night.pk, eve.pk, 5).position == 5


def test_who_sits_out_or_has_no_chips_is_not_dealt_in(table: Table) -> None:
    table.sit("Dan")
    assert dealt(table) == ["Ann", "Bob", "Cid"]
    assert dealt(table, "bluff-n-peg") == ["Ann", "Bob", "Cid", "Dan"]
    table.buy_in("Dan", 500)
    seats.sit_out(table.cast.sue, seat(table, "Ann").pk)
    assert dealt(table) == ["Bob", "Cid", "Dan"]
    seats.sit_in(table.cast.sue, seat(table, "Ann").pk)
    assert dealt(table) == ["Ann", "Bob", "Cid", "Dan"]


def test_who_has_no_chips_plays_buddhas_folly_on_credit_or_not_at_all(table: Table) -> None:
    table.sit("Dan")
    assert dealt(table, "buddhas-folly") == ["Ann", "Bob", "Cid", "Dan"]
    hand = table.deal("buddhas-folly", {"match": "stack"})
    assert len(hand.set_up["players"]) == 3


def test_two_change_places(table: Table) -> None:
    seats.move_seat(table.cast.sue, seat(table, "Ann").pk, 2)
    assert dealt(table) == ["Cid", "Bob", "Ann"]
    seats.move_seat(table.cast.sue, seat(table, "Ann").pk, 7)
    assert [seat(table, name).position for name in ("Ann", "Bob", "Cid")] == [7, 1, 0]
    with pytest.raises(BadValue):
        seats.move_seat(table.cast.sue, seat(table, "Ann").pk, -1)


def test_one_leaves_with_a_cash_out_and_comes_back(table: Table) -> None:
    ann = seat(table, "Ann")
    with pytest.raises(Conflict, match="cash out"):
        seats.leave(table.cast.sue, ann.pk)
    table.cash_out("Ann", 2000)
    assert seats.leave(table.cast.sue, ann.pk).position is None
    assert table.sit("Dan").position == 0
    with pytest.raises(Conflict, match="left"):
        table.buy_in("Ann", 500)
    again = table.sit("Ann", 500)
    assert (again.pk, again.position) == (ann.pk, 3)


def test_a_dealt_in_player_can_neither_cash_out_nor_leave(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold")
    with pytest.raises(Conflict):
        table.cash_out("Ann", 2000)
    with pytest.raises(Conflict):
        seats.leave(table.cast.sue, seat(table, "Ann").pk)
    table.buy_in("Ann", 500)
    table.enter(hand, "Bob fold")
    assert table.stacks() == {"Ann": 2500, "Bob": 1950, "Cid": 2050}


def test_the_next_dealer_sits_left_of_one_who_has_left(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    table.cash_out("Ann", 2000)
    seats.leave(table.cast.sue, seat(table, "Ann").pk)
    assert table.named({table.deal("council-bluffs").set_up["dealer"]: 1}) == {"Bob": 1}


def owed_by_ann(table: Table, rules: dict[str, str] | None = None) -> Hand:
    """An all-out that Ann shows best in: she owes everyone's ante of the next deal."""
    hand = table.deal("buddhas-folly", {"all_out_pays": True, **(rules or {})})
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    table.enter(hand, "Ann declare out", "Bob declare out", "Cid declare out")
    return table.enter(hand, "Ann show As Ah Ad Kc Kd", "Bob show 3s 5h 7d 9c Jd", "Cid show 3h 5d 7c 9s Jh")


def test_owed_antes_are_paid_at_the_next_deal(table: Table) -> None:
    owed_by_ann(table)
    assert table.view()["pot"] == 300
    hand = table.deal("buddhas-folly")
    assert table.named({hand.set_up["antes_paid_by"]: 1}) == {"Ann": 1}
    table.enter(hand, "reveal 2d", "Cid reject", "Ann reject", "Bob reject")
    table.enter(hand, "Ann declare out", "Bob declare in", "Cid declare out")
    assert table.stacks() == {"Ann": 1600, "Bob": 2500, "Cid": 1900}


def test_owed_antes_are_not_sat_out(table: Table) -> None:
    owed_by_ann(table)
    seats.sit_out(table.cast.sue, seat(table, "Ann").pk)
    with pytest.raises(Conflict, match="owes"):
        table.deal("buddhas-folly")
    assert dealt(table) == ["Bob", "Cid"]


@pytest.mark.parametrize(("owed", "pot"), [("pay", 600), ("waive", 300)])
def test_owed_antes_are_paid_or_waived_on_leaving(table: Table, owed: str, pot: int) -> None:
    owed_by_ann(table)
    table.cash_out("Ann", 1900)
    with pytest.raises(Conflict, match="owes"):
        seats.leave(table.cast.sue, seat(table, "Ann").pk)
    with pytest.raises(Conflict, match="pay them"):
        seats.leave(table.cast.sue, seat(table, "Ann").pk, "later", "a baby-sitter waits")
    with pytest.raises(BadValue, match="reason"):
        seats.leave(table.cast.sue, seat(table, "Ann").pk, "waive", "  ")
    seats.leave(table.cast.sue, seat(table, "Ann").pk, owed, "a baby-sitter waits")
    assert table.view()["pot"] == pot
    assert table.deal("buddhas-folly").set_up["antes_paid_by"] is None


def test_antes_paid_on_leaving_are_those_of_the_next_deal(table: Table) -> None:
    owed_by_ann(table)
    table.cash_out("Ann", 1900)
    seats.leave(table.cast.sue, seat(table, "Ann").pk, "pay")
    table.enter(table.deal("buddhas-folly"), "void misdeal")
    hand = table.deal("buddhas-folly")
    assert hand.set_up["rules"] == {"all_out_pays": True, "reante": "pot_empty"}
    assert hand.set_up["carry"] == 600
    table.enter(hand, "reveal 2d", "Cid reject", "Bob reject", "Cid declare out", "Bob declare in")
    assert table.stacks() == {"Bob": 2500, "Cid": 1900, "Ann": 0}
    # only once: the rules of the night are as they were announced
    assert table.view()["last_rules"]["buddhas-folly"] == {"all_out_pays": True}
    hand = table.deal("buddhas-folly")
    assert hand.set_up["rules"] == {"all_out_pays": True}


def test_antes_paid_on_leaving_do_not_let_a_rule_in_that_is_none(table: Table) -> None:
    owed_by_ann(table)
    table.cash_out("Ann", 1900)
    seats.leave(table.cast.sue, seat(table, "Ann").pk, "pay")
    for rules in ({"reante": 1}, {"reante": "never"}, {"jokers": 2}):
        with pytest.raises(engine.Refusal, match="bad_rules"):
            table.deal("buddhas-folly", rules)


def test_antes_are_paid_on_leaving_a_table_of_too_many(table: Table) -> None:
    owed_by_ann(table)
    for name in "DEFGHIJKL":
        table.sit(name)
    table.cash_out("Ann", 1900)
    seats.leave(table.cast.sue, seat(table, "Ann").pk, "pay")
    assert table.view()["pot"] == 300 + 10 * 100


def test_antes_are_paid_on_leaving_for_those_only_who_would_be_dealt_in(table: Table) -> None:
    """Dan has no chips. Where a debt to the pot is limited to the stack, he is passed over."""
    table.sit("Dan")
    assert len(owed_by_ann(table, {"match": "stack"}).set_up["players"]) == 3
    table.cash_out("Ann", 1900)
    seats.leave(table.cast.sue, seat(table, "Ann").pk, "pay")
    assert table.view()["pot"] == 300 + 3 * 100


def test_those_passed_over_make_room_for_others_at_a_table_of_too_many(table: Table) -> None:
    owed_by_ann(table, {"match": "stack"})
    for name in "DEFGHIJKLMNO":
        table.sit(name, 0 if name in "DEFGHIJKL" else 500)
    table.cash_out("Ann", 1900)
    seats.leave(table.cast.sue, seat(table, "Ann").pk, "pay")
    assert table.view()["pot"] == 300 + 6 * 100


def test_antes_paid_on_leaving_go_back_to_who_paid_them(table: Table) -> None:
    owed_by_ann(table)
    table.cash_out("Ann", 1900)
    seats.leave(table.cast.sue, seat(table, "Ann").pk, "pay")
    nights.decide_pot(table.cast.sue, table.night.pk, "return", "late")
    # Ann has left: no chips are put where nobody sits
    assert table.stacks() == {"Bob": 2000, "Cid": 2000, "Ann": 0}
    assert night_accounts.nets(table.night)[str(table.players["Ann"].pk)] == -2000 + 1900 - 300 + 400
    for name in ("Bob", "Cid"):
        table.cash_out(name, 2000)
    nights.close_night(table.cast.rob, table.night.pk)
    (decision,) = night_report(table.cast.sue, table.night.pk)["pot"]
    assert {one["name"]: one["amount"] for one in decision["shares"]} == {"Ann": 400, "Bob": 100, "Cid": 100}


def antes_of_ann(table: Table, owed: str = "pay") -> Entry:
    owed_by_ann(table)
    table.cash_out("Ann", 1900)
    seats.leave(table.cast.sue, seat(table, "Ann").pk, owed, "a baby-sitter waits")
    return table.night.entries.get(kind=Entry.Kind.ANTES)


@pytest.mark.parametrize("owed", ["pay", "waive"])
def test_antes_on_leaving_are_taken_back_and_owed_again(table: Table, owed: str) -> None:
    entry = antes_of_ann(table, owed)
    entry_reversal.take_back(table.cast.sue, entry.pk, "the host lets her off")
    assert table.view()["pot"] == 300
    assert night_accounts.nets(table.night)[str(table.players["Ann"].pk)] == -100
    with pytest.raises(Conflict, match="owes"):
        table.deal("buddhas-folly")
    again = table.sit("Ann")
    seats.leave(table.cast.sue, again.pk, "waive", "a baby-sitter waits")
    hand = table.deal("buddhas-folly")
    assert (hand.set_up["carry"], hand.set_up["antes_paid_by"]) == (300, None)
    table.enter(hand, "void misdeal")
    nights.decide_pot(table.cast.sue, table.night.pk, "return", "late")
    assert table.stacks() == {"Bob": 2000, "Cid": 2000, "Ann": 0}
    books_hold(table.cast.club)


def test_antes_that_the_next_deal_rests_on_are_not_taken_back(table: Table) -> None:
    entry = antes_of_ann(table)
    hand = table.deal("buddhas-folly")
    with pytest.raises(Conflict):
        entry_reversal.take_back(table.cast.sue, entry.pk, "a mistake")
    table.enter(hand, "reveal 2d", "Cid reject", "Bob reject", "Cid declare out", "Bob declare in")
    with pytest.raises(Conflict, match="dealt since"):
        entry_reversal.take_back(table.cast.sue, entry.pk, "a mistake")


def made_by_a_slow_phone(entry: Entry) -> None:
    """What was asked for later, and committed first: whoever came after it says an earlier time."""
    with guards.lifted_for_tests(connection):
        Entry.objects.filter(pk=entry.pk).update(at=entry.at + timedelta(minutes=5))


def test_what_rests_on_antes_is_told_by_what_was_committed_not_by_the_clock(table: Table) -> None:
    entry = antes_of_ann(table)
    made_by_a_slow_phone(entry)
    nights.decide_pot(table.cast.sue, table.night.pk, "return", "late")
    with pytest.raises(Conflict, match="decided since"):
        entry_reversal.take_back(table.cast.sue, entry.pk, "a mistake")
    entry_reversal.take_back(table.cast.sue, table.night.entries.get(kind=Entry.Kind.POT).pk, "they play on")
    table.enter(table.deal("buddhas-folly"), "void misdeal")
    with pytest.raises(Conflict, match="dealt since"):
        entry_reversal.take_back(table.cast.sue, entry.pk, "a mistake")


def test_a_pot_goes_back_to_who_paid_in_since_the_decision_that_was_committed_last(table: Table) -> None:
    owed_by_ann(table)
    nights.decide_pot(table.cast.sue, table.night.pk, "return", "late")
    made_by_a_slow_phone(table.night.entries.get(kind=Entry.Kind.POT))
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 2d", "Cid reject", "Ann reject", "Bob reject")
    table.enter(hand, "Ann declare out", "Bob declare out", "Cid declare out")
    table.enter(hand, "Ann show As Ah Ad Kc Kd", "Bob show 3s 5h 7d 9c Jd", "Cid show 3h 5d 7c 9s Jh")
    assert table.view()["pot"] == 300
    nights.decide_pot(table.cast.sue, table.night.pk, "return", "later")
    # Ann owed all antes of that deal
    assert table.stacks() == {"Ann": 2000, "Bob": 2000, "Cid": 2000}


@pytest.mark.slow
def test_antes_that_were_given_back_are_not_taken_back_before_that_is(table: Table) -> None:
    entry = antes_of_ann(table)
    nights.decide_pot(table.cast.sue, table.night.pk, "return", "late")
    with pytest.raises(Conflict, match="decided since"):
        entry_reversal.take_back(table.cast.sue, entry.pk, "a mistake")
    decided = table.night.entries.get(kind=Entry.Kind.POT)
    entry_reversal.take_back(table.cast.sue, decided.pk, "they play on")
    assert table.view()["pot"] == 600
    # what was taken back decided nothing: it all goes back as before
    nights.decide_pot(table.cast.sue, table.night.pk, "return", "late")
    assert table.stacks() == {"Bob": 2000, "Cid": 2000, "Ann": 0}
    books_hold(table.cast.club)


def test_chips_are_not_given_back_to_who_has_left(table: Table) -> None:
    entry = table.cash_out("Ann", 2000)
    seats.leave(table.cast.sue, seat(table, "Ann").pk)
    with pytest.raises(Conflict, match="Ann left the table since: seat them again"):
        entry_reversal.take_back(table.cast.sue, entry.pk, "counted wrongly")
    table.sit("Ann")
    entry_reversal.take_back(table.cast.sue, entry.pk, "counted wrongly")
    assert table.stacks()["Ann"] == 2000
    books_hold(table.cast.club)


def test_nobody_is_cashed_out_twice(table: Table) -> None:
    table.cash_out("Ann", 2000)
    with pytest.raises(Conflict, match="cashed out already"):
        table.cash_out("Ann", 500)
    table.buy_in("Ann", 100)
    entry = table.cash_out("Ann", 150)
    with pytest.raises(Conflict, match="cashed out already"):
        table.cash_out("Ann", 25)
    entry_reversal.take_back(table.cast.sue, entry.pk, "counted wrongly")
    table.cash_out("Ann", 100)
    assert table.view()["over_short"] == 0


def test_who_waited_for_a_buy_in_has_cashed_out_after_it(table: Table) -> None:
    bought = table.buy_in("Ann", 100)
    table.cash_out("Ann", 2100)
    # the phone that bought in was asked later, and was first
    with guards.lifted_for_tests(connection):
        Entry.objects.filter(pk=bought.pk).update(at=bought.at + timedelta(seconds=5))
    with pytest.raises(Conflict, match="cashed out already"):
        table.cash_out("Ann", 500)


def test_a_pot_that_went_back_leaves_nothing_undecided(table: Table) -> None:
    owed_by_ann(table)
    nights.decide_pot(table.cast.sue, table.night.pk, "return", "late")
    assert table.stacks() == {"Ann": 2000, "Bob": 2000, "Cid": 2000}
    with pytest.raises(Conflict, match="nothing in the pot"):
        nights.decide_pot(table.cast.sue, table.night.pk, "return", "late")


def test_who_leaves_asks_for_no_chips_any_more(table: Table) -> None:
    asked = chip_requests.ask_for_chips(table.cast.ann, table.night.pk, table.players["Ann"].pk, 500)
    table.cash_out("Ann", 2000)
    seats.leave(table.cast.sue, seat(table, "Ann").pk)
    asked.refresh_from_db()
    assert (asked.status, asked.reason) == (BuyInRequest.Status.WITHDRAWN, "The player left the table.")
    with pytest.raises(Conflict, match="withdrawn"):
        chip_requests.grant(table.cast.sue, asked.pk)
