"""Pizza, rake, and mistakes taken back."""

import pytest

from games.clubs.services import clubs
from games.core.errors import BadAmount, BadValue, Conflict, Forbidden, NotFound
from games.models import Entry
from games.money.services import chips, expenses
from games.nights.services import nights, seats
from games.nights.services.entry_reversal import take_back
from games.settlement.services.settlements import settle_night
from tests.games.cast import Table
from tests.games.purse import balances, books_hold, end, open_table, pay_all, win


def nets(table: Table) -> dict[str, int]:
    return {seat["name"]: seat["to_account"] + seat["chips"] for seat in table.view()["seats"]}


def pizza(table: Table, amount: int, payer: str | None, *names: str, **more: object) -> Entry:
    paid_by = ("player", table.players[payer].pk) if payer else ("box", None)
    equally = [table.players[name].pk for name in names]
    return expenses.record_expense(table.cast.sue, table.night.pk, "pizza", amount, paid_by, equally, **more)


def test_pizza_with_odd_cents(table: Table) -> None:
    entry = pizza(table, 2000, "Bob", "Ann", "Bob", "Cid")
    assert table.named(entry.body["shares"]) == {"Ann": 667, "Bob": 667, "Cid": 666}
    assert list(table.named(dict.fromkeys(entry.body["odd"]))) == ["Ann", "Bob"]
    assert nets(table) == {"Ann": -667, "Bob": 1333, "Cid": -666}
    assert table.stacks() == {"Ann": 2000, "Bob": 2000, "Cid": 2000}
    books_hold(table.cast.club)


def test_the_odd_cent_goes_round(table: Table) -> None:
    """It always fell to the first name: on the second night it falls to the second, and so on."""
    nets_of = []
    for number in range(4):
        night = table if number == 0 else open_table(table.cast, table.players, f"Night {number}")
        if number:
            for name in ("Ann", "Bob", "Cid"):
                night.sit(name, 2000)
        nets_of.append([name for name, net in nets(pizza_of(night)).items() if net == -34])
        end(night)
    assert nets_of == [["Ann"], ["Bob"], ["Cid"], ["Ann"]]


def test_the_odd_cent_goes_round_within_a_night(table: Table) -> None:
    for _ in range(3):
        pizza_of(table)
    assert nets(table) == {"Ann": -100, "Bob": -100, "Cid": -100}


def pizza_of(table: Table) -> Table:
    """1.00 paid by the club, borne by three."""
    equally = [table.players[name].pk for name in ("Ann", "Bob", "Cid")]
    expenses.record_expense(table.cast.sue, table.night.pk, "pizza", 100, ("club", None), equally)
    return table


def test_from_the_box_in_parts_the_club_bears_some(table: Table) -> None:
    table.sit("Dan", 5000, way="cash")
    parts = {table.players["Ann"].pk: 1200, table.players["Bob"].pk: 300}
    pizza(table, 2000, None, parts=parts, club=500)
    assert table.view()["box"] == 3000
    end(table)
    # Dan bought in for cash, and takes 50.00 out on account
    assert balances(table.cast.ann, table.cast.club) == {
        "Ann": -1200,
        "Bob": -300,
        "Dan": 5000,
        "Sue": -3000,
        "Thursday": -500,
    }
    pay_all(table.cast.sue, settle_night(table.cast.sue, table.night.pk))
    assert balances(table.cast.ann, table.cast.club) == {}


def test_a_rake_is_what_players_owe_the_club(table: Table) -> None:
    equally = [player.pk for player in table.players.values()]
    expenses.record_expense(table.cast.sue, table.night.pk, "rake", 300, ("club", None), equally)
    assert nets(table) == {"Ann": -100, "Bob": -100, "Cid": -100}
    assert balances(table.cast.ann, table.cast.club)["Thursday"] == 300


def test_the_club_alone_may_pay(table: Table) -> None:
    pizza(table, 999, "Ann", club=999)
    assert nets(table) == {"Ann": 999, "Bob": 0, "Cid": 0}


@pytest.mark.parametrize(
    ("bearers", "shares", "club"),
    [
        ("night", {"Ann": 251, "Bob": 250, "Cid": 250, "Dan": 250}, 0),
        ("seated", {"Ann": 334, "Bob": 334, "Cid": 333}, 0),
        ("club", {}, 1001),
    ],
)
def test_where_nobody_says_who_bears_it_the_club_has_said_so(
    table: Table, bearers: str, shares: dict[str, int], club: int
) -> None:
    """Dan ate, and left before the bill came."""
    seat = table.sit("Dan")
    seats.leave(table.cast.sue, seat.pk)
    clubs.change_club(table.cast.rob, table.cast.club.pk, expenses_by=bearers)
    entry = pizza(table, 1001, "Bob")
    assert (table.named(entry.body["shares"]), entry.body["club"]) == (shares, club)
    books_hold(table.cast.club)


def test_a_club_says_who_bears_expenses_in_words_that_there_are(table: Table) -> None:
    with pytest.raises(BadValue, match="night, seated, club"):
        clubs.change_club(table.cast.rob, table.cast.club.pk, expenses_by="whoever")


def test_nobody_bears_what_is_eaten_where_nobody_is(table: Table) -> None:
    empty = nights.open_night(table.cast.sue, table.cast.club.pk, "Friday", 25)
    with pytest.raises(Conflict, match="Nobody"):
        expenses.record_expense(table.cast.sue, empty.pk, "pizza", 100, ("club", None))


