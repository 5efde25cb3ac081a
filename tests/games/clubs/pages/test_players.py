"""A player's page: what they stand at, what is to be paid, every night and hand of theirs."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.clubs.pages.players import NIGHTS_A_PAGE
from games.clubs.services import clubs, player_merge
from games.models import Hand, Payment, Settlement
from games.money.services import expenses
from games.play.services import missed_hands, rulings
from games.settlement.services import payments, settlements
from tests.games.browser import browser
from tests.games.cast import Cast, Table
from tests.games.play.pages.test_hands import read, words
from tests.games.purse import end, open_table, win

MOST_QUERIES = 36


def page(table: Table, name: str = "Ann") -> str:
    return reverse("player-page", args=[table.players[name].pk])


@pytest.fixture
def settled(table: Table) -> Settlement:
    """Bob has lost 5.00 to Ann, and Cid 2.00: that is what they pay her."""
    win(table, Ann=700, Bob=-500, Cid=-200)
    end(table)
    return settlements.settle_night(table.cast.sue, table.night.pk)


def pay(table: Table, settlement: Settlement, name: str = "Bob", amount: int = 500) -> Payment:
    transfer = settlement.transfers.get(payer=table.players[name].pk)
    return payments.record_payment(table.cast.sue, transfer.pk, amount)


def test_who_keeps_score_says_which_player_they_are(table: Table, cast: Cast) -> None:
    sue, bob = browser(cast.sue.user), page(table, "Bob")
    assert "This is me" not in read(browser(cast.ann.user), bob)
    assert "This is me" not in read(sue, page(table))
    assert "This is me" in read(sue, bob)
    followed = sue.post(reverse("player-claim", args=[table.players["Bob"].pk]), {"key": "k"}, follow=True)
    assert followed.redirect_chain == [(bob, 302)]
    assert "counting 20,00 € in chips" in words(followed.content.decode())
    assert not [name for name in ("Bob", "Cid") if "This is me" in read(sue, page(table, name))]


def test_the_balance_stands_large_and_leads_to_the_statement(table: Table, cast: Cast, settled: Settlement) -> None:
    html = read(browser(cast.ann.user), page(table))
    assert re.search(r'class="stand-amount up">\+7,00', html)
    assert "Balance +7,00 € The club owes this" in words(html)
    assert reverse("statement-page", args=[table.players["Ann"].pk]) in html
    other = words(read(browser(cast.ann.user), page(table, "Bob")))
    assert "Balance −5,00 € This is owed to the club" in other


def test_every_night_and_every_hand_of_theirs_with_a_link(table: Table, cast: Cast) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold", "Cid fold")
    win(table, Bob=100, Cid=-100)
    end(table)
    ann, bob = (read(browser(cast.ann.user), page(table, name)) for name in ("Ann", "Bob"))
    stud = Hand.objects.get(game="Stud")
    assert reverse("hand-page", args=[hand.pk]) in ann and "Council Bluffs" in ann
    assert "+1,50" in words(ann)
    # in the second hand Ann was not
    assert reverse("hand-page", args=[stud.pk]) not in ann
    assert reverse("hand-page", args=[stud.pk]) in bob
    assert "Thursday night" in ann


def test_a_hand_for_pegs_is_told_in_holes(table: Table, cast: Cast) -> None:
    hand = table.deal("bluff-n-peg")
    table.enter(hand, "Bob draw 0", "Cid draw 0", "Ann draw 0", "Bob play Kh", "Cid fold", "Ann fold")
    assert "+5 holes" in words(read(browser(cast.ann.user), page(table, "Bob")))


def test_a_ruled_hand_has_brought_what_was_ruled(table: Table, cast: Cast) -> None:
    hand = table.deal("council-bluffs")
    hand = table.enter(hand, "Ann raise 300", "Bob fold", "Cid fold")
    net = {table.players[name].pk: amount for name, amount in (("Ann", 50), ("Bob", 50), ("Cid", -100))}
    rulings.rule(cast.rob, hand.pk, rulings.Asked(net), "Bob was not asked", hand.version)
    html = read(browser(cast.ann.user), page(table, "Bob"))
    assert re.search(r"Council Bluffs \d\d:\d\d ruled \+0,50", words(html))
    line = words(read(browser(cast.ann.user), reverse("statement-page", args=[table.players["Bob"].pk])))
    assert "Ruling on hand 1: Council Bluffs" in line


def test_an_open_night_has_a_result_so_far(table: Table, cast: Cast) -> None:
    said = words(read(browser(cast.ann.user), page(table)))
    assert "Balance 0,00 € All even · counting 20,00 € in chips" in said
    assert re.search(r"Thursday night [\d.]+ Result so far 0,00", said)


def test_i_see_what_others_owe_me_and_record_it(table: Table, cast: Cast, settled: Settlement) -> None:
    client = browser(cast.ann.user)
    html = read(client, page(table))
    assert "To receive Bob 5,00" in words(html)
    transfer = settled.transfers.get(payer=table.players["Bob"].pk)
    sent = {"key": "k", "from": page(table), "amount": "5,00", "way": "cash"}
    assert client.post(reverse("payment-record", args=[transfer.pk]), sent)["Location"] == page(table)
    payment = Payment.objects.get()
    assert (payment.amount, payment.confirmed_at is not None) == (500, True)
    assert "Bob 5,00" not in words(read(client, page(table)))
    assert "Cid 2,00" in words(read(client, page(table)))


def test_a_payment_that_somebody_entered_waits_for_my_word(table: Table, cast: Cast, settled: Settlement) -> None:
    payment = pay(table, settled)
    client = browser(cast.ann.user)
    assert "5,00 € paid, says Sue : not confirmed yet" in words(read(client, page(table)))
    sent = {"key": "k", "from": page(table)}
    assert client.post(reverse("payment-confirm", args=[payment.pk]), sent)["Location"] == page(table)
    assert Payment.objects.get().confirmed_at is not None
    assert "not confirmed" not in words(read(client, page(table)))


def test_i_see_what_i_owe_and_to_whom_and_mark_it_as_paid(table: Table, cast: Cast) -> None:
    win(table, Bob=500, Ann=-500)
    end(table)
    settlement = settlements.settle_night(cast.sue, table.night.pk)
    client = browser(cast.ann.user)
    assert "To pay Bob 5,00" in words(read(client, page(table)))
    sent = {"key": "k", "from": page(table), "amount": "2,00", "way": "bank"}
    client.post(reverse("payment-record", args=[settlement.transfers.get().pk]), sent)
    said = words(read(client, page(table)))
    assert "Bob 3,00" in said
    assert "2,00 € paid, says Ann A. : not confirmed yet" in said


def test_only_what_the_service_would_take_is_offered(table: Table, cast: Cast, settled: Settlement) -> None:
    payment = pay(table, settled, amount=100)
    transfer = settled.transfers.get(payer=table.players["Bob"].pk)
    record, confirm = reverse("payment-record", args=[transfer.pk]), reverse("payment-confirm", args=[payment.pk])
    ann, sue, rob = (read(browser(actor.user), page(table, "Bob")) for actor in (cast.ann, cast.sue, cast.rob))
    assert record in ann and confirm in ann
    assert record in sue and confirm not in sue
    assert record in rob and confirm not in rob


def test_what_a_cash_box_owes_is_on_the_page_of_who_holds_it(table: Table, cast: Cast) -> None:
    member = cast.club.members.get(user=cast.sue.user)
    table.players["Suzie"] = clubs.add_player(cast.sue, cast.club.pk, "Suzie", member_id=member.pk)
    table.sit("Dot", 1000, "cash")
    win(table, Ann=500, Dot=-500)
    end(table)
    settlements.settle_night(cast.sue, table.night.pk)
    assert re.search(
        r"To pay out of the cash box .*\bAnn 5,00", words(read(browser(cast.sue.user), page(table, "Suzie")))
    )
    assert "To receive the cash box (Sue) 5,00" in words(read(browser(cast.ann.user), page(table)))


def test_the_one_that_two_turned_out_to_be_has_the_nights_of_both(table: Table, cast: Cast) -> None:
    win(table, Bob=500, Ann=-500)
    end(table)
    player_merge.merge_players(cast.rob, table.players["Bob"].pk, table.players["Cid"].pk, "one person")
    client = browser(cast.ann.user)
    assert "+5,00" in words(read(client, page(table, "Cid")))
    assert "another name of Cid" in words(read(client, page(table, "Bob")))


def test_what_one_owes_to_oneself_is_not_to_be_paid(table: Table, cast: Cast) -> None:
    bob, cid = (table.players[name].pk for name in ("Bob", "Cid"))
    expenses.record_expense(cast.sue, table.night.pk, "Pizza", 500, ("player", bob), equally=[cid])
    end(table)
    settlements.settle_night(cast.sue, table.night.pk)
    client = browser(cast.ann.user)
    assert "To pay Bob 5,00" in words(read(client, page(table, "Cid")))
    player_merge.merge_players(cast.rob, bob, cid, "one person")
    said = words(read(client, page(table, "Cid")))
    assert "To pay" not in said and "To receive" not in said


def test_long_ago_stands_on_further_pages(table: Table, cast: Cast) -> None:
    for number in range(NIGHTS_A_PAGE):
        open_table(cast, table.players, f"Night {number}").sit("Ann")
    client = browser(cast.ann.user)
    first, second = read(client, page(table)), read(client, page(table) + "?page=2")
    assert "Thursday night" not in first and "?page=2" in first
    assert "Thursday night" in second
    assert words(read(client, page(table) + "?page=x")) == words(first)  # as everywhere in Django
    assert "Thursday night" in read(client, page(table) + "?page=99")


def test_as_many_queries_for_many_nights_as_for_one(table: Table, cast: Cast, settled: Settlement) -> None:
    client = browser(cast.ann.user)
    counted = []
    for number in range(3):
        with CaptureQueriesContext(connection) as asked:
            read(client, page(table))
        counted.append(len(asked))
        more = open_table(cast, table.players, f"Night {number}")
        for name in ("Ann", "Bob", "Cid"):
            more.sit(name, 2000)
        win(more, Ann=100, Bob=-100)
        end(more)
        settlements.settle_night(cast.sue, more.night.pk)
    assert counted[1] == counted[2] <= MOST_QUERIES, counted


def test_who_may_open_it(table: Table, cast: Cast) -> None:
    assert Client().get(page(table))["Location"].startswith(reverse("sign-in"))
    assert browser(cast.otto.user).get(page(table)).status_code == 404
    for actor in (cast.rob, cast.sue, cast.ann):
        for name in ("Ann", "Bob"):
            assert browser(actor.user).get(page(table, name)).status_code == 200


def test_no_word_of_an_open_declaration_is_on_it(table: Table, cast: Cast) -> None:
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject", "Bob declare out")
    said = words(read(browser(cast.ann.user), page(table, "Bob")))
    assert "being played" in said
    assert not re.search(r"\bout\b", said)


def test_a_hand_that_counts_nothing_is_told_as_a_misdeal(table: Table, cast: Cast) -> None:
    table.enter(table.deal("council-bluffs"), "void a card fell")
    missed_hands.record_result(
        cast.sue, table.night.pk, "Stud", {table.players["Bob"].pk: 100, table.players["Cid"].pk: -100}
    )
    assert "misdeal" in words(read(browser(cast.ann.user), page(table)))
