"""Offsets: what two people owe each other in opposite directions does not stay open."""

import pytest

from games.clubs.services import clubs, player_merge
from games.core.errors import BadValue, Conflict, Overpaid
from games.core.permissions import May, member_for
from games.disputes.services import disputes
from games.models import Entry, Payment, Settlement
from games.settlement.selectors.payment_options import offers_to
from games.settlement.selectors.settlements import settlement_document
from games.settlement.services.payments import record_payment, reverse_payment
from games.settlement.services.settlements import settle_club, settle_night
from tests.games.cast import Cast, Table
from tests.games.purse import balances, books_hold, end, open_table, outstanding, win


def night(table: Table, name: str, **nets: int) -> Table:
    """Another night of the same people, played and closed."""
    found = open_table(table.cast, table.players, name)
    for player in nets:
        found.sit(player, 2000)
    win(found, **nets)
    end(found)
    return found


@pytest.fixture
def owing(table: Table) -> Settlement:
    """Bob owes Ann 10.00."""
    win(table, Ann=1000, Bob=-1000)
    end(table)
    return settle_night(table.cast.sue, table.night.pk)


def pay(cast: Cast, settlement: Settlement, amount: int) -> Payment:
    return record_payment(cast.sue, settlement.transfers.get().pk, amount)


def offsets() -> list[int]:
    return list(Payment.objects.filter(way="offset").order_by("made_at", "amount").values_list("amount", flat=True))


def test_after_a_part_was_paid_the_next_night_takes_the_rest(table: Table, owing: Settlement) -> None:
    """Bob owes 10.00 and pays 1.00; on the next night Ann loses 9.00 to him."""
    cast = table.cast
    pay(cast, owing, 100)
    second = settle_night(cast.sue, night(table, "Second", Ann=-900, Bob=900).night.pk)
    assert (outstanding(cast.ann, owing), outstanding(cast.ann, second)) == (0, 0)
    assert offsets() == [900, 900]
    assert balances(cast.ann, cast.club) == {}
    books_hold(cast.club)


def test_the_log_says_what_was_offset_against_what(table: Table, owing: Settlement) -> None:
    pay(table.cast, owing, 100)
    settle_night(table.cast.sue, night(table, "Second", Ann=-400, Bob=400).night.pk)
    one, other = Entry.objects.filter(kind="payment", body__way="offset").order_by("told")
    assert (one.body["counterpart"], other.body["counterpart"]) == (other.body["payment"], one.body["payment"])
    assert all(payment.confirmed_at for payment in Payment.objects.filter(way="offset"))


def test_while_nothing_was_paid_the_next_settlement_replaces_both(table: Table, owing: Settlement) -> None:
    cast = table.cast
    second = settle_night(cast.sue, night(table, "Second", Ann=-900, Bob=900).night.pk)
    assert (outstanding(cast.ann, owing), outstanding(cast.ann, second), offsets()) == (1000, 900, [])
    third = night(table, "Third", Ann=50, Bob=-50)
    whole = settle_club(cast.sue, cast.club.pk)
    assert outstanding(cast.ann, whole) == 150
    assert third.night.pk in whole.night_ids() and len(whole.night_ids()) == 3


def test_the_first_payment_offsets_what_two_settlements_say(table: Table, owing: Settlement) -> None:
    cast = table.cast
    second = settle_night(cast.sue, night(table, "Second", Ann=-900, Bob=900).night.pk)
    pay(cast, owing, 100)
    assert (outstanding(cast.ann, owing), outstanding(cast.ann, second)) == (0, 0)
    books_hold(cast.club)


def test_a_reversed_payment_opens_what_is_offset_at_once(table: Table, owing: Settlement) -> None:
    cast = table.cast
    paid = pay(cast, owing, 1000)
    second = settle_night(cast.sue, night(table, "Second", Ann=-900, Bob=900).night.pk)
    assert (outstanding(cast.ann, second), offsets()) == (900, [])
    reverse_payment(cast.sue, paid.pk, "It never came")
    assert (outstanding(cast.ann, owing), outstanding(cast.ann, second)) == (100, 0)
    books_hold(cast.club)


