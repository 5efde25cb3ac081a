"""Two players that are one person."""

from typing import Any

import pytest

from games.clubs.services import clubs
from games.clubs.services.player_merge import merge_players
from games.core.errors import Conflict, Forbidden, NotFound
from games.models import Hand, Member, Payment
from games.money.services import chips
from games.money.services.expenses import record_expense
from games.nights.services import nights, seats
from games.play.selectors.hands import hand_view
from games.play.services.corrections import correct
from games.play.services.hands import act, undo
from games.reports.documents.files import made
from games.reports.selectors.night_report import night_report
from games.reports.selectors.statements import statement
from games.settlement.selectors.settlements import settlement_document, settlement_view
from games.settlement.services.payments import record_payment, reverse_payment
from games.settlement.services.settlements import settle_club, settle_night
from tests.games.books import check_night
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
    # what was settled under both names is settled anew, as of one player
    assert (transfers(cast.ann, after), list(after.replaces.all())) == ([("Cid", "Ann", 300)], [before])
    pay_all(cast.sue, after)
    assert balances(cast.ann, cast.club) == {}
    books_hold(cast.club)


def test_of_three_names_the_first_is_the_last_too(table: Table) -> None:
    """Sid is Cid, and Cid turns out to be Cyd."""
    club = table.cast.club
    for name in ("Sid", "Cyd"):
        table.players[name] = clubs.add_player(table.cast.sue, club.pk, name)
    end(table)
    merge(table, "Sid", "Cid")
    merge(table, "Cid", "Cyd")
    assert {player.name for player in table.players["Cyd"].merged.all()} == {"Sid", "Cid"}
    books_hold(club)


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
    with pytest.raises(Conflict, match="one person"):
        record_payment(cast.sue, settlement.transfers.get().pk, 100)
    # no document, page or spreadsheet says that Cid pays Cid
    report = night_report(cast.ann, table.night.pk)
    assert settlement_document(cast.ann, settlement.pk)["transfers"] == report["settlements"][0]["transfers"] == []
    assert "Cid,Cid" not in made(report, "csv").content.decode()


def test_a_person_has_one_result_of_a_night(table: Table) -> None:
    """Cid leaves and comes back as Sid: together that is what Cid has won, in every list of the night."""
    cast = table.cast
    win(table, Ann=-400, Cid=400)
    table.cash_out("Cid", 2400)
    seats.leave(cast.sue, table.night.seats.get(player=table.players["Cid"]).pk)
    table.sit("Sid", 1000)
    win(table, Ann=100, Sid=-100)
    end(table)
    seats_before = len(table.view()["seats"])
    merge(table, "Sid", "Cid")
    cid = str(table.players["Cid"].pk)
    lines = [seat for seat in table.view()["seats"] if seat["player"] == cid]
    assert [(one["buy_ins"], one["cash_outs"], one["result"]) for one in lines] == [(3000, 3300, 300)]
    assert len(table.view()["seats"]) == seats_before - 1
    report = night_report(cast.ann, table.night.pk)
    assert [one["result"] for one in report["players"] if one["id"] == cid] == [300]
    assert [[part["amount"] for part in hand["net"] if part["id"] == cid] for hand in report["hands"]] == [
        [400],
        [-100],
    ]


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


def came_before(table: Table, account: bool) -> None:
    """Sid is in the book from another evening, with an account of his own or without."""
    cast = table.cast
    member = clubs.add_member(cast.rob, cast.club.pk, "Otto") if account else None
    table.players["Sid"] = clubs.add_player(cast.sue, cast.club.pk, "Sid", member_id=member and member.pk)


def declares(table: Table, name: str) -> Hand:
    """In secret: the others have not declared yet."""
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    return table.enter(hand, f"{name} declare in")


def test_not_into_somebody_whose_secret_the_account_would_see(table: Table) -> None:
    """Nor where it was taken back: the log has it still. Nor after a misdeal, which an undo has played on."""
    came_before(table, account=True)
    hand = declares(table, "Bob")
    with pytest.raises(Conflict, match="declared in secret"):
        merge(table, "Sid", "Bob")
    undo(table.cast.sue, hand.pk, Hand.objects.get(pk=hand.pk).version)
    with pytest.raises(Conflict, match="declared in secret"):
        merge(table, "Sid", "Bob")
    table.enter(hand, "void")
    with pytest.raises(Conflict, match="declared in secret"):
        merge(table, "Sid", "Bob")
    table.deal("buddhas-folly")
    merge(table, "Sid", "Bob")


