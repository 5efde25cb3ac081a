"""An evening whose report tells everything that a report can."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.models import Night
from games.money.services import expenses
from games.nights.services import entry_reversal, nights
from games.play.services import missed_hands
from games.settlement.services import payments, settlements
from tests.games.cast import Cast, Table


class Clock:
    """The services' clock, set by hand; it moves on a minute with every look."""

    def __init__(self, start: datetime) -> None:
        self.moment = start

    def __call__(self) -> datetime:
        self.moment += timedelta(minutes=1)
        return self.moment


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    ticking = Clock(datetime(2026, 11, 27, 1, 0, tzinfo=UTC))
    monkeypatch.setattr(timezone, "now", ticking)
    return ticking


def result(table: Table, word: str = "Stud", **net: int) -> None:
    missed_hands.record_result(
        table.cast.sue, table.night.pk, word, {table.players[name].pk: amount for name, amount in net.items()}
    )


def play_evening(table: Table, cast: Cast) -> Night:
    """Ann, Bob and Cid have 20.00 each on account; Dot comes late, with cash. Everything happens that can."""
    sue, night = cast.sue, table.night.pk
    table.sit("Dot", 1000, "cash")
    result(table, Ann=500, Bob=-300, Cid=-200)
    result(table, "Omaha", Dot=250, Ann=-250)
    table.buy_in("Bob", 1000)
    mistaken = table.buy_in("Cid", 500)
    entry_reversal.take_back(sue, mistaken.pk, "it was Bob who asked")
    ids = [table.players[name].pk for name in ("Ann", "Bob", "Cid", "Dot")]
    expenses.record_expense(sue, night, "Pizza", 4000, ("player", ids[0]), equally=ids)
    table.cash_out("Ann", 2250)
    table.cash_out("Bob", 2700)
    table.cash_out("Cid", 1750)
    table.cash_out("Dot", 1250, "cash")
    nights.decide_difference(sue, night, [ids[2]], "a chip rolled under the sofa")
    return nights.close_night(sue, night)


@pytest.fixture
def evening(table: Table, cast: Cast) -> Table:
    play_evening(table, cast)
    return table


@pytest.fixture
def half_paid(evening: Table, cast: Cast) -> Table:
    """Settled; the first transfer is paid in part, a second payment of it was a mistake."""
    settlement = settlements.settle_night(cast.sue, evening.night.pk)
    first = settlement.transfers.order_by("number")[0]
    payments.record_payment(cast.sue, first.pk, 300)
    wrong = payments.record_payment(cast.sue, first.pk, 100)
    payments.reverse_payment(cast.sue, wrong.pk, "counted twice")
    return evening
