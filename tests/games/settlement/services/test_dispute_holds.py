"""A night with an open dispute can close; its settlement says so, and holds it back if the club wants that."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clubs.selectors.players import to_be_paid
from games.clubs.services import clubs
from games.core.errors import Overpaid
from games.disputes.selectors.disputes import disputes_of_night
from games.disputes.services import disputes
from games.models import Dispute, Entry, Hand
from games.money.services import chips, expenses
from games.nights.services import nights, seats
from games.nights.services.entry_reversal import take_back
from games.play.services import match_ends, rulings
from games.reports.selectors.night_report import night_report
from games.settlement.selectors.settlements import settlement_document, settlement_view, unsettled_view
from games.settlement.services import dispute_holds, payments, settlements
from tests.games.cast import Table
from tests.games.nights.services.test_seats import owed_by_ann
from tests.games.play.services.test_match_stakes import bob_wins, start
from tests.games.purse import end, open_table, win

TEN = 1000


@pytest.fixture
def lost(table: Table) -> Hand:
    """Ann lost 4.00 to Bob, and 6.00 to Cid in a hand that she disputes."""
    win(table, Ann=-400, Bob=400)
    win(table, Ann=-600, Cid=600)
    return Hand.objects.get(number=2)


def settle(table: Table) -> dict[str, dict[str, int]]:
    end(table)
    settlement = settlements.settle_night(table.cast.sue, table.night.pk)
    return read(table, settlement.pk)


def read(table: Table, settlement: object) -> dict[str, dict[str, int]]:
    document = settlement_document(table.cast.ann, settlement)  # type: ignore[arg-type]
    return {one["receiver"]["name"]: one for one in document["transfers"]}


def would_hold(table: Table) -> dict[str, int]:
    """By receiver what a settlement that were made now would hold back: the same wherever it is told."""
    ann, club = table.cast.ann, table.cast.club
    names = {str(player.pk): name for name, player in table.players.items()} | {str(club.pk): club.name}
    view, report = settlement_view(ann, table.night.pk), night_report(ann, table.night.pk)
    (part,) = unsettled_view(ann, table.cast.club.pk)["currencies"]
    told = {names[one["receiver"]]: one["held"] for one in view["transfers"]}
    for due in (report["due"], part["transfers"]):
        assert {one["receiver"]["name"]: one["held"] for one in due} == told
    assert part["disputes"] == view["disputes"]
    return told


def holds(table: Table) -> dict[str, int]:
    """The same of the settlement that then is made."""
    settlement = settlements.settle_night(table.cast.sue, table.night.pk)
    return {name: one["held"] for name, one in read(table, settlement.pk).items()}


def dispute(table: Table, hand: Hand) -> Dispute:
    return disputes.open_dispute(table.cast.ann, "I had the flush", hand_id=hand.pk)


def test_the_settlement_says_so(table: Table, lost: Hand) -> None:
    opened = dispute(table, lost)
    assert settlement_view(table.cast.ann, table.night.pk)["disputes"] == [str(opened.pk)]
    transfers = settle(table)
    assert Entry.objects.get(kind=Entry.Kind.SETTLEMENT).body["disputes"] == [str(opened.pk)]
    assert {name: one["held"] for name, one in transfers.items()} == {"Bob": 0, "Cid": 0}
    settlement = table.night.settlements.get()
    assert settlement_document(table.cast.ann, settlement.pk)["disputes"] == [str(opened.pk)]
    payments.record_payment(table.cast.sue, transfers["Cid"]["id"], 600)
    disputes.withdraw_dispute(table.cast.ann, opened.pk, "I had not")
    assert settlement_document(table.cast.ann, settlement.pk)["disputes"] == []
    assert settlement_view(table.cast.ann, table.night.pk)["disputes"] == []


def test_what_is_disputed_is_held_back_until_it_has_ended(table: Table, lost: Hand) -> None:
    clubs.change_club(table.cast.rob, table.cast.club.pk, holds_back_disputed=True)
    opened = dispute(table, lost)
    transfers = settle(table)
    # in the order of the transfers: Ann's 6.00, wherever they go, and Cid's of the same hand with them
    assert sum(one["held"] for one in transfers.values()) in (600, TEN)
    assert transfers["Cid"]["held"] == 600
    with pytest.raises(Overpaid, match="held back") as why:
        payments.record_payment(table.cast.sue, transfers["Cid"]["id"], 600)
    assert why.value.params["outstanding"] == 0
    disputes.reject_dispute(table.cast.rob, opened.pk, "Everybody saw it")
    payments.record_payment(table.cast.sue, transfers["Cid"]["id"], 600)


def test_no_more_is_held_back_than_is_disputed(table: Table, lost: Hand) -> None:
    clubs.change_club(table.cast.rob, table.cast.club.pk, holds_back_disputed=True)
    bought = Entry.objects.get(kind=Entry.Kind.BUY_IN, player=table.players["Bob"])
    win(table, Ann=TEN - 2000, Bob=2000 - TEN)
    table.cash_out("Bob", table.stacks()["Bob"])
    small = table.buy_in("Bob", 100)
    disputes.open_dispute(table.cast.ann, "He did not pay that", entry_id=small.pk)
    disputes.open_dispute(table.cast.sue, "Twice", entry_id=small.pk, player_id=table.players["Cid"].pk)
    transfers = settle(table)
    assert transfers["Bob"]["held"] == 100, bought
    assert transfers["Cid"]["held"] == 0
    with pytest.raises(Overpaid):
        payments.record_payment(table.cast.sue, transfers["Bob"]["id"], transfers["Bob"]["amount"])
    payments.record_payment(table.cast.sue, transfers["Bob"]["id"], transfers["Bob"]["amount"] - 100)
    with pytest.raises(Overpaid, match="held back"):
        payments.record_payment(table.cast.sue, transfers["Bob"]["id"], 25)


def test_before_one_settles_it_is_told_what_would_be_held_back(table: Table, lost: Hand) -> None:
    clubs.change_club(table.cast.rob, table.cast.club.pk, holds_back_disputed=True)
    opened = dispute(table, lost)
    end(table)
    told = would_hold(table)
    assert told["Cid"] == 600
    assert holds(table) == told
    disputes.reject_dispute(table.cast.rob, opened.pk, "Everybody saw it")
    assert {one["held"] for one in read(table, table.night.settlements.get().pk).values()} == {0}


def test_a_club_that_holds_nothing_back_is_told_so(table: Table, lost: Hand) -> None:
    opened = dispute(table, lost)
    end(table)
    assert settlement_view(table.cast.ann, table.night.pk)["disputes"] == [str(opened.pk)]
    assert would_hold(table) == {"Bob": 0, "Cid": 0} == holds(table)


def test_a_dispute_about_a_payment_is_told_and_holds_nothing_back(table: Table, lost: Hand) -> None:
    """Ann has paid 1.00, she says more. What Bob loses to Cid after that is another matter, until that is disputed."""
    cast = table.cast
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    first = settle(table)["Cid"]
    paid = payments.record_payment(cast.sue, first["id"], 100)  # type: ignore[arg-type]
    about_it = disputes.open_dispute(cast.ann, "I paid two", payment_id=paid.pk)
    nights.reopen_night(cast.rob, table.night.pk, "A hand was forgotten")
    for name in ("Bob", "Cid"):
        table.buy_in(name, 2000)
    win(table, Bob=-300, Cid=300)
    forgotten = Hand.objects.get(number=3)
    end(table)
    assert settlement_view(cast.ann, table.night.pk)["disputes"] == [str(about_it.pk)]
    assert would_hold(table) == {"Cid": 0}
    folded = disputes.open_dispute(cast.sue, "I folded", hand_id=forgotten.pk, player_id=table.players["Bob"].pk)
    assert settlement_view(cast.ann, table.night.pk)["disputes"] == [str(about_it.pk), str(folded.pk)]
    assert would_hold(table) == {"Cid": 300} == holds(table)


def test_what_was_paid_before_takes_no_part_in_it(table: Table, lost: Hand) -> None:
    """Ann has paid one of the two whom she owes, before 5.00 of what she bought are disputed."""
    cast = table.cast
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    bought = table.buy_in("Ann", 500)
    settle(table)
    settlement = table.night.settlements.get()
    first, last = settlement.transfers.order_by("number")
    payments.record_payment(cast.sue, first.pk, first.amount)
    disputes.open_dispute(cast.ann, "It was less", entry_id=bought.pk)
    told = [one["held"] for one in settlement_document(cast.ann, settlement.pk)["transfers"]]
    assert told == [0, min(500, last.amount)]
    own = to_be_paid(cast.ann, table.players["Ann"].pk)
    transfers = [one for due in own for one in due["transfers"]]
    assert {one["id"]: one["held"] for one in transfers} == {
        str(first.pk): 0,
        str(last.pk): told[1],
    }
    with pytest.raises(Overpaid, match="held back") as why:
        payments.record_payment(cast.sue, last.pk, last.amount)
    assert why.value.params["outstanding"] == last.amount - told[1]


def test_it_costs_the_same_however_much_is_disputed(table: Table) -> None:
    """Of three hands that Rob has ruled on one is disputed, then all of them."""
    cast, ann, bob = table.cast, table.players["Ann"].pk, table.players["Bob"].pk
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    for _ in range(3):
        win(table, Ann=-200, Bob=200)
    for hand in Hand.objects.order_by("number"):
        rulings.rule(cast.rob, hand.pk, rulings.Asked(net={ann: -100, bob: 100}), "Half of it", hand.version)
    end(table)
    costs = []
    for hand in Hand.objects.order_by("number"):
        dispute(table, hand)
        with CaptureQueriesContext(connection) as captured:
            assert settlement_view(cast.ann, table.night.pk)["transfers"][0]["held"] == 100 * hand.number
        costs.append(len(captured))
    assert len(set(costs)) == 1, costs


def test_every_kind_of_entry_has_its_amounts(table: Table, lost: Hand) -> None:
    ann, bob = table.players["Ann"].pk, table.players["Bob"].pk
    chips.recount(table.cast.sue, table.night.pk, {ann: 925}, "Counted")
    nights.decide_difference(table.cast.sue, table.night.pk, [ann], "Hers")
    expenses.record_expense(table.cast.sue, table.night.pk, "Pizza", 300, ("box", None), equally=[ann, bob])
    table.cash_out("Ann", 925)
    amounts = {
        Entry.Kind.RECOUNT: {"Ann": -75},
        Entry.Kind.DIFFERENCE: {"Ann": 75},
        Entry.Kind.EXPENSE: {"Ann": 150, "Bob": 150},
        Entry.Kind.CASH_OUT: {"Ann": 925},
    }
    for kind, expected in amounts.items():
        entry = Entry.objects.get(kind=kind)
        disputed = disputes.open_dispute(table.cast.ann, "It was otherwise", entry_id=entry.pk)
        found = table.named(
            {of: amount for of, amount in dispute_holds.amounts_of([disputed])[entry.pk].items() if amount}
        )
        assert {name: abs(amount) for name, amount in found.items()} == {
            name: abs(amount) for name, amount in expected.items()
        }, kind
    action = disputes.open_dispute(table.cast.ann, "It was otherwise", hand_id=lost.pk)
    assert table.named(dispute_holds.amounts_of([action])[lost.pk]) == {"Ann": -600, "Cid": 600}


def test_a_payment_across_nights_is_told_in_each_of_them(table: Table, lost: Hand) -> None:
    """The dispute is of no night; the settlement that was paid is of both."""
    end(table)
    other = open_table(table.cast, table.players, "Another night")
    other.sit("Ann", 2000)
    other.sit("Bob", 2000)
    win(other, Ann=-100, Bob=100)
    end(other)
    apart = open_table(table.cast, table.players, "Of its own")
    settlement = settlements.settle_club(table.cast.sue, table.cast.club.pk, "EUR")
    transfer = settlement.transfers.order_by("number")[0]
    paid = payments.record_payment(table.cast.sue, transfer.pk, 100)
    opened = disputes.open_dispute(table.cast.ann, "I paid more", payment_id=paid.pk)
    assert opened.night is None
    for night, told in ((table.night, [str(opened.pk)]), (other.night, [str(opened.pk)]), (apart.night, [])):
        assert settlement_view(table.cast.ann, night.pk)["disputes"] == told
        assert [one["id"] for one in night_report(table.cast.ann, night.pk)["disputes"]] == told
        assert [str(one.pk) for one in disputes_of_night(table.cast.ann, night.pk)] == told
    assert settlement_document(table.cast.ann, settlement.pk)["disputes"] == [str(opened.pk)]


def test_what_the_club_bears_is_held_back_of_what_the_club_pays(table: Table) -> None:
    """Bob paid for the pizza, the club bears it, and Ann says it was less."""
    cast = table.cast
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    bob = ("player", table.players["Bob"].pk)
    pizza = expenses.record_expense(cast.sue, table.night.pk, "Pizza", 301, bob, club=301)
    disputes.open_dispute(cast.ann, "It was one fewer", entry_id=pizza.pk)
    end(table)
    assert would_hold(table) == {"Bob": 301} == holds(table)


def test_what_the_club_keeps_of_a_difference_is_held_back(table: Table) -> None:
    cast = table.cast
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    table.cash_out("Ann", 1900)
    nights.decide_difference(cast.rob, table.night.pk, [], "Nobody knows", by_club=True)
    decided = Entry.objects.get(kind=Entry.Kind.DIFFERENCE)
    disputes.open_dispute(cast.ann, "It lay under the sofa", entry_id=decided.pk)
    end(table)
    assert would_hold(table) == {cast.club.name: 100} == holds(table)


def test_what_who_had_left_paid_in_and_got_of_the_pot_is_held_back(table: Table) -> None:
    """Ann paid the antes she owed as she left, and got what lay in the pot on her balance."""
    cast = table.cast
    owed_by_ann(table)
    table.cash_out("Ann", 1900)
    seats.leave(cast.sue, table.night.seats.get(player=table.players["Ann"]).pk, "pay")
    nights.decide_pot(cast.sue, table.night.pk, "return", "Late")
    for kind, amount in ((Entry.Kind.ANTES, 300), (Entry.Kind.POT, 400)):
        entry = Entry.objects.get(kind=kind)
        opened = disputes.open_dispute(cast.ann, "It was otherwise", entry_id=entry.pk)
        assert table.named(dispute_holds.amounts_of([opened])[entry.pk])["Ann"] == amount


def test_what_a_match_gave_is_held_back(table: Table) -> None:
    """Bob is furthest and takes the stakes; that this was taken back is disputed too, which is the same once."""
    cast = table.cast
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    hand = bob_wins(table, start(table, 500, {"winner_hole": 10}))
    assert hand.match_id
    match_ends.end_match(cast.sue, hand.match_id, "leader", "Late")
    ended = Entry.objects.get(kind=Entry.Kind.MATCH_END)
    about_it = disputes.open_dispute(cast.ann, "We wanted to play on", entry_id=ended.pk)
    assert table.named(dispute_holds.amounts_of([about_it])[ended.pk]) == {"Bob": 1500}
    back = take_back(cast.sue, ended.pk, "So it was said")
    match_ends.end_match(cast.sue, hand.match_id, "leader", "Late after all")
    about_that = disputes.open_dispute(cast.sue, "It was right", entry_id=back.pk, player_id=table.players["Bob"].pk)
    assert dispute_holds.amounts_of([about_it, about_that]) == dispute_holds.amounts_of([about_it])
    end(table)
    # as much as Ann and Cid have each lost to him
    assert would_hold(table) == {"Bob": 500} == holds(table)


def test_of_a_match_for_a_stake_all_of_it_is_held_back_whichever_hand_is_disputed(table: Table) -> None:
    """Bob won it with the second hand. Of the first two are disputed, which is about the same stakes."""
    cast = table.cast
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    first = bob_wins(table, start(table, 500, {"winner_hole": 10}))
    second = start(table, None)
    table.enter(second, "Cid draw 0", "Ann draw 0", "Bob draw 0", "Cid fold", "Ann fold")
    end(table)
    for hand in (first, second):
        dispute(table, hand)
        assert would_hold(table) == {"Bob": 500}
    assert holds(table) == {"Bob": 500}
