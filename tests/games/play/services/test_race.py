"""Phones that write at the same time: one log, one set of books."""

import threading

import pytest
from django.db import connection

from games.core.errors import ServiceError
from games.models import Hand
from games.money.services import chips
from games.money.services.night_accounts import read
from games.play.services import hands
from tests.games.cast import Table, make_cast, make_table


def at_once(*work: object) -> list[str]:
    """Run all at the same time; what each came to, `done` or the code of its error."""
    outcomes: list[str] = []
    gate = threading.Barrier(len(work))

    def run(call: object) -> None:
        gate.wait()
        try:
            call()  # type: ignore[operator]
            outcomes.append("done")
        except ServiceError as error:
            outcomes.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(call,)) for call in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(outcomes)


def ready() -> Table:
    return make_table(make_cast())


@pytest.mark.django_db(transaction=True)
def test_of_two_phones_one_wins_and_one_is_stale() -> None:
    table = ready()
    hand = table.deal("council-bluffs")
    lines = ("Ann fold", "Ann call", "Ann raise 300")
    work = [lambda line=line: table.enter(hand, line, at=0) for line in lines]
    assert at_once(*work) == ["done", "stale", "stale"]
    assert Hand.objects.get(pk=hand.pk).version == 1


@pytest.mark.django_db(transaction=True)
def test_declarations_from_three_phones_all_count() -> None:
    table = ready()
    hand = table.deal("buddhas-folly")
    hand = table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    lines = ("Ann declare in", "Bob declare out", "Cid declare out")
    work = [lambda line=line: table.enter(hand, line, at=hand.version) for line in lines]
    assert at_once(*work) == ["done", "done", "done"]
    hand = Hand.objects.get(pk=hand.pk)
    assert (hand.version, hand.status) == (7, "complete")
    assert table.stacks() == {"Ann": 2200, "Bob": 1900, "Cid": 1900}


@pytest.mark.django_db(transaction=True)
def test_one_hand_is_begun_and_a_hand_ends_once() -> None:
    table = ready()
    work = [lambda: hands.start_hand(table.cast.sue, table.night.pk, "council-bluffs") for _ in range(3)]
    assert at_once(*work) == ["conflict", "conflict", "done"]
    hand = Hand.objects.get()
    table.enter(hand, "Ann fold")
    work = [lambda: table.enter(hand, "Bob fold", at=1) for _ in range(3)]
    assert at_once(*work) == ["done", "stale", "stale"]
    work = [lambda: hands.undo(table.cast.sue, hand.pk, 2) for _ in range(3)]
    assert at_once(*work) == ["done", "stale", "stale"]
    assert table.stacks() == {"Ann": 2000, "Bob": 2000, "Cid": 2000}


@pytest.mark.django_db(transaction=True)
def test_buy_ins_at_the_same_time_all_count() -> None:
    table = ready()
    players = list(table.players.values()) * 2
    work = [lambda p=p: chips.buy_in(table.cast.sue, table.night.pk, p.pk, 100, "cash") for p in players]
    assert at_once(*work) == ["done"] * 6
    table.night.refresh_from_db()
    stands = read(table.night)
    assert (sum(stands.stacks.values()), stands.box) == (6600, -600)
