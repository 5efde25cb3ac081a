"""Two players that are one person."""

import pytest

from games.models import Member
from games.selectors.nights import settlement_view
from games.selectors.settlements import settlement_document
from games.services import clubs, seats
from games.services.errors import Conflict, Forbidden, NotFound
from games.services.merging import merge_players
from games.services.payments import record_payment
from games.services.settlements import settle_club, settle_night
from tests.games.cast import Table
from tests.games.purse import balances, books_hold, end, open_table, outstanding, pay_all, transfers, win


def merge(table: Table, name: str, into: str) -> None:
    merge_players(table.cast.rob, table.players[name].pk, table.players[into].pk, "one and the same")


def test_balances_are_summed_and_history_is_kept(table: Table) -> None:
    """Cid came once, and the next time somebody wrote Sid."""
    cast = table.cast
    win(table, Ann=500, Cid=-500)
    end(table)
    second = open_table(cast, table.players)
    second.sit("Ann", 1000)
    second.sit("Sid", 1000)
    win(second, Ann=-200, Sid=200)
    end(second)
    table.players = second.players
    before = settle_night(cast.sue, table.night.pk)
    merge(table, "Sid", "Cid")
    assert balances(cast.ann, cast.club) == {"Ann": 300, "Cid": -300}
    assert [party["name"] for party in settlement_view(cast.ann, second.night.pk)["parties"]] == ["Ann", "Cid"]
    assert [seat["name"] for seat in second.view()["seats"]] == ["Ann", "Sid"]
    after = settle_club(cast.sue, cast.club.pk)
    assert transfers(cast.ann, after) == [("Ann", "Cid", 200)]
    pay_all(cast.sue, before)
    pay_all(cast.sue, after)
    assert balances(cast.ann, cast.club) == {}
    books_hold(cast.club)


def test_what_was_settled_before_is_paid_by_the_one_they_are(table: Table) -> None:
    cast = table.cast
    table.sit("Sid", 1000)
    win(table, Sid=-400, Bob=400)
    end(table)
    settlement = settle_night(cast.sue, table.night.pk)
    merge(table, "Sid", "Cid")
    assert transfers(cast.ann, settlement) == [("Cid", "Bob", 400)]
    pay_all(cast.sue, settlement)
    assert balances(cast.ann, cast.club) == {}


def test_what_one_owes_oneself_nobody_pays(table: Table) -> None:
    cast = table.cast
    table.sit("Sid", 1000)
    win(table, Ann=-400, Sid=400)
    win(table, Ann=400, Cid=-400)
    # two hands, and Cid and Sid in none of them together
    end(table)
    settlement = settle_night(cast.sue, table.night.pk)
    assert transfers(cast.ann, settlement) == [("Cid", "Sid", 400)]
    merge(table, "Sid", "Cid")
    assert (balances(cast.ann, cast.club), outstanding(cast.ann, settlement)) == ({}, 0)
    transfer = settlement_document(cast.ann, settlement.pk)["transfers"][0]["id"]
    with pytest.raises(Conflict, match="one person"):
        record_payment(cast.sue, transfer, 100)


def test_the_account_goes_along(table: Table) -> None:
    end(table)
    merge(table, "Ann", "Bob")
    assert Member.objects.get(user=table.cast.ann.user).player.name == "Bob"
    with pytest.raises(Conflict, match="merged already"):
        merge(table, "Ann", "Cid")
    second = open_table(table.cast, table.players)
    with pytest.raises(Conflict, match="another one"):
        second.sit("Ann", 1000)
    merge(table, "Bob", "Cid")
    table.players["Ann"].refresh_from_db()
    assert table.players["Ann"].merged_into == table.players["Cid"]


def test_who_are_two_stay_two(table: Table) -> None:
    cast = table.cast
    with pytest.raises(Conflict, match="at the table"):
        merge(table, "Bob", "Cid")
    win(table, Bob=100, Cid=-100)
    end(table)
    with pytest.raises(Conflict, match="same hand"):
        merge(table, "Bob", "Cid")
    member = clubs.add_member(cast.rob, cast.club.pk, "Otto")
    otto = clubs.add_player(cast.sue, cast.club.pk, "Otto", member_id=member.pk)
    with pytest.raises(Conflict, match="accounts"):
        merge_players(cast.rob, table.players["Ann"].pk, otto.pk, "no")
    elsewhere = clubs.add_player(cast.otto, cast.other_club.pk, "Bob")
    for other in (elsewhere.pk, table.players["Bob"].pk):
        with pytest.raises(NotFound):
            merge_players(cast.rob, table.players["Bob"].pk, other, "no")
    with pytest.raises(Forbidden):
        merge_players(cast.sue, table.players["Bob"].pk, otto.pk, "no")


def test_while_one_has_left_an_open_night_the_other_plays_on(table: Table) -> None:
    table.sit("Sid", 1000)
    table.cash_out("Sid", 1000)
    seats.leave(table.cast.sue, table.night.seats.get(player=table.players["Sid"]).pk)
    merge(table, "Sid", "Cid")
    end(table)


def test_not_into_somebody_who_is_in_a_hand(table: Table) -> None:
    """Whoever the account belongs to would see at once what that player has declared in secret."""
    clubs.add_player(table.cast.sue, table.cast.club.pk, "Sid")
    sid = table.cast.club.players.get(name="Sid")
    hand = table.deal("buddhas-folly")
    with pytest.raises(Conflict, match="being played"):
        merge_players(table.cast.rob, sid.pk, table.players["Bob"].pk, "one and the same")
    table.enter(hand, "void")
    merge_players(table.cast.rob, sid.pk, table.players["Bob"].pk, "one and the same")