@pytest.mark.parametrize(
    ("amount", "more", "error"),
    [
        (0, {}, BadAmount),
        (-5, {}, BadAmount),
        (100, {"parts": {}, "club": 50}, BadAmount),
        (100, {"club": 50}, BadAmount),
        (100, {"club": 101}, BadAmount),
        (100, {"club": -1}, BadAmount),
    ],
)
def test_parts_make_the_whole(table: Table, amount: int, more: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        pizza(table, amount, "Ann", **more)


def test_who_is_not_there_neither_pays_nor_bears(table: Table) -> None:
    dan = clubs.add_player(table.cast.sue, table.cast.club.pk, "Dan")
    table.players["Dan"] = dan
    with pytest.raises(NotFound):
        pizza(table, 100, "Ann", "Dan")
    with pytest.raises(NotFound):
        pizza(table, 100, "Dan", "Ann")
    night = table.night.pk
    for paid_by in (("player", None), ("box", dan.pk), ("bank", None)):
        with pytest.raises(BadValue):
            expenses.record_expense(table.cast.sue, night, "pizza", 100, paid_by, [table.players["Ann"].pk])
    with pytest.raises(BadValue, match="not both"):
        pizza(table, 100, "Ann", "Bob", parts={table.players["Bob"].pk: 100})


def test_a_mistaken_expense_is_taken_back(table: Table) -> None:
    entry = pizza(table, 2000, "Bob", "Ann", "Bob", "Cid")
    hand = table.deal("council-bluffs")
    take_back(table.cast.sue, entry.pk, "it was Cid who paid")
    pizza(table, 2000, "Cid", "Ann", "Bob", "Cid")
    table.enter(hand, "void")
    assert nets(table) == {"Ann": -667, "Bob": -667, "Cid": 1334}
    with pytest.raises(Conflict, match="already"):
        take_back(table.cast.sue, entry.pk, "twice")


def test_the_wrong_one_bought_in(table: Table) -> None:
    entry = table.buy_in("Ann", 1000)
    hand = table.deal("council-bluffs")
    with pytest.raises(Conflict, match="being played"):
        take_back(table.cast.sue, entry.pk, "it was Bob")
    table.enter(hand, "void")
    take_back(table.cast.sue, entry.pk, "it was Bob")
    assert table.stacks()["Ann"] == 2000
    with pytest.raises(Conflict, match="this kind"):
        take_back(table.cast.sue, Entry.objects.filter(kind="take_back").get().pk, "no")


def test_chips_that_were_lost_are_not_taken_back(table: Table) -> None:
    entry = table.buy_in("Ann", 1000)
    win(table, Ann=-2500, Bob=2500)
    with pytest.raises(Conflict, match="played with"):
        take_back(table.cast.sue, entry.pk, "it was Bob")
    assert table.stacks()["Ann"] == 500


def test_a_cash_out_is_recounted_away(table: Table) -> None:
    """The bank is short by 5: Bob was paid out 25.00, and had 20.00."""
    entry = table.cash_out("Bob", 2500)
    assert table.view()["over_short"] == 500
    take_back(table.cast.sue, entry.pk, "counted twice")
    table.cash_out("Bob", 2000)
    assert table.view()["over_short"] == 0
    end(table)


def short_by_five(table: Table) -> None:
    table.cash_out("Bob", 2500)
    for name in ("Ann", "Cid"):
        table.cash_out(name, 2000)
    with pytest.raises(Conflict, match="differ"):
        nights.close_night(table.cast.sue, table.night.pk)


def test_the_club_bears_what_is_short(table: Table) -> None:
    short_by_five(table)
    nights.decide_difference(table.cast.sue, table.night.pk, [], "our mistake", by_club=True)
    nights.close_night(table.cast.sue, table.night.pk)
    assert balances(table.cast.ann, table.cast.club) == {"Bob": 500, "Thursday": -500}


def test_a_named_player_bears_it_or_all_share_it(table: Table) -> None:
    short_by_five(table)
    decide, night = nights.decide_difference, table.night.pk
    decide(table.cast.sue, night, [table.players["Bob"].pk], "his own count")
    entry = table.night.entries.get(kind="difference")
    take_back(table.cast.sue, entry.pk, "they will share it")
    decide(table.cast.sue, night, [player.pk for player in table.players.values()], "shared")
    assert nets(table) == {"Ann": -167, "Bob": 333, "Cid": -166}
    nights.close_night(table.cast.sue, night)


def test_who_decides_the_club_says(table: Table) -> None:
    cast = table.cast
    assert clubs.change_club(cast.rob, cast.club.pk, differences_by="admin").differences_by == "admin"
    short_by_five(table)
    with pytest.raises(Forbidden):
        nights.decide_difference(cast.sue, table.night.pk, [], "mine to say", by_club=True)
    for players, by_club in (([], False), ([table.players["Bob"].pk], True)):
        with pytest.raises(BadValue):
            nights.decide_difference(cast.rob, table.night.pk, players, "who?", by_club=by_club)
    nights.decide_difference(cast.rob, table.night.pk, [], "so be it", by_club=True)
    with pytest.raises(BadValue):
        clubs.change_club(cast.rob, cast.club.pk, differences_by="player")
    with pytest.raises(Forbidden):
        clubs.change_club(cast.sue, cast.club.pk, name="Friday")


def test_the_clubs_way_holds_unless_said_otherwise(table: Table) -> None:
    cast = table.cast
    clubs.change_club(cast.rob, cast.club.pk, default_way="cash")
    chips.buy_in(cast.sue, table.night.pk, table.players["Ann"].pk, 1000)
    assert table.view()["box"] == 1000
