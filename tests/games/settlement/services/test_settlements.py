"""Who pays whom: of a night, of the whole club, after payments, and after corrections."""

import pytest

from games.clubs.services import clubs
from games.core.errors import Conflict
from games.models import Hand, Member, Night, Settlement
from games.money.services import money_moves, night_accounts
from games.nights.selectors.nights import night_view
from games.nights.services import nights, seats
from games.play.services import hands
from games.play.services.corrections import correct
from games.settlement.selectors.settlements import settlement_view, settlements_of_night, unsettled_view
from games.settlement.services.payments import record_payment
from games.settlement.services.settlements import settle_club, settle_night
from tests.games.cast import Cast, Table
from tests.games.purse import (
    balances,
    books_hold,
    end,
    open_table,
    outstanding,
    pay_all,
    transfers,
    win,
)


def adjust(night: Night, payer: str, receiver: str, amount: int, key: str = "by hand") -> None:
    """What a correction of a hand comes to, once everyone has cashed out."""
    moves = money_moves.to_balances({payer: -amount, receiver: amount})
    night_accounts.post(night, "adjustment", moves, key, night.opened_at, "corrected")


def test_a_late_arrival_a_top_up_and_a_walk_out(table: Table) -> None:
    cast = table.cast
    win(table, Ann=500, Bob=-500)
    table.sit("Dan", 1000)
    table.buy_in("Bob", 500)
    win(table, Dan=1000, Cid=-1000)
    table.cash_out("Cid", 1000)
    seats.leave(cast.sue, table.night.seats.get(player=table.players["Cid"]).pk)
    win(table, Ann=-250, Dan=250)
    end(table)
    settlement = settle_night(cast.sue, table.night.pk)
    # Ann +250, Bob -500, Cid -1000 (who left), Dan +1250
    assert sorted(transfers(cast.ann, settlement)) == [("Bob", "Ann", 250), ("Bob", "Dan", 250), ("Cid", "Dan", 1000)]
    assert balances(cast.ann, cast.club) == {"Ann": 250, "Bob": -500, "Cid": -1000, "Dan": 1250}
    pay_all(cast.sue, settlement)
    assert balances(cast.ann, cast.club) == {}
    books_hold(cast.club)


def test_an_open_night_is_not_settled(table: Table) -> None:
    with pytest.raises(Conflict, match="open"):
        settle_night(table.cast.sue, table.night.pk)
    with pytest.raises(Conflict, match="nothing"):
        settle_club(table.cast.sue, table.cast.club.pk)


def test_a_settlement_is_not_made_twice(table: Table) -> None:
    win(table, Ann=500, Bob=-500)
    end(table)
    cast = table.cast
    settlement = settle_night(cast.sue, table.night.pk)
    for again in (lambda: settle_night(cast.sue, table.night.pk), lambda: settle_club(cast.sue, cast.club.pk)):
        with pytest.raises(Conflict, match="nothing left"):
            again()
    pay_all(cast.sue, settlement)
    with pytest.raises(Conflict, match="nothing left"):
        settle_night(cast.sue, table.night.pk)
    assert settlement_view(cast.sue, table.night.pk)["transfers"] == []


def test_the_whole_club_over_three_nights(table: Table) -> None:
    cast = table.cast
    win(table, Ann=500, Bob=-300, Cid=-200)
    end(table)
    second = open_table(cast, table.players, "Second")
    for name in ("Ann", "Bob", "Dan"):
        second.sit(name, 1000)
    win(second, Ann=-500, Bob=300, Dan=200)
    end(second, way="cash")
    third = open_table(cast, second.players, "Third")
    third.sit("Cid", 1000, way="cash")
    third.sit("Dan", 1000, way="cash")
    win(third, Cid=400, Dan=-400)
    end(third, way="cash")
    running = open_table(cast, second.players, "Not over yet")
    running.sit("Ann", 1000)

    unsettled = unsettled_view(cast.ann, cast.club.pk)["currencies"]
    assert len(unsettled[0]["nights"]) == 2  # the third was cash throughout: nobody owes anything
    settlement = settle_club(cast.sue, cast.club.pk)
    paid = dict.fromkeys(("Ann", "Bob", "Cid", "Dan", "Sue"), 0)
    for payer, receiver, amount in transfers(cast.ann, settlement):
        paid[payer] -= amount
        paid[receiver] += amount
    # the second night was bought in on account and paid out in cash: Sue's box stood for it
    assert paid == {"Ann": -500, "Bob": -1300, "Cid": -200, "Dan": -1000, "Sue": 3000}
    pay_all(cast.sue, settlement)
    assert balances(cast.ann, cast.club) == {}, "the chips of the night that goes on count as if cashed out"
    assert list(settlements_of_night(cast.ann, second.night.pk)) == [settlement]
    assert list(settlements_of_night(cast.ann, running.night.pk)) == []
    books_hold(cast.club)


