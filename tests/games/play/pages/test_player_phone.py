"""A player's phone at the table: the same table, their own word, chips they ask for, and nobody else's secret."""

import re
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.clubs.services import clubs
from games.core.actor import Actor
from games.models import BuyInRequest, Hand, Member
from games.money.services import chip_requests
from games.nights.services import nights
from tests.games.browser import browser
from tests.games.cast import Cast, Table
from tests.games.play.pages.test_hands import at_declarations, read, shown_words, words

SCRIPT = {"Tableside-Entry": "1"}
MOST_QUERIES = 18


def page(table: Table) -> str:
    return reverse("watch", args=[table.night.pk])


def send(actor: Actor, name: str, *where: Any, **fields: Any) -> HttpResponse:
    """A form of the page, as our script sends it."""
    fields.setdefault("key", f"{name}-{fields}")
    return browser(actor.user).post(reverse(name, args=where), fields, headers=SCRIPT)


def declare(table: Table, hand: Hand, word: str, by: Actor | None = None, **more: Any) -> HttpResponse:
    version = Hand.objects.get(pk=hand.pk).version
    asked = {"as": word, "version": version, **more}
    return send(by or table.cast.ann, "watch-declare", table.night.pk, hand.pk, **asked)


def declared(hand: Hand) -> dict[str, str]:
    entries = hand.entries.filter(kind="action", body__type="declare")
    return {entry.body["player"]: entry.body["as"] for entry in entries}


# ---- What is seen


def test_before_the_first_hand_there_is_a_stack(table: Table, cast: Cast) -> None:
    said = words(read(browser(cast.ann.user), page(table)))
    assert "No hand has been dealt yet tonight." in said
    assert "My stack 20,00" in said


def test_the_table_and_ones_own_stack_in_the_hand(table: Table, cast: Cast) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300")
    said = words(read(browser(cast.ann.user), page(table)))
    assert "Council Bluffs #1" in said and "Pot 4,50" in said
    assert "My stack 17,00" in said
    assert "Bob to act" in said


def test_after_a_hand_it_is_told_what_it_came_to(table: Table, cast: Cast) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold", "Cid fold")
    html = read(browser(cast.ann.user), page(table))
    assert "Ann : the pot, nobody else is left 2,50" in words(html)
    assert "My stack 21,50" in words(html)
    assert reverse("hand-page", args=[hand.pk]) in html


def test_in_a_match_it_is_the_hole_that_counts(table: Table, cast: Cast) -> None:
    hand = table.deal("bluff-n-peg")
    table.enter(hand, "Bob draw 0", "Cid draw 0", "Ann draw 0", "Bob fold", "Cid fold")
    table.deal("bluff-n-peg")
    said = words(read(browser(cast.ann.user), page(table)))
    assert "My hole 5" in said and "My stack" not in said


def test_who_only_looks_on_has_no_stack_and_asks_for_nothing(table: Table, cast: Cast) -> None:
    table.deal("council-bluffs")
    html = read(browser(cast.rob.user), page(table))
    assert "Council Bluffs #1" in words(html)
    assert "My stack" not in html
    assert reverse("watch-ask", args=[table.night.pk]) not in html
    assert "/dispute/" not in html


def test_who_sits_out_has_a_stack_and_no_say_in_the_hand(table: Table, cast: Cast) -> None:
    ann = table.night.seats.get(player=table.players["Ann"])
    ann.status = "out"
    ann.save()
    hand = at_declarations_of_two(table)
    html = read(browser(cast.ann.user), page(table))
    assert "My stack 20,00" in words(html)
    assert "watch-declare" not in html and 'name="as"' not in html
    assert "/dispute/" not in html
    assert declare(table, hand, "in").status_code == 422


def at_declarations_of_two(table: Table) -> Hand:
    hand = table.deal("buddhas-folly")
    dealer = next(name for name, player in table.players.items() if str(player.pk) == hand.set_up["dealer"])
    other = next(name for name in ("Bob", "Cid") if name != dealer)
    return table.enter(hand, "reveal 2c", f"{other} reject", f"{dealer} reject")


def test_the_part_that_changes_knows_up_to_which_event(table: Table, cast: Cast) -> None:
    client = browser(cast.ann.user)
    path = reverse("watch-part", args=[table.night.pk])
    before = read(client, path, **{"HX-Request": "true"})
    table.deal("council-bluffs")
    after = read(client, path, **{"HX-Request": "true"})
    told = [int(re.search(r'data-told="(\d+)"', html)[1]) for html in (before, after)]  # type: ignore[index]
    assert told[1] == told[0] + 1
    assert "<html" not in after
    # opened as a page it is the page
    assert client.get(path)["Location"] == page(table)


def test_outsiders_see_nothing_and_strangers_sign_in(table: Table, cast: Cast) -> None:
    for name in ("watch", "watch-part"):
        path = reverse(name, args=[table.night.pk])
        assert browser(cast.otto.user).get(path).status_code == 404
        assert Client().get(path)["Location"].startswith(reverse("sign-in"))
    hand = at_declarations(table)
    assert declare(table, hand, "in", by=cast.otto).status_code == 404
    assert send(cast.otto, "watch-ask", table.night.pk, amount="10").status_code == 404
    for actor in (cast.rob, cast.sue, cast.ann):
        assert browser(actor.user).get(page(table)).status_code == 200


