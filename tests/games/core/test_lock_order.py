"""Who waited for another comes after them, in the log and in its audit, though they began earlier."""

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connection

from games.audit import services as audit
from games.clubs.services import clubs
from games.clubs.services.invites import claim_player
from games.clubs.services.player_merge import merge_players
from games.core.atomic import one_transaction
from games.core.row_locks import lock_night
from games.disputes.services.disputes import answer_dispute, open_dispute
from games.models import Dispute, Member, Player, Seat
from games.money.services import chips
from games.nights.services import seats
from tests.games.cast import Table, make_cast, make_table

pytestmark = pytest.mark.django_db(transaction=True)

# Until the other one surely waits.
A_WHILE = 0.3


def waits_for(table: Table, first: Callable[[], object], second: Callable[[], object]) -> None:
    """The second begins while somebody holds the night, who does the first only then."""
    holding, wrong = threading.Event(), list[Exception]()

    def begin() -> None:
        try:
            with one_transaction():
                lock_night(pk=table.night.pk)
                holding.set()
                time.sleep(A_WHILE)
                first()
        except Exception as error:
            wrong.append(error)
        finally:
            holding.set()
            connection.close()

    thread = threading.Thread(target=begin)
    thread.start()
    holding.wait()
    second()
    thread.join()
    assert wrong == []


@pytest.fixture
def table() -> Table:
    return make_table(make_cast())


def test_a_guest_is_claimed_and_then_merged(table: Table) -> None:
    rob, sue, club = table.cast.rob, table.cast.sue, table.cast.club
    sid, bert = (clubs.add_player(sue, club.pk, name).pk for name in ("Sid", "Bert"))
    waits_for(
        table,
        lambda: claim_player(sue, sid),
        lambda: merge_players(rob, sid, bert, "one and the same"),
    )
    assert Player.objects.get(pk=bert).member == Member.objects.get(club=club, user=sue.user)
    assert audit.find(club).differences == []


def test_a_player_comes_back_and_then_is_cashed_out(table: Table) -> None:
    sue, seat = table.cast.sue, table.night.seats.get(player=table.players["Bob"])
    seats.sit_out(sue, seat.pk)
    waits_for(
        table,
        lambda: seats.sit_in(sue, seat.pk),
        lambda: chips.cash_out(sue, table.night.pk, seat.player_id, 2000),
    )
    assert Seat.objects.get(pk=seat.pk).status == Seat.Status.OUT
    assert audit.find(table.cast.club).differences == []


def test_a_dispute_is_gone_on_with_and_then_answered(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    dispute = open_dispute(table.cast.ann, "I had called", hand_id=hand.pk)
    waits_for(
        table,
        lambda: answer_dispute(table.cast.ann, dispute.pk, "With three queens"),
        lambda: answer_dispute(table.cast.sue, dispute.pk, "You had folded"),
    )
    assert Dispute.objects.get(pk=dispute.pk).state == Dispute.State.ANSWERED
    assert audit.find(table.cast.club).differences == []
