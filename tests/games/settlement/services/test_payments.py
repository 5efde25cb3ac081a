"""Payments: partial, full, too much, confirmed, reversed; and by whom."""

import pytest

from games.clubs.services import clubs
from games.core.errors import BadAmount, BadValue, Conflict, Forbidden, NotFound, Overpaid
from games.models import Entry, Payment, Settlement, Transfer
from games.nights.services import nights
from games.settlement.selectors.settlements import settlement_document
from games.settlement.services.payments import confirm_payment, record_payment, reverse_payment
from games.settlement.services.settlements import settle_night
from tests.games.cast import Table
from tests.games.purse import balances, books_hold, end, outstanding, pay_all, win


@pytest.fixture
def settlement(table: Table) -> Settlement:
    """Bob, a guest, owes Ann, a member, 5.00."""
    win(table, Ann=500, Bob=-500)
    end(table)
    return settle_night(table.cast.sue, table.night.pk)


@pytest.fixture
def transfer(settlement: Settlement) -> Transfer:
    return settlement.transfers.get()


def test_in_parts_until_it_is_paid(table: Table, settlement: Settlement, transfer: Transfer) -> None:
    cast = table.cast
    record_payment(cast.sue, transfer.pk, 200, "bank")
    assert outstanding(cast.ann, settlement) == 300
    assert balances(cast.ann, cast.club) == {"Ann": 300, "Bob": -300}
    record_payment(cast.sue, transfer.pk, 300)
    assert balances(cast.ann, cast.club) == {}
    assert [entry.body["what"] for entry in Entry.objects.filter(kind="payment")] == ["recorded", "recorded"]
    books_hold(cast.club)


def test_more_than_is_owed_is_refused(table: Table, transfer: Transfer) -> None:
    cast = table.cast
    with pytest.raises(Overpaid) as refused:
        record_payment(cast.sue, transfer.pk, 501)
    assert (refused.value.code, refused.value.params["outstanding"]) == ("overpaid", 500)
    record_payment(cast.sue, transfer.pk, 500)
    with pytest.raises(Overpaid):
        record_payment(cast.sue, transfer.pk, 1)
    assert Payment.objects.count() == 1


@pytest.mark.parametrize("amount", [0, -100, True, 1.5])
def test_what_is_no_amount_is_no_payment(table: Table, transfer: Transfer, amount: int) -> None:
    with pytest.raises(BadAmount):
        record_payment(table.cast.sue, transfer.pk, amount)
    with pytest.raises(BadValue):
        record_payment(table.cast.sue, transfer.pk, 100, "shells")


def test_what_the_receiver_records_is_confirmed(table: Table, transfer: Transfer) -> None:
    cast = table.cast
    assert record_payment(cast.ann, transfer.pk, 100).confirmed_by == cast.ann.user
    entered = record_payment(cast.sue, transfer.pk, 100)
    assert entered.confirmed_at is None
    with pytest.raises(Forbidden, match="receives"):
        confirm_payment(cast.sue, entered.pk)
    confirmed = confirm_payment(cast.ann, entered.pk)
    assert confirmed.confirmed_by == cast.ann.user
    assert confirm_payment(cast.ann, entered.pk).confirmed_at == confirmed.confirmed_at


def test_for_a_guest_the_scorekeeper_confirms(table: Table) -> None:
    win(table, Ann=-500, Bob=500)
    end(table)
    cast = table.cast
    transfer = settle_night(cast.sue, table.night.pk).transfers.get()
    paid = record_payment(cast.ann, transfer.pk, 500)
    assert paid.confirmed_at is None
    with pytest.raises(Forbidden):
        confirm_payment(cast.ann, paid.pk)
    assert confirm_payment(cast.sue, paid.pk).confirmed_at