def test_as_many_queries_late_in_the_night_as_early(table: Table, cast: Cast) -> None:
    client = browser(cast.ann.user)
    counted = []
    for _ in range(3):
        hand = table.deal("council-bluffs")
        with CaptureQueriesContext(connection) as asked:
            read(client, page(table))
        counted.append(len(asked))
        table.enter(hand, "void a card fell")
    assert max(counted) <= MOST_QUERIES, counted


# ---- One's own word


def test_a_game_that_begins_with_it_is_declared_from_ones_own_phone_at_once(table: Table, cast: Cast) -> None:
    hand = table.deal("guts")
    assert 'name="as"' in read(browser(cast.ann.user), page(table))
    answer = declare(table, hand, "in")
    assert "You declared in" in words(answer.content.decode())


def test_a_player_declares_from_their_own_phone(table: Table, cast: Cast) -> None:
    hand = at_declarations(table)
    html = read(browser(cast.ann.user), page(table))
    assert re.findall(r'name="as" value="(\w+)"', html) == ["in", "out"]
    answer = declare(table, hand, "in")
    assert answer.status_code == 200
    assert "You declared in" in words(answer.content.decode())
    assert declared(hand) == {str(table.players["Ann"].pk): "in"}


def test_without_script_the_same_page_follows(table: Table, cast: Cast) -> None:
    hand = at_declarations(table)
    sent = {"key": "k", "as": "out", "version": hand.version, "from": page(table)}
    answer = browser(cast.ann.user).post(reverse("watch-declare", args=[table.night.pk, hand.pk]), sent)
    assert answer["Location"] == page(table)
    assert declared(hand) == {str(table.players["Ann"].pk): "out"}


def test_it_is_ones_own_word_whoever_is_named(table: Table, cast: Cast) -> None:
    hand = at_declarations(table)
    declare(table, hand, "in", player=str(table.players["Bob"].pk))
    assert declared(hand) == {str(table.players["Ann"].pk): "in"}


def test_two_phones_at_once_do_not_trip_each_other(table: Table, cast: Cast) -> None:
    hand = at_declarations(table)
    began = hand.version
    table.enter(hand, "Bob declare out")
    answer = send(cast.ann, "watch-declare", table.night.pk, hand.pk, **{"as": "in", "version": began})
    assert answer.status_code == 200
    assert len(declared(hand)) == 2


def test_a_word_is_taken_back_and_said_anew(table: Table, cast: Cast) -> None:
    hand = at_declarations(table)
    declare(table, hand, "in")
    version = Hand.objects.get().version
    answer = send(cast.ann, "watch-take-back", table.night.pk, hand.pk, version=version)
    assert answer.status_code == 200
    assert 'name="as" value="in"' in answer.content.decode()
    assert declare(table, hand, "out").status_code == 200


def test_in_turn_the_table_hears_it_and_the_scorekeeper_enters_it(table: Table, cast: Cast) -> None:
    hand = table.deal("buddhas-folly", {"declare": "in_turn"})
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject", "Bob declare in", "Cid declare in")
    assert 'name="as"' not in read(browser(cast.ann.user), page(table))
    assert declare(table, hand, "in").status_code == 403


def test_a_word_that_is_none_is_refused_in_a_sentence(table: Table, cast: Cast) -> None:
    hand = at_declarations(table)
    answer = declare(table, hand, "maybe")
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad_declaration"
    assert declare(table, hand, "in", version="new", key="other").status_code == 400


def test_who_keeps_score_and_plays_takes_nothing_back_here(table: Table, cast: Cast) -> None:
    """What came last may be somebody else's word: they have the scorekeeper's page for it."""
    member = Member.objects.get(user=cast.sue.user)
    table.players["Sue"] = clubs.add_player(cast.sue, cast.club.pk, "Sue", member_id=member.pk)
    table.sit("Sue", 2000)
    hand = table.deal("buddhas-folly")
    hand = table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Sue reject", "Ann reject", "Sue declare in")
    table.enter(hand, "Ann declare in", by=cast.ann)
    html = read(browser(cast.sue.user), page(table))
    assert "You declared in" in words(html)
    assert "Take it back" not in html
    answer = send(cast.sue, "watch-take-back", table.night.pk, hand.pk, version=Hand.objects.get().version)
    assert answer.status_code == 409
    assert len(declared(hand)) == 2


# ---- Nobody else's


def everyone(table: Table) -> list[Actor]:
    return [table.cast.rob, table.cast.sue, table.cast.ann]


