"""A settlement of which nothing is paid is replaced by the next of its nights; after a payment it stands."""

from datetime import UTC, datetime

import pytest

from games.clubs.selectors.players import to_be_paid
from games.core.errors import Conflict, Replaced
from games.disputes.services import disputes
from games.models import Entry, Hand, Payment, Settlement
from games.money.services import night_accounts
from games.play.services.corrections import correct
from games.reports.selectors.night_report import night_report
from games.settlement.selectors.settlements import (
    settlement_document,
    settlement_view,
    settlements_of_night,
    unsettled_view,
)
from games.settlement.services.payments import record_payment, reverse_payment
from games.settlement.services.settlements import settle_club, settle_night
from tests.games.cast import Cast, Table
from tests.games.purse import balances, books_hold, end, open_table, outstanding, pay_all, transfers, win


@pytest.fixture
def settled(table: Table) -> Settlement:
    """Ann owes Cid 3.00."""
    win(table, Ann=-300, Cid=300)
    end(table)
    return settle_night(table.cast.sue, table.night.pk)


def upheld(table: Table) -> None:
    """Ann disputes it, and is right: she had won 3.50."""
    cast, hand = table.cast, Hand.objects.get(night=table.night)
    dispute = disputes.open_dispute(cast.ann, "I had the flush", hand_id=hand.pk)
    ann, cid = (str(table.players[name].pk) for name in ("Ann", "Cid"))
    correct(cast.rob, hand.pk, {"net": {ann: 350, cid: -350}}, "She had the flush", hand.version, as_adjustment=True)
    remedy = Entry.objects.get(hand=hand, kind=Entry.Kind.CORRECTION)
    disputes.uphold_dispute(cast.rob, dispute.pk, "So it was", remedy.pk)


def second_night(table: Table, **net: int) -> Table:
    second = open_table(table.cast, table.players, "Second")
    for name in net:
        second.sit(name, 1000)
    win(second, **net)
    end(second)
    return second


def proposal(table: Table) -> tuple[list[tuple[str, str, int]], list[str]]:
    """What is said that a settlement of the night would come to: the same wherever it is asked."""
    view, report = settlement_view(table.cast.ann, table.night.pk), night_report(table.cast.ann, table.night.pk)
    names = {str(player.pk): name for name, player in table.players.items()}
    told = [(names[one["payer"]], names[one["receiver"]], one["amount"]) for one in view["transfers"]]
    assert told == [(one["payer"]["name"], one["receiver"]["name"], one["amount"]) for one in report["due"]]
    assert view["replaces"] == report["replaces"]
    return told, view["replaces"]


def owed(cast: Cast, table: Table, name: str) -> list[int]:
    return [one["amount"] for one in to_be_paid(cast.ann, table.players[name].pk)]


def test_before_any_payment_the_night_is_settled_anew(table: Table, settled: Settlement) -> None:
    cast = table.cast
    upheld(table)
    assert proposal(table) == ([("Cid", "Ann", 350)], [str(settled.pk)])
    assert owed(cast, table, "Ann") == [300]
    anew = settle_night(cast.sue, table.night.pk)
    assert transfers(cast.ann, anew) == [("Cid", "Ann", 350)]
    assert owed(cast, table, "Ann") == owed(cast, table, "Cid") == [350]
    assert proposal(table) == ([], [])
    assert balances(cast.ann, cast.club) == {"Ann": 350, "Cid": -350}
    entered = Entry.objects.get(kind=Entry.Kind.SETTLEMENT, body__settlement=str(anew.pk))
    assert entered.body["replaces"] == [str(settled.pk)]
    books_hold(cast.club)
    pay_all(cast.sue, anew)
    assert balances(cast.ann, cast.club) == {}
    books_hold(cast.club)


def test_what_was_replaced_is_read_and_not_paid(table: Table, settled: Settlement) -> None:
    cast = table.cast
    upheld(table)
    anew = settle_night(cast.sue, table.night.pk)
    document = settlement_document(cast.ann, settled.pk)
    assert (document["replaced_by"], document["replaces"]) == (str(anew.pk), [])
    assert transfers(cast.ann, settled) == [("Ann", "Cid", 300)]
    assert (document["transfers"][0]["outstanding"], document["transfers"][0]["held"]) == (0, 0)
    document = settlement_document(cast.ann, anew.pk)
    assert (document["replaced_by"], document["replaces"]) == (None, [str(settled.pk)])
    assert list(settlements_of_night(cast.ann, table.night.pk)) == [anew, settled]
    with pytest.raises(Replaced) as refused:
        record_payment(cast.sue, settled.transfers.get().pk, 300)
    assert (refused.value.code, refused.value.params["by"]) == ("replaced", str(anew.pk))
    assert not Payment.objects.exists()