def test_two_players_who_are_one_are_offset(table: Table, owing: Settlement) -> None:
    """Bobby, to whom Ann owes money, turns out to be Bob."""
    cast = table.cast
    pay(cast, owing, 100)
    table.players["Bobby"] = clubs.add_player(cast.sue, cast.club.pk, "Bobby")
    second = settle_night(cast.sue, night(table, "Second", Ann=-300, Bobby=300).night.pk)
    assert outstanding(cast.ann, second) == 300
    player_merge.merge_players(cast.rob, table.players["Bobby"].pk, table.players["Bob"].pk, "one person")
    assert (outstanding(cast.ann, owing), outstanding(cast.ann, second)) == (600, 0)
    books_hold(cast.club)


@pytest.fixture
def disputed(table: Table, owing: Settlement) -> Settlement:
    """Ann owes Bob 9.00 of a disputed second night, which is held back; he has paid her 1.00 of 10.00."""
    cast = table.cast
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    pay(cast, owing, 100)
    second = night(table, "Second", Ann=-900, Bob=900)
    disputes.open_dispute(cast.ann, "I had the better hand", hand_id=second.night.hands.get().pk)
    settled = settle_night(cast.sue, second.night.pk)
    assert (outstanding(cast.ann, settled), offsets()) == (900, [])
    return settled


def test_what_is_disputed_is_offset_when_the_dispute_has_ended(
    table: Table, owing: Settlement, disputed: Settlement
) -> None:
    cast, settled = table.cast, disputed
    disputes.reject_dispute(cast.rob, cast.club.disputes.get().pk, "The cards say otherwise")
    assert (outstanding(cast.ann, owing), outstanding(cast.ann, settled)) == (0, 0)
    books_hold(cast.club)


def test_a_club_that_holds_nothing_back_any_more_offsets_at_once(
    table: Table, owing: Settlement, disputed: Settlement
) -> None:
    cast, settled = table.cast, disputed
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=False)
    assert (outstanding(cast.ann, owing), outstanding(cast.ann, settled)) == (0, 0)
    books_hold(cast.club)


def test_an_offset_is_neither_recorded_nor_reversed_nor_disputed_by_people(table: Table, owing: Settlement) -> None:
    cast = table.cast
    transfer = owing.transfers.get()
    with pytest.raises(BadValue, match="cash, bank, other"):
        record_payment(cast.sue, transfer.pk, 100, "offset")
    pay(cast, owing, 100)
    settle_night(cast.sue, night(table, "Second", Ann=-400, Bob=400).night.pk)
    offset = Payment.objects.get(way="offset", transfer=transfer)
    with pytest.raises(Conflict, match="moved no money"):
        reverse_payment(cast.sue, offset.pk, "no")
    with pytest.raises(Conflict, match="moved no money"):
        disputes.open_dispute(cast.ann, "no", payment_id=offset.pk)
    document = settlement_document(cast.sue, owing.pk)
    offers = offers_to(member_for(cast.sue, May.SEE, club=cast.club.pk), document["transfers"])
    assert str(offset.pk) not in offers.confirm | offers.reverse | offers.dispute
    with pytest.raises(Overpaid):
        record_payment(cast.sue, transfer.pk, 501)


def test_currencies_are_not_mixed(table: Table, owing: Settlement) -> None:
    cast = table.cast
    pay(cast, owing, 100)
    abroad = open_table(cast, table.players, "Abroad", currency="USD")
    for name in ("Ann", "Bob"):
        abroad.sit(name, 2000)
    win(abroad, Ann=-900, Bob=900)
    end(abroad)
    second = settle_night(cast.sue, abroad.night.pk)
    assert (outstanding(cast.ann, owing), outstanding(cast.ann, second)) == (900, 900)