def test_nobody_sees_anothers_word_before_all_are_in(table: Table, cast: Cast) -> None:
    hand = at_declarations(table)
    table.enter(hand, "Bob declare out")
    for actor in everyone(table):
        html = read(browser(actor.user), page(table))
        assert not shown_words(html), actor
        assert "You declared" not in html
    declare(table, hand, "in")
    own = read(browser(cast.ann.user), page(table))
    # not even their own, on the table: it shows while they hold a button
    assert shown_words(own) == {"in"} and '<b class="word">in</b>' in own and "data-peek" in own
    assert 'class="said in"' not in own
    assert not shown_words(read(browser(cast.sue.user), page(table)))
    table.enter(hand, "Cid declare in")
    assert shown_words(read(browser(cast.sue.user), page(table))) >= {"in"}


def test_a_last_word_taken_back_hides_the_others_again(table: Table, cast: Cast) -> None:
    hand = at_declarations(table)
    table.enter(hand, "Bob declare in", "Ann declare out", "Cid declare in")
    table.undo(hand)
    for actor in (cast.rob, cast.sue):
        assert not shown_words(read(browser(actor.user), page(table)))


def test_a_misdeal_reveals_nothing(table: Table, cast: Cast) -> None:
    hand = at_declarations(table)
    table.enter(hand, "Bob declare in", "Cid declare out")
    table.enter(hand, "void a card fell")
    for actor in everyone(table):
        html = read(browser(actor.user), page(table))
        assert not shown_words(html)
        assert "Misdeal: every chip goes back." in words(html) and "✓" not in html


# ---- Chips


def test_a_player_asks_for_chips_and_sees_it_waiting(table: Table, cast: Cast) -> None:
    answer = send(cast.ann, "watch-ask", table.night.pk, amount="10,00")
    assert answer.status_code == 200
    assert "Asked for 10,00 : waiting for the scorekeeper." in words(answer.content.decode())
    assert 'name="amount"' not in answer.content.decode()
    assert BuyInRequest.objects.get().amount == 1000


def test_they_may_change_their_mind(table: Table, cast: Cast) -> None:
    asked = chip_requests.ask_for_chips(cast.ann, table.night.pk, table.players["Ann"].pk, 1000)
    answer = send(cast.ann, "watch-withdraw", table.night.pk, asked.pk)
    assert answer.status_code == 200
    assert "Asked for" not in answer.content.decode() and 'name="amount"' in answer.content.decode()
    assert BuyInRequest.objects.get().status == "withdrawn"


def test_what_the_scorekeeper_said_to_it_is_shown(table: Table, cast: Cast) -> None:
    asked = chip_requests.ask_for_chips(cast.ann, table.night.pk, table.players["Ann"].pk, 1000)
    chip_requests.refuse(cast.sue, asked.pk, "You had enough")
    client = browser(cast.ann.user)
    assert "10,00 in chips were refused: You had enough" in words(read(client, page(table)))
    asked = chip_requests.ask_for_chips(cast.ann, table.night.pk, table.players["Ann"].pk, 500)
    chip_requests.grant(cast.sue, asked.pk)
    said = words(read(client, page(table)))
    assert "You got 5,00 in chips." in said and "My stack 25,00" in said


def test_chips_that_came_in_mid_hand_are_played_from_the_next_on(table: Table, cast: Cast) -> None:
    hand = table.enter(table.deal("council-bluffs"), "Ann raise 300")
    asked = chip_requests.ask_for_chips(cast.ann, table.night.pk, table.players["Ann"].pk, 500)
    chip_requests.grant(cast.sue, asked.pk)
    ann = browser(cast.ann.user)
    said = words(read(ann, page(table)))
    assert "My stack 17,00 +5,00 from the next hand on" in said and "You got 5,00 in chips." in said
    table.enter(hand, "Bob fold", "Cid fold")
    said = words(read(ann, page(table)))
    assert "My stack 26,50" in said and "You got 5,00 in chips." in said and "next hand on" not in said
    table.deal("council-bluffs")
    said = words(read(ann, page(table)))
    assert "You got" not in said and "next hand on" not in said


@pytest.mark.parametrize(("amount", "status"), [("", 422), ("much", 422), ("1.000", 422), ("0,10", 422), ("0", 422)])
def test_no_amount_is_no_request(table: Table, cast: Cast, amount: str, status: int) -> None:
    assert send(cast.ann, "watch-ask", table.night.pk, amount=amount).status_code == status
    assert not BuyInRequest.objects.exists()


def test_who_has_no_seat_asks_for_none(table: Table, cast: Cast) -> None:
    assert send(cast.rob, "watch-ask", table.night.pk, amount="10").status_code == 404


def test_once_the_night_is_over_it_says_so_and_leads_to_who_pays_whom(table: Table, cast: Cast) -> None:
    table.enter(table.deal("council-bluffs"), "Ann fold", "Bob fold")
    for name, chips in (("Ann", 2000), ("Bob", 1950), ("Cid", 2050)):
        table.cash_out(name, chips)
    nights.close_night(cast.sue, table.night.pk)
    html = read(browser(cast.ann.user), page(table))
    assert reverse("watch-ask", args=[table.night.pk]) not in html
    assert "The night is over." in words(html) and reverse("settlement-page", args=[table.night.pk]) in html
    assert "sits out" not in words(html) and "no chips" not in words(html) and "My stack" not in words(html)
    assert "Cid 20,50 +0,50" in words(html)
