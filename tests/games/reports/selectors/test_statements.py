"""What a player's statement says."""

from datetime import date
from typing import Any

import pytest

from games.clubs.services import player_merge
from games.core.errors import BadValue, NotFound
from games.money.services import night_accounts, parties
from games.nights.services import nights
from games.play.services.corrections import correct
from games.reports.documents.files import made
from games.reports.selectors.statements import statement
from games.settlement.services import settlements
from tests.games.cast import Cast, Table
from tests.games.purse import end, open_table, pay_all
from tests.games.reports.conftest import Clock, result


def only(document: dict[str, Any]) -> dict[str, Any]:
    (part,) = document["currencies"]
    return part


def of(table: Table, cast: Cast, name: str, **period: Any) -> dict[str, Any]:
    return statement(cast.sue, table.players[name].pk, **period)


def test_every_line_says_what_it_was(evening: Table, cast: Cast) -> None:
    lines = only(of(evening, cast, "Bob"))["lines"]
    assert [(line["words"], line["to_chips"], line["to_account"]) for line in lines] == [
        ("Buy-in on account", 2000, -2000),
        ("Hand 1: Stud", -300, 0),
        ("Top-up on account", 1000, -1000),
        ("Expense: Pizza", 0, -1000),
        ("Cash-out on account", -2700, 2700),
    ]
    assert [line["night"]["name"] for line in lines] == ["Thursday night"] * 5


def test_chips_on_a_table_count_in_the_course_of_the_balance(table: Table, cast: Cast) -> None:
    """Bob bought for 20.00 and has lost 3.00 of it; the night goes on."""
    result(table, "Stud", Ann=300, Bob=-300)
    assert [point["balance"] for point in only(of(table, cast, "Bob"))["series"]] == [0, -300]


def test_it_runs_up_to_what_the_ledger_says(half_paid: Table, cast: Cast) -> None:
    stands = parties.balances(cast.club)["EUR"]
    for name, player in half_paid.players.items():
        part = only(of(half_paid, cast, name))
        assert part["closing"]["chips"] == 0
        assert part["closing"]["account"] == stands[parties.Party("player", str(player.pk))], name
        assert part["closing"]["balance"] == sum(line["to_account"] for line in part["lines"])


def test_what_was_taken_back_stays_with_its_reason(evening: Table, cast: Cast) -> None:
    lines = only(of(evening, cast, "Cid"))["lines"]
    mistaken, back = [line for line in lines if abs(line["to_chips"]) == 500]
    assert (back["what"], back["words"]) == ("reversal", "Taken back: Top-up on account")
    assert back["reason"] == "it was Bob who asked"
    assert back["reverses"] == mistaken["transaction"]


def test_a_hand_has_its_number_and_a_payment_its_other_side(half_paid: Table, cast: Cast) -> None:
    lines = only(of(half_paid, cast, "Ann"))["lines"]
    assert [line["hand"]["number"] for line in lines if line["what"] == "hand"] == [1, 2]
    words = [line["words"] for line in lines if line["what"] in ("payment", "reversal")]
    assert words == ["Received from Bob", "Received from Bob", "Taken back: Received from Bob"]


def test_the_curve_has_a_point_a_night_and_a_payment(half_paid: Table, cast: Cast) -> None:
    part = only(of(half_paid, cast, "Ann"))
    assert [point["balance"] for point in part["series"]] == [0, 3250, 2950, 2850, 2950]


def test_currencies_do_not_mix(table: Table, cast: Cast) -> None:
    yen = nights.open_night(cast.sue, cast.club.pk, "Kyoto", 100, currency="JPY", time_zone="Asia/Tokyo")
    other = Table(cast, yen, table.players)
    other.sit("Ann", 5000)
    found = {part["currency"]: part for part in of(table, cast, "Ann")["currencies"]}
    assert found["EUR"]["closing"] == {"balance": 0, "account": -2000, "chips": 2000, "set_aside": 0}
    assert found["JPY"]["closing"] == {"balance": 0, "account": -5000, "chips": 5000, "set_aside": 0}
    assert found["JPY"]["decimals"] == 0


