"""A night with an open dispute can close; its settlement says so, and holds it back if the club wants that."""

import pytest

from games.models import Dispute, Entry, Hand
from games.selectors.disputes import disputes_of_night
from games.selectors.reports import night_report
from games.selectors.settlements import settlement_document, settlement_view
from games.services import chips, clubs, disputes, expenses, held, nights, payments, settlements
from games.services.errors import Overpaid
from tests.games.cast import Table
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
        found = table.named(held.amounts_of(disputed))
        assert {name: abs(amount) for name, amount in found.items()} == {
            name: abs(amount) for name, amount in expected.items()
        }, kind
    action = disputes.open_dispute(table.cast.ann, "It was otherwise", hand_id=lost.pk)
    assert table.named(held.amounts_of(action)) == {"Ann": -600, "Cid": 600}


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
