"""Money from several phones at once: settled once, paid once, granted once."""

import pytest

from games.clubs.services.player_merge import merge_players
from games.models import Payment, Settlement, Share
from games.money.services import chip_requests
from games.play.services.corrections import correct
from games.settlement.services.payments import record_payment, reverse_payment
from games.settlement.services.settlements import settle_club, settle_night
from tests.games.cast import Table, make_cast, make_table
from tests.games.play.services.test_race import at_once
from tests.games.purse import balances, books_hold, end, transfers, win


def ended() -> Table:
    """Bob owes Ann 5.00."""
    table = make_table(make_cast())
    win(table, Ann=500, Bob=-500)
    end(table)
    return table


@pytest.mark.django_db(transaction=True)
def test_a_night_is_settled_once() -> None:
    table = ended()
    sue, night, club = table.cast.sue, table.night.pk, table.cast.club.pk
    work = [lambda: settle_night(sue, night), lambda: settle_club(sue, club), lambda: settle_night(sue, night)]
    assert at_once(*work) == ["conflict", "conflict", "done"]
    assert sorted(Share.objects.values_list("amount", flat=True)) == [-500, 500]
    assert Settlement.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_what_is_owed_is_paid_once_and_reversed_once() -> None:
    table = ended()
    cast = table.cast
    transfer = settle_night(cast.sue, table.night.pk).transfers.get()
    assert at_once(*[lambda: record_payment(cast.sue, transfer.pk, 300)] * 3) == ["done", "overpaid", "overpaid"]
    assert balances(cast.ann, cast.club) == {"Ann": 200, "Bob": -200}
    paid = Payment.objects.get()
    assert at_once(*[lambda: reverse_payment(cast.sue, paid.pk, "no")] * 3) == ["conflict", "conflict", "done"]
    assert balances(cast.ann, cast.club) == {"Ann": 500, "Bob": -500}
    books_hold(cast.club)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("whole", [False, True])
def test_what_is_being_replaced_is_not_paid(whole: bool) -> None:
    """The payment is first, and the difference is settled; or the new settlement is, and the old one is not paid."""
    table = ended()
    cast, night = table.cast, table.night
    first = settle_night(cast.sue, night.pk)
    transfer = first.transfers.get()
    hand, (ann, bob) = night.hands.get(), (str(table.players[name].pk) for name in ("Ann", "Bob"))
    correct(cast.rob, hand.pk, {"net": {ann: 300, bob: -300}}, "misread", hand.version, as_adjustment=True)
    settle = (lambda: settle_club(cast.sue, cast.club.pk)) if whole else (lambda: settle_night(cast.sue, night.pk))
    came_to = at_once(lambda: record_payment(cast.sue, transfer.pk, 300), settle)
    anew = Settlement.objects.exclude(pk=first.pk).get()
    if Payment.objects.exists():
        assert (came_to, transfers(cast.ann, anew)) == (["done", "done"], [("Ann", "Bob", 200)])
    else:
        assert (came_to, transfers(cast.ann, anew)) == (["done", "replaced"], [("Bob", "Ann", 300)])
    assert list(anew.replaces.all()) == ([] if Payment.objects.exists() else [first])
    books_hold(cast.club)


@pytest.mark.django_db(transaction=True)
def test_a_payment_and_a_merge_miss_nothing() -> None:
    table = ended()
    cast = table.cast
    transfer = settle_night(cast.sue, table.night.pk).transfers.get()
    bob, cid = table.players["Bob"].pk, table.players["Cid"].pk
    pay, merge = lambda: record_payment(cast.sue, transfer.pk, 300), lambda: merge_players(cast.rob, bob, cid, "one")
    assert at_once(pay, merge) == ["done", "done"]
    assert balances(cast.ann, cast.club) == {"Ann": 200, "Cid": -200}
    books_hold(cast.club)


@pytest.mark.django_db(transaction=True)
def test_a_request_is_granted_once() -> None:
    table = make_table(make_cast())
    request = chip_requests.ask_for_chips(table.cast.sue, table.night.pk, table.players["Ann"].pk, 1000)
    assert at_once(*[lambda: chip_requests.grant(table.cast.sue, request.pk)] * 3) == ["conflict", "conflict", "done"]
    assert table.stacks()["Ann"] == 3000