def test_a_night_belongs_to_the_day_on_which_it_began(clock: Clock, cast: Cast, table: Table) -> None:
    """It begins in the evening of the 28th and goes on after midnight; a hand is corrected on the 30th."""
    clock.moment = clock.moment.replace(day=28, hour=19)  # 20:00 in Berlin
    second = open_table(cast, table.players)
    second.sit("Ann", 1000)
    second.sit("Bob", 1000)
    result(second, Ann=300, Bob=-300)
    clock.moment = clock.moment.replace(day=29, hour=2)
    result(second, Ann=100, Bob=-100)
    end(second)
    clock.moment = clock.moment.replace(day=30, hour=9)
    hand = second.night.hands.get(number=1)
    ann, bob = (str(second.players[name].pk) for name in ("Ann", "Bob"))
    correct(cast.rob, hand.pk, {"net": {ann: 250, bob: -250}}, "misread", hand.version, as_adjustment=True)
    part = only(of(table, cast, "Ann", since=date(2026, 11, 28), until=date(2026, 11, 28)))
    assert part["opening"] == {"balance": 0, "account": -2000, "chips": 2000, "set_aside": 0}, "the first night"
    assert {line["day"] for line in part["lines"]} == {date(2026, 11, 28)}
    assert [line["to_chips"] for line in part["lines"]] == [1000, 300, 100, -1400, 0]
    assert part["closing"] == {"balance": 350, "account": -1650, "chips": 2000, "set_aside": 0}
    later = only(of(table, cast, "Ann", since=date(2026, 11, 29)))
    assert (later["lines"], later["opening"]) == ([], later["closing"])


def test_days_are_the_nights_own(clock: Clock, cast: Cast, table: Table) -> None:
    """At three in the morning of the 29th in Berlin it is the evening of the 28th in New York."""
    clock.moment = clock.moment.replace(day=29, hour=2)
    night = nights.open_night(cast.sue, cast.club.pk, "Abroad", 25, time_zone="America/New_York")
    Table(cast, night, table.players).sit("Ann", 1000)
    part = only(of(table, cast, "Ann", since=date(2026, 11, 28), until=date(2026, 11, 28)))
    assert [line["to_chips"] for line in part["lines"]] == [1000]


def test_a_payment_after_midnight_comes_after_its_night(clock: Clock, cast: Cast, table: Table) -> None:
    """It is of the day on which it was made: lines are in the order of days, and each balance is the one after it."""
    result(table, Ann=300, Bob=-300)
    end(table)
    settlement = settlements.settle_night(cast.sue, table.night.pk)
    pay_all(cast.sue, settlement)
    nights.reopen_night(cast.rob, table.night.pk, "a hand was forgotten")
    for name in ("Ann", "Bob"):
        table.buy_in(name, 1000)
    result(table, Ann=100, Bob=-100)
    end(table)
    lines = only(of(table, cast, "Ann"))["lines"]
    assert [line["day"] for line in lines] == sorted(line["day"] for line in lines)
    balance = 0
    for line in lines:
        balance += line["to_account"] + line["to_chips"]
        assert line["balance"] == balance == line["account"] + line["chips"]


def test_a_period_that_ends_before_it_begins_is_none(table: Table, cast: Cast) -> None:
    with pytest.raises(BadValue):
        of(table, cast, "Ann", since=date(2026, 11, 28), until=date(2026, 11, 27))


def test_a_merged_player_points_to_who_they_are(evening: Table, cast: Cast) -> None:
    twin = evening.players["Dot"]
    other = Table(cast, evening.night, evening.players)
    from games.clubs.services import clubs

    dorothy = clubs.add_player(cast.sue, cast.club.pk, "Dorothy")
    player_merge.merge_players(cast.rob, twin.pk, dorothy.pk, "the same person")
    document = of(other, cast, "Dot")
    assert document["merged_into"]["name"] == "Dorothy"
    assert document["currencies"] == []
    lines = only(statement(cast.sue, dorothy.pk))["lines"]
    assert (lines[-1]["words"], lines[-1]["reason"]) == ("Balance of another name", "the same person")
    assert lines[-1]["to_account"] == 0
    assert "Another name of Dorothy" in made(document, "csv").content.decode()


def test_of_who_never_played_there_is_nothing(table: Table, cast: Cast) -> None:
    from games.clubs.services import clubs

    new = clubs.add_player(cast.sue, cast.club.pk, "New")
    assert statement(cast.sue, new.pk)["currencies"] == []


def test_another_clubs_player_is_not_there(table: Table, cast: Cast) -> None:
    with pytest.raises(NotFound):
        statement(cast.otto, table.players["Ann"].pk)


def test_the_head_is_the_last_transaction(table: Table, cast: Cast) -> None:
    from ledger.models import JournalTransaction, Link

    last = JournalTransaction.objects.filter(book=cast.club.book).latest("posted_at")
    head = of(table, cast, "Ann")["head"]
    assert head["transaction"] == str(last.pk)
    link = Link.objects.filter(book=cast.club.book).latest("sequence")
    assert head["chain"]["sequence"] == link.sequence == Link.objects.filter(book=cast.club.book).count()
    assert head["chain"]["hash"] == link.hash
    assert link.hash.startswith(head["chain"]["short"].replace(" ", ""))
    assert night_accounts.read(table.night).pot == 0
