"""What the settlement report of a night says."""

from typing import Any

import pytest

from games.core.errors import NotFound
from games.models import Night
from games.money.services import expenses
from games.nights.services import nights
from games.reports.documents.files import made
from games.reports.selectors.night_report import night_report
from tests.games.cast import Cast, Table
from tests.games.reports.conftest import Clock, result


def by_name(report: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {player["name"]: player for player in report["players"]}


def test_each_player_has_buy_ins_cash_outs_and_a_result(evening: Table, cast: Cast) -> None:
    players = by_name(night_report(cast.sue, evening.night.pk))
    assert {name: (one["buy_ins"], one["cash_outs"]) for name, one in players.items()} == {
        "Ann": (2000, 2250),
        "Bob": (3000, 2700),
        "Cid": (2000, 1750),
        "Dot": (1000, 1250),
    }
    # the pizza is no part of it, nor the half euro that Cid counted too few and was given back
    assert {name: one["result"] for name, one in players.items()} == {"Ann": 250, "Bob": -300, "Cid": -250, "Dot": 250}


def test_a_pizza_that_was_paid_for_others_is_no_win(evening: Table, cast: Cast) -> None:
    ann = by_name(night_report(cast.sue, evening.night.pk))["Ann"]
    assert (ann["result"], ann["others"]) == (250, [])
    assert ann["beside"] == [{"words": "Expense: Pizza", "amount": -1000}]
    assert ann["outlays"] == [{"words": "Pizza", "amount": 4000}]
    assert ann["to_account"] == ann["result"] - 1000 + 4000


def test_an_expense_paid_and_borne_by_one_player_is_listed(table: Table, cast: Cast) -> None:
    """Nothing is posted for it: what Bob is owed he owes."""
    bob = table.players["Bob"].pk
    expenses.record_expense(cast.sue, table.night.pk, "Taxi", 1200, ("player", bob), equally=[bob])
    report = night_report(cast.sue, table.night.pk)
    one = by_name(report)["Bob"]
    assert one["beside"] == [{"words": "Expense: Taxi", "amount": -1200}]
    assert one["outlays"] == [{"words": "Taxi", "amount": 1200}]
    assert (one["result"], one["to_account"]) == (0, -2000)
    lines = [line.split(",") for line in made(report, "csv").content.decode().splitlines()]
    head = next(line for line in lines if line[0] == "player")
    row = dict(zip(head, next(line for line in lines if line[0] == "Bob"), strict=True))
    assert (row["expenses and adjustments"], row["paid for others"], row["result"]) == ("-12.00", "12.00", "0.00")


def test_what_is_shared_out_is_what_was_over_or_short(evening: Table, cast: Cast) -> None:
    (decision,) = night_report(cast.sue, evening.night.pk)["difference"]
    assert decision["over_short"] == -50, "half a euro less was counted than expected"


def test_the_results_come_to_what_was_over_or_short(evening: Table, cast: Cast) -> None:
    report = night_report(cast.sue, evening.night.pk)
    assert sum(one["result"] for one in report["players"]) == -50
    cash = report["box"]["paid_in"] - report["box"]["paid_out"]
    assert sum(one["to_account"] for one in report["players"]) == cash


def test_hands_and_what_was_beside_them_add_up_to_the_result(evening: Table, cast: Cast) -> None:
    report = night_report(cast.sue, evening.night.pk)
    for player in report["players"]:
        hands = [one["amount"] for hand in report["hands"] for one in hand["net"] if one["id"] == player["id"]]
        assert sum(hands) + sum(one["amount"] for one in player["others"]) == player["result"]
    assert by_name(report)["Cid"]["others"] == [{"words": "Over or short at the cash-out", "amount": -50}]


def test_cash_is_in_the_box(evening: Table, cast: Cast) -> None:
    box = night_report(cast.sue, evening.night.pk)["box"]
    assert box == {"holder": "Sue", "paid_in": 1000, "paid_out": 1250, "holds": -250}


def test_what_was_taken_back_is_nowhere(evening: Table, cast: Cast) -> None:
    report = night_report(cast.sue, evening.night.pk)
    assert by_name(report)["Cid"]["buy_ins"] == 2000
    assert [one["word"] for one in report["expenses"]] == ["Pizza"]


def test_the_difference_is_told_with_its_reason(evening: Table, cast: Cast) -> None:
    (decision,) = night_report(cast.sue, evening.night.pk)["difference"]
    assert decision["reason"] == "a chip rolled under the sofa"
    assert [(one["name"], one["amount"]) for one in decision["shares"]] == [("Cid", 50)]


def test_every_hand_is_one_line(evening: Table, cast: Cast) -> None:
    hands = night_report(cast.sue, evening.night.pk)["hands"]
    assert [(one["number"], one["title"]) for one in hands] == [(1, "Stud"), (2, "Omaha")]
    assert [(one["name"], one["amount"]) for one in hands[0]["net"]] == [("Ann", 500), ("Cid", -200), ("Bob", -300)]


def test_each_line_of_the_chart_ends_at_the_result(evening: Table, cast: Cast) -> None:
    report = night_report(cast.sue, evening.night.pk)
    for series in report["series"]:
        assert series["points"][-1]["result"] == by_name(report)[series["name"]]["result"]
    ann = next(one for one in report["series"] if one["name"] == "Ann")
    assert [(one["hand"], one["result"]) for one in ann["points"]] == [(1, 500), (2, 250), (None, 250)]


def test_an_open_night_says_what_is_left_and_settles_nothing(table: Table, cast: Cast) -> None:
    result(table, Ann=500, Bob=-500)
    report = night_report(cast.ann, table.night.pk)
    assert not report["final"]
    assert report["open"]["chips"] == 6000
    assert report["due"] == []
    assert by_name(report)["Ann"]["chips"] == 2500
    assert by_name(report)["Ann"]["result"] == 500


def test_before_a_settlement_it_says_who_would_pay_whom(evening: Table, cast: Cast) -> None:
    report = night_report(cast.sue, evening.night.pk)
    assert report["settlements"] == []
    assert sum(one["amount"] for one in report["due"]) > 0


def test_of_a_settlement_it_says_what_has_been_paid(half_paid: Table, cast: Cast) -> None:
    report = night_report(cast.sue, half_paid.night.pk)
    assert report["due"] == []
    first = report["settlements"][0]["transfers"][0]
    assert (first["paid"], first["outstanding"]) == (300, first["amount"] - 300)
    assert [one["reason"] for one in first["payments"]] == ["", "counted twice"]


def test_a_peg_hand_is_for_points(table: Table, cast: Cast) -> None:
    hand = table.deal("bluff-n-peg")
    (line,) = night_report(cast.sue, table.night.pk)["hands"]
    assert line["title"] == "Bluff N' Peg"
    assert line["number"] == hand.number
    assert not line["for_money"]
    assert line["net"] == []


def test_a_hand_at_17_31_in_california_stays_on_its_own_date(cast: Cast, clock: Clock) -> None:
    """It is the next day already in UTC."""
    night = nights.open_night(cast.sue, cast.club.pk, "West", 25, currency="USD", time_zone="America/Los_Angeles")
    table = Table(cast, night)
    for name in ("Eve", "Fay"):
        table.sit(name, 1000)
    clock.moment = clock.moment.replace(hour=1, minute=30)
    result(table, Eve=100, Fay=-100)
    report = night_report(cast.sue, night.pk)
    started = report["hands"][0]["started_at"]
    assert started.isoformat(timespec="minutes") == "2026-11-26T17:31-08:00"
    assert report["currency"] == "USD"


def test_another_clubs_night_is_not_there(evening: Table, cast: Cast) -> None:
    with pytest.raises(NotFound):
        night_report(cast.otto, evening.night.pk)


def test_queries_do_not_grow_with_the_night(table: Table, cast: Cast, django_assert_max_num_queries: Any) -> None:
    for _ in range(10):
        result(table, Ann=100, Bob=-100)
        result(table, Ann=-100, Bob=100)
    assert Night.objects.count() == 1
    with django_assert_max_num_queries(25):
        night_report(cast.sue, table.night.pk)