@pytest.mark.parametrize("paid", ["in part", "in full", "and taken back"])
def test_after_a_payment_it_stands_and_the_difference_is_settled(table: Table, settled: Settlement, paid: str) -> None:
    cast = table.cast
    payment = record_payment(cast.sue, settled.transfers.get().pk, 100 if paid == "in part" else 300)
    if paid == "and taken back":
        reverse_payment(cast.sue, payment.pk, "It was for the taxi")
    upheld(table)
    assert proposal(table) == ([("Cid", "Ann", 650)], [])
    anew = settle_night(cast.sue, table.night.pk)
    assert transfers(cast.ann, anew) == [("Cid", "Ann", 650)]
    # Ann and Cid owe each other: only the difference is left to pay
    left = {"in part": 450, "in full": 650, "and taken back": 350}[paid]
    assert (outstanding(cast.ann, settled), outstanding(cast.ann, anew)) == (0, left)
    settled.refresh_from_db()
    assert settled.replaced_by is None
    books_hold(cast.club)


def test_what_comes_to_nothing_is_settled_all_the_same(table: Table, settled: Settlement) -> None:
    """It is settled that everybody is even: what was owed before is owed no more."""
    cast, hand = table.cast, Hand.objects.get()
    ann, bob = (str(table.players[name].pk) for name in ("Ann", "Bob"))
    correct(cast.rob, hand.pk, {"net": {ann: 0, bob: 0}}, "It was returned", hand.version, as_adjustment=True)
    assert proposal(table) == ([], [str(settled.pk)])
    anew = settle_night(cast.sue, table.night.pk)
    assert (transfers(cast.ann, anew), anew.night_ids()) == ([], [table.night.pk])
    assert list(settlements_of_night(cast.ann, table.night.pk)) == [anew, settled]
    assert owed(cast, table, "Ann") == [] and balances(cast.ann, cast.club) == {}
    with pytest.raises(Conflict, match="nothing left"):
        settle_night(cast.sue, table.night.pk)
    books_hold(cast.club)


def test_the_clubs_settlement_takes_the_place_of_its_nights(table: Table, settled: Settlement) -> None:
    cast = table.cast
    second = second_night(table, Ann=200, Bob=-200)
    (part,) = unsettled_view(cast.ann, cast.club.pk)["currencies"]
    assert (len(part["nights"]), part["replaces"]) == (2, [str(settled.pk)])
    whole = settle_club(cast.sue, cast.club.pk)
    told = [(one["payer"]["name"], one["receiver"]["name"], one["amount"]) for one in part["transfers"]]
    assert transfers(cast.ann, whole) == told
    assert sorted(told) == [("Ann", "Cid", 100), ("Bob", "Cid", 200)]
    assert whole.night_ids() == sorted([table.night.pk, second.night.pk])
    assert settlement_document(cast.ann, settled.pk)["replaced_by"] == str(whole.pk)
    books_hold(cast.club)
    upheld(table)
    # it is of the other night too: of this one alone the difference is settled, of both all of it
    assert proposal(table) == ([("Cid", "Ann", 650)], [])
    last = settle_club(cast.sue, cast.club.pk)
    assert sorted(transfers(cast.ann, last)) == [("Bob", "Ann", 200), ("Cid", "Ann", 350)]
    assert list(last.replaces.all()) == [whole]
    pay_all(cast.sue, last)
    assert balances(cast.ann, cast.club) == {}
    books_hold(cast.club)


def test_with_nothing_unsettled_nothing_is_replaced(table: Table, settled: Settlement) -> None:
    cast = table.cast
    assert unsettled_view(cast.ann, cast.club.pk) == {"currencies": [], "not_balanced": []}
    with pytest.raises(Conflict, match="nothing left"):
        settle_club(cast.sue, cast.club.pk)
    second_night(table, Ann=200, Bob=-200)
    with pytest.raises(Conflict, match="nothing left"):
        settle_night(cast.sue, table.night.pk)
    assert Settlement.objects.get() == settled


def test_another_currency_is_left_alone(table: Table, settled: Settlement) -> None:
    cast = table.cast
    abroad = open_table(cast, table.players, "Abroad", currency="USD")
    for name in ("Ann", "Bob"):
        abroad.sit(name, 1000)
    win(abroad, Ann=-200, Bob=200)
    end(abroad)
    assert list(settle_club(cast.sue, cast.club.pk, "USD").replaces.all()) == []
    settled.refresh_from_db()
    assert settled.replaced_by is None


def test_what_is_settled_anew_is_cleared(table: Table, settled: Settlement) -> None:
    """A night with something left on its table is part of no settlement, not by replacing one either."""
    moves = night_accounts.Moves().balance(str(table.players["Ann"].pk), -25).difference(25)
    night_accounts.post(
        table.night, "adjustment", moves, "by hand", datetime(2026, 11, 26, 23, tzinfo=UTC), "miscounted"
    )
    assert proposal(table) == ([], [])
    with pytest.raises(Conflict, match="reopen it first"):
        settle_night(table.cast.sue, table.night.pk)
    settled.refresh_from_db()
    assert settled.replaced_by is None