def test_a_night_of_which_something_is_paid_is_no_part_of_the_clubs_settlement(table: Table) -> None:
    cast = table.cast
    win(table, Ann=500, Bob=-500)
    end(table)
    of_night = settle_night(cast.sue, table.night.pk)
    record_payment(cast.sue, of_night.transfers.get().pk, 1)
    second = open_table(cast, table.players, "Second")
    second.sit("Ann", 1000)
    second.sit("Bob", 1000)
    win(second, Ann=-200, Bob=200)
    end(second)
    of_club = settle_club(cast.sue, cast.club.pk)
    assert transfers(cast.ann, of_club) == [("Ann", "Bob", 200)]
    # what Ann owes Bob now is offset against what he still owes her
    assert (outstanding(cast.ann, of_club), outstanding(cast.ann, of_night)) == (0, 299)


def test_a_club_settles_each_currency_by_itself(table: Table) -> None:
    cast = table.cast
    win(table, Ann=500, Bob=-500)
    end(table)
    abroad = open_table(cast, table.players, "Abroad", currency="USD")
    abroad.sit("Ann", 1000)
    abroad.sit("Bob", 1000)
    win(abroad, Ann=-200, Bob=200)
    end(abroad)
    euros = settle_club(cast.sue, cast.club.pk)
    assert (euros.currency, transfers(cast.ann, euros)) == ("EUR", [("Bob", "Ann", 500)])
    dollars = settle_club(cast.sue, cast.club.pk, "USD")
    assert (dollars.currency, transfers(cast.ann, dollars)) == ("USD", [("Ann", "Bob", 200)])