def test_a_reversed_payment_is_owed_again(table: Table, settlement: Settlement, transfer: Transfer) -> None:
    cast = table.cast
    paid = record_payment(cast.sue, transfer.pk, 500)
    reversed_ = reverse_payment(cast.sue, paid.pk, "it was last week's")
    assert reversed_.reason == "it was last week's"
    assert balances(cast.ann, cast.club) == {"Ann": 500, "Bob": -500}
    assert outstanding(cast.ann, settlement) == 500
    for again in (lambda: reverse_payment(cast.sue, paid.pk, "twice"), lambda: confirm_payment(cast.ann, paid.pk)):
        with pytest.raises(Conflict, match="reversed"):
            again()
    pay_all(cast.sue, settlement)
    assert balances(cast.ann, cast.club) == {}
    history = settlement_document(cast.ann, settlement.pk)["transfers"][0]["payments"]
    assert [bool(payment["reversed_at"]) for payment in history] == [True, False]
    books_hold(cast.club)


def test_others_do_not_meddle(table: Table, transfer: Transfer) -> None:
    cast = table.cast
    clubs.add_member(cast.rob, cast.club.pk, "Otto")
    with pytest.raises(Forbidden):
        record_payment(cast.otto, transfer.pk, 100)
    paid = record_payment(cast.ann, transfer.pk, 100)
    with pytest.raises(Forbidden):
        reverse_payment(cast.otto, paid.pk, "why not")
    reverse_payment(cast.ann, paid.pk, "I was wrong")


def test_what_was_confirmed_its_payer_does_not_take_back(table: Table) -> None:
    win(table, Ann=-500, Bob=500)
    end(table)
    cast = table.cast
    transfer = settle_night(cast.sue, table.night.pk).transfers.get()
    paid, confirmed = record_payment(cast.ann, transfer.pk, 200), record_payment(cast.ann, transfer.pk, 300)
    confirm_payment(cast.sue, confirmed.pk)
    with pytest.raises(Forbidden, match="reversed by"):
        reverse_payment(cast.ann, confirmed.pk, "I need it back")
    assert reverse_payment(cast.ann, paid.pk, "that was for the taxi").reversed_by == cast.ann.user
    assert balances(cast.ann, cast.club) == {"Ann": -200, "Bob": 200}


def test_elsewhere_there_is_no_such_transfer(table: Table, transfer: Transfer) -> None:
    paid = record_payment(table.cast.sue, transfer.pk, 100)
    for ask in (
        lambda: record_payment(table.cast.otto, transfer.pk, 100),
        lambda: confirm_payment(table.cast.otto, paid.pk),
        lambda: reverse_payment(table.cast.otto, paid.pk, "x"),
    ):
        with pytest.raises(NotFound):
            ask()


def test_the_box_is_paid_to_who_holds_it_and_the_club_to_an_admin(table: Table) -> None:
    cast = table.cast
    table.cash_out("Ann", 1900)
    for name in ("Bob", "Cid"):
        table.cash_out(name, 2000, way="cash")
    nights.decide_difference(cast.sue, table.night.pk, [], "kept for new cards", by_club=True)
    nights.close_night(cast.sue, table.night.pk)
    settlement = settle_night(cast.sue, table.night.pk)
    document = settlement_document(cast.ann, settlement.pk)
    kinds = {one["receiver"]["kind"]: one for one in document["transfers"]}
    assert set(kinds) == {"box", "club"}
    to_box = next(one for one in document["transfers"] if one["receiver"]["kind"] == "box")
    paid = record_payment(cast.sue, to_box["id"], to_box["amount"])
    assert paid.confirmed_by == cast.sue.user
    for_club = record_payment(cast.sue, kinds["club"]["id"], 100)
    assert for_club.confirmed_at is None
    with pytest.raises(Forbidden):
        confirm_payment(cast.sue, for_club.pk)
    confirm_payment(cast.rob, for_club.pk)
    pay_all(cast.sue, settlement)
    assert balances(cast.ann, cast.club) == {}