def test_where_nobody_comes_to_see_a_secret_a_hand_stands_in_no_way(table: Table) -> None:
    """Sid is Bob, who is in the hand: nobody has an account by it who had none. And what Cid declares is not Bob's."""
    came_before(table, account=False)
    hand = declares(table, "Bob")
    merge(table, "Sid", "Bob")
    table.enter(hand, "Ann declare out", "Cid declare out")
    assert Hand.objects.get(pk=hand.pk).status == "complete"
    check_night(table.night)


def test_a_player_in_a_hand_who_has_declared_nothing_has_the_account_at_once(table: Table) -> None:
    came_before(table, account=True)
    hand = declares(table, "Cid")
    merge(table, "Sid", "Bob")
    otto = table.cast.otto
    act(otto, hand.pk, [table.action("Bob declare out")], Hand.objects.get(pk=hand.pk).version)
    declared = {one["player"]: one["declared"] for one in hand_view(otto, hand.pk)["table"]["players"]}
    assert table.named(declared) == {"Ann": False, "Bob": "out", "Cid": True}


def test_not_while_the_one_who_goes_is_in_a_hand(table: Table) -> None:
    table.deal("buddhas-folly")
    clubs.add_player(table.cast.sue, table.cast.club.pk, "Bert")
    with pytest.raises(Conflict, match="at the table"):
        merge_players(table.cast.rob, table.players["Bob"].pk, table.cast.club.players.get(name="Bert").pk, "the same")


def statement_of(table: Table, name: str) -> dict[str, Any]:
    (part,) = statement(table.cast.sue, table.players[name].pk)["currencies"]
    assert isinstance(part, dict)
    return part


def test_the_statement_comes_to_the_balance_whatever_is_put_right_of_the_past(table: Table) -> None:
    cast = table.cast
    table.sit("Sid", 1000)
    win(table, Sid=-400, Bob=400)
    end(table)
    settlement = settle_night(cast.sue, table.night.pk)
    pay_all(cast.sue, settlement)
    merge(table, "Sid", "Cid")
    assert statement_of(table, "Cid")["closing"] == {"balance": 0, "account": 0, "chips": 0, "set_aside": 0}
    # a payment that was made under the old name, and a hand that was played under it
    reverse_payment(cast.sue, Payment.objects.get().pk, "it never came")
    assert balances(cast.ann, cast.club) == {"Bob": 400, "Cid": -400}
    assert statement_of(table, "Cid")["closing"]["balance"] == -400
    hand = table.night.hands.get()
    net = {table.players["Sid"].pk: -300, table.players["Bob"].pk: 300}
    nights.reopen_night(cast.rob, table.night.pk, "a hand was wrong")
    change = {"net": {str(player): amount for player, amount in net.items()}}
    correct(cast.rob, hand.pk, change, "read wrongly", hand.version, as_adjustment=True)
    assert balances(cast.ann, cast.club) == {"Bob": 300, "Cid": -300}
    part = statement_of(table, "Cid")
    assert part["closing"]["balance"] == -300
    assert sum(line["to_account"] for line in part["lines"]) == -300
    assert statement(cast.sue, table.players["Sid"].pk)["currencies"] == []
    books_hold(cast.club)


def test_new_money_names_the_one_they_are(table: Table) -> None:
    """Cid had no seat that night but as Sid."""
    cast = table.cast
    second = open_table(cast, table.players)
    end(table)
    for name in ("Ann", "Sid"):
        second.sit(name, 1000)
    second.cash_out("Ann", 975)
    second.cash_out("Sid", 1000)
    seats.leave(cast.sue, second.night.seats.get(player=second.players["Sid"]).pk)
    merge(second, "Sid", "Cid")
    ann, sid, cid = (second.players[name].pk for name in ("Ann", "Sid", "Cid"))
    night = second.night.pk
    for call in (
        lambda: record_expense(cast.sue, night, "Pizza", 100, ("player", ann), equally=[sid]),
        lambda: record_expense(cast.sue, night, "Pizza", 100, ("player", sid), equally=[ann]),
        lambda: nights.decide_difference(cast.rob, night, [sid], "miscounted"),
        lambda: chips.cash_out(cast.sue, night, sid, 100),
    ):
        with pytest.raises(Conflict, match="turned out to be Cid"):
            call()
    record_expense(cast.sue, night, "Pizza", 100, ("player", ann), equally=[cid])
    with pytest.raises(NotFound):
        record_expense(cast.sue, night, "Pizza", 100, ("player", ann), equally=[second.players["Bob"].pk])
    nights.decide_difference(cast.rob, night, [cid], "miscounted")
    nights.close_night(cast.rob, night)
    assert balances(cast.ann, cast.club) == {"Ann": 75, "Cid": -75}
    assert statement_of(second, "Cid")["closing"]["balance"] == -75
    assert {one["name"]: one["to_account"] for one in night_report(cast.sue, night)["players"]} == {
        "Ann": 75,
        "Cid": -75,
    }
    books_hold(cast.club)