def test_what_a_correction_left_open_is_decided_before_it_is_settled(table: Table) -> None:
    """Bob was 20.00 short, and bought them on credit. He had declared out: the chips were counted, and stay."""
    cast = table.cast
    hand = table.deal("buddhas-folly", {"ante": 1000})
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    hand = table.enter(hand, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")
    nights.decide_pot(cast.sue, table.night.pk, "split", "late")
    end(table)
    actions = [entry.body for entry in hand.entries.filter(kind="action").order_by("number")]
    alone = [*actions[:5], table.action("Bob declare out"), actions[6]]
    done = correct(cast.rob, hand.pk, {"actions": alone}, "Bob was out", hand.version)
    assert set(done.preview.warnings) == {
        "counted_since",
        "pot_decided_since",
        "night_is_closed",
        "difference_undecided",
    }
    assert table.view()["over_short"] == 2000
    for settle in (lambda: settle_night(cast.sue, table.night.pk), lambda: settle_club(cast.sue, cast.club.pk)):
        with pytest.raises(Conflict, match="reopen it first"):
            settle()
    assert settlement_view(cast.sue, table.night.pk)["transfers"] == []
    night = nights.reopen_night(cast.rob, table.night.pk, "who bears it?")
    assert (night.status, night.closed_at) == (Night.Status.OPEN, None)
    nights.decide_difference(cast.sue, table.night.pk, [table.players["Bob"].pk], "he has the chips")
    nights.close_night(cast.sue, table.night.pk)
    pay_all(cast.sue, settle_night(cast.sue, table.night.pk))
    assert balances(cast.ann, cast.club) == {}
    books_hold(cast.club)


@pytest.mark.parametrize("paid", [1, 500])
def test_a_correction_after_a_payment_is_settled_by_itself(table: Table, paid: int) -> None:
    cast = table.cast
    win(table, Ann=500, Bob=-500)
    end(table)
    first = settle_night(cast.sue, table.night.pk)
    record_payment(cast.sue, first.transfers.get().pk, paid)
    ann, bob = (str(table.players[name].pk) for name in ("Ann", "Bob"))
    adjust(table.night, ann, bob, 150)
    second = settle_night(cast.sue, table.night.pk)
    assert transfers(cast.ann, second) == [("Ann", "Bob", 150)]
    assert transfers(cast.ann, first) == [("Bob", "Ann", 500)]
    pay_all(cast.sue, first)
    pay_all(cast.sue, second)
    assert balances(cast.ann, cast.club) == {}


def test_a_hand_that_was_settled_is_not_undone(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold", "Cid fold")
    end(table)
    settle_night(table.cast.sue, table.night.pk)
    nights.reopen_night(table.cast.rob, table.night.pk, "one hand more")
    with pytest.raises(Conflict, match="settled"):
        hands.undo(table.cast.sue, hand.pk, Hand.objects.get(pk=hand.pk).version)


def test_a_reopened_night_is_settled_anew(table: Table) -> None:
    cast = table.cast
    win(table, Ann=500, Bob=-500)
    end(table)
    settle_night(cast.sue, table.night.pk)
    nights.reopen_night(cast.rob, table.night.pk, "one hand more")
    table.buy_in("Ann", 1000)
    table.buy_in("Cid", 1000)
    seats.sit_in(cast.sue, table.night.seats.get(player=table.players["Ann"]).pk)
    win(table, Ann=-100, Cid=100)
    end(table)
    assert transfers(cast.ann, settle_night(cast.sue, table.night.pk)) == [("Bob", "Ann", 400), ("Bob", "Cid", 100)]


def test_three_clubs_three_currencies(cast: Cast) -> None:
    """Yen have no decimals: a hundred of them are a hundred, and the smallest chip may be one."""
    for currency, chip, zone in (("JPY", 1, "Asia/Tokyo"), ("EUR", 25, "Europe/Berlin"), ("KWD", 5, "Asia/Kuwait")):
        club = clubs.create_club(cast.rob, currency, currency, zone)
        night = nights.open_night(cast.rob, club.pk, "Night", chip)
        table = Table(cast, night)
        for name in ("Ann", "Bob"):
            table.players[name] = clubs.add_player(cast.rob, club.pk, name)
        table.cast = Cast(cast.rob, cast.rob, cast.ann, cast.otto, club, cast.other_club)
        table.sit("Ann", 1000)
        table.sit("Bob", 1000)
        win(table, Ann=15 * chip, Bob=-15 * chip)
        end(table)
        settlement = settle_club(cast.rob, club.pk)
        assert (settlement.currency, transfers(cast.rob, settlement)) == (currency, [("Bob", "Ann", 15 * chip)])
        assert night_view(cast.rob, night.pk)["decimals"] == {"JPY": 0, "EUR": 2, "KWD": 3}[currency]
        books_hold(club)
    assert Settlement.objects.count() == 3


def test_the_same_nets_are_settled_the_same_way(table: Table) -> None:
    for name in ("Dan", "Eva", "Fay"):
        table.sit(name, 2000)
    win(table, Ann=300, Bob=300, Cid=-100, Dan=-200, Eva=-300, Fay=0)
    end(table)
    first = settlement_view(table.cast.sue, table.night.pk)["transfers"]
    assert first == settlement_view(table.cast.sue, table.night.pk)["transfers"]
    stored = settle_night(table.cast.sue, table.night.pk)
    kept = [(str(one.payer), str(one.receiver), one.amount) for one in stored.transfers.order_by("number")]
    assert kept == [(one["payer"], one["receiver"], one["amount"]) for one in first]
    assert len(first) == 3


def test_who_holds_the_box_is_a_party(table: Table) -> None:
    cast = table.cast
    table.sit("Dan", 1000, way="cash")
    win(table, Ann=1000, Dan=-1000)
    end(table)
    settlement = settle_night(cast.sue, table.night.pk)
    assert transfers(cast.ann, settlement) == [("Sue", "Ann", 1000)]
    assert night_view(cast.sue, table.night.pk)["box"] == 1000
    pay_all(cast.sue, settlement)
    assert night_view(cast.sue, table.night.pk)["box"] == 0
    assert Member.objects.get(pk=table.night.box_holder_id).user == cast.sue.user
