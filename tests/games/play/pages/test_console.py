"""The scorekeeper's phone: each tap an entry, and the table drawn anew with the answer."""

import html
import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.clubs.services import clubs
from games.core.actor import Actor
from games.disputes.services import disputes
from games.models import Entry, Hand, Match, Member, Night, Seat
from games.money.services import chip_requests
from games.nights.services import nights, seats
from games.play.services import hands, missed_hands
from games.settlement.services import payments, settlements
from tests.games.browser import browser
from tests.games.cast import Cast, Table, make_cast, make_table
from tests.games.person import Person
from tests.games.purse import end, open_table, win

SCRIPT = {"Tableside-Entry": "1"}
LARGEST = 15_000
MOST_QUERIES = 16
AROUND = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def page(table: Table) -> str:
    return reverse("console", args=[table.night.pk])


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def words(text: str) -> str:
    """What a page says, without its markup."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def enter(table: Table, hand: Hand, *actions: str | dict[str, Any], by: Actor | None = None, **fields: Any) -> Any:
    """Buttons that are tapped, as our script sends them: lines, or values with what is open in them."""
    values = [json.dumps(table.action(one) if isinstance(one, str) else one, default=str) for one in actions]
    fields.setdefault("version", Hand.objects.get(pk=hand.pk).version)
    fields.setdefault("key", f"{values}{fields}")
    path = reverse("enter", args=[table.night.pk, hand.pk])
    headers = fields.pop("headers", SCRIPT)
    return browser((by or table.cast.sue).user).post(path, {"action": values, **fields}, headers=headers)


def post(table: Table, name: str, *where: Any, by: Actor | None = None, **fields: Any) -> HttpResponse:
    fields.setdefault("key", f"{name}{fields}")
    return browser((by or table.cast.sue).user).post(reverse(name, args=where), fields, headers=SCRIPT)


def detail(answer: HttpResponse) -> str:
    return str(json.loads(answer.content)["detail"])


# ---- A tap


def test_a_tap_enters_the_action_and_is_answered_with_the_table_as_it_is_then(table: Table) -> None:
    hand = table.deal("council-bluffs")
    assert "Ann to act · 1,00 to call" in words(read(browser(table.cast.sue.user), page(table)))
    answer = enter(table, hand, "Ann call")
    assert answer.status_code == 200
    said = words(answer.content.decode())
    assert answer.content.decode().startswith('<div id="console"')
    assert "Bob to act · 0,50 to call" in said
    assert "Undo: Ann called" in said
    assert len(answer.content) < LARGEST
    assert hand.entries.filter(kind=Entry.Kind.ACTION).count() == 1


def test_the_same_tap_sent_again_counts_once(table: Table) -> None:
    hand = table.deal("council-bluffs")
    version = hand.version
    first = enter(table, hand, "Ann call", key="tapped once", version=version)
    again = enter(table, hand, "Ann call", key="tapped once", version=version)
    assert first.status_code == again.status_code == 200
    assert "Bob to act" in words(again.content.decode())
    assert hand.entries.filter(kind=Entry.Kind.ACTION).count() == 1


def test_a_tap_is_not_entered_as_somebody_else_who_has_signed_in_since(table: Table, cast: Cast) -> None:
    """Sue's page is open still, and it is Rob's session by now."""
    hand = table.deal("council-bluffs")
    made_by_sue = SCRIPT | {"Tableside-Account": str(cast.sue.user.pk)}
    answer = enter(table, hand, "Ann call", by=cast.rob, headers=made_by_sue)
    assert (answer.status_code, json.loads(answer.content)["code"]) == (401, "not_authenticated")
    assert not hand.entries.filter(kind=Entry.Kind.ACTION).exists()
    assert enter(table, hand, "Ann call", headers=made_by_sue).status_code == 200
    assert hand.entries.get(kind=Entry.Kind.ACTION).by == cast.sue.user


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("2026-11-26T20:04:11.000Z", True),
        ("2026-11-26T21:04:11+01:00", True),
        ("", False),
        ("now", False),
        ("2026-13-45T25:61:00Z", False),
        ("2026-11-26T20:04:11+99:99", False),
        ("2026-11-26T20:04:11", False),
        ("0001-01-01T00:00:00+23:59", False),
        ("0001-01-01T00:00:00Z", False),
        ("9999-12-31T23:59:59Z", False),
    ],
)
def test_a_clock_that_cannot_be_read_refuses_no_tap(table: Table, cast: Cast, said: str, kept: bool) -> None:
    hand = table.deal("council-bluffs")
    assert enter(table, hand, "Ann call", phone_at=said).status_code == 200
    assert (hand.entries.get(kind=Entry.Kind.ACTION).phone_at is not None) == kept
    assert browser(cast.ann.user).get(reverse("hand-page", args=[hand.pk])).status_code == 200


@pytest.mark.parametrize("kind", [["declare"], {"declare": 1}, None, 7])
@pytest.mark.parametrize("behind", [0, 1])
def test_what_is_no_kind_of_action_is_refused_at_any_version(table: Table, kind: Any, behind: int) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann call")
    version = Hand.objects.get(pk=hand.pk).version - behind
    answer = enter(table, hand, {"type": kind}, version=version)
    assert answer.status_code == (412 if behind else 422)
    assert hand.entries.filter(kind=Entry.Kind.ACTION).count() == 1


def test_an_absurd_raise_is_refused_in_a_sentence(table: Table) -> None:
    hand = table.deal("council-bluffs", {"limit": "no_limit"})
    answer = enter(table, hand, {"type": "raise", "player": str(table.players["Ann"].pk), "to": 10**30})
    assert answer.status_code == 422
    assert "20,00" in detail(answer)


def test_what_is_open_in_a_button_is_typed_or_picked(table: Table) -> None:
    hand = table.deal("council-bluffs", {"limit": "no_limit"})
    ann = str(table.players["Ann"].pk)
    answer = enter(table, hand, {"type": "raise", "player": ann, "to": None}, to="3,5")
    assert "Undo: Ann raised to 3,50" in words(answer.content.decode())
    table.enter(hand, "Bob call", "Cid call")
    answer = enter(table, hand, {"type": "reveal", "cards": None}, cards="Qh 7s Tc")
    assert "Undo: Q♥ 7♠ 10♣ turned" in words(answer.content.decode())
    answer = enter(table, hand, {"type": "void", "reason": None}, reason="A card was face up")
    assert "Misdeal: every chip goes back." in words(answer.content.decode())
    assert hand.entries.get(body__type="void").body["reason"] == "A card was face up"


def test_one_card_is_picked_for_a_discard(table: Table) -> None:
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 9c")
    bob = str(table.players["Bob"].pk)
    answer = enter(table, hand, {"type": "accept", "player": bob, "discard": None}, discard="4h")
    assert answer.status_code == 200
    assert hand.entries.filter(body__discard="4h").exists()


def test_an_undo_takes_back_what_its_button_says(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300")
    assert "Undo: Ann raised to 3,00" in words(read(browser(table.cast.sue.user), page(table)))
    answer = post(table, "take-back", table.night.pk, hand.pk, version=1)
    assert "Ann to act" in words(answer.content.decode()) and "Undo: the deal" in words(answer.content.decode())


def test_a_game_that_was_tapped_by_mistake_is_undone_with_one_tap_and_leaves_no_number(table: Table) -> None:
    first = table.deal("council-bluffs")
    table.enter(first, "Ann fold", "Bob fold")
    hand = table.deal("bluff-n-peg")
    assert "Undo: the deal" in words(read(browser(table.cast.sue.user), page(table)))
    said = words(post(table, "take-back", table.night.pk, hand.pk, version=0).content.decode())
    assert "Council Bluffs #1" in said and "Undo: Bob folded" in said and "Misdeal" not in said
    answer = post(table, "take-back", table.night.pk, first.pk, version=2)
    assert "Bob to act" in words(answer.content.decode())


def test_a_deal_on_which_something_rests_is_called_a_misdeal_with_one_tap_and_that_is_undone_too(table: Table) -> None:
    hand = table.deal("bluff-n-peg")
    disputes.open_dispute(table.cast.ann, "I had the button", hand_id=hand.pk)
    text = read(browser(table.cast.sue.user), page(table))
    value = html.unescape(re.findall(r"<button class=\"undo\" name=\"action\" value='([^']*)'", text)[0])
    said = words(enter(table, hand, json.loads(value)).content.decode())
    assert "Misdeal: every chip goes back." in said and "Undo: misdeal" in said
    answer = post(table, "take-back", table.night.pk, hand.pk, version=1)
    assert "Undo: the deal, as a misdeal" in words(answer.content.decode())


# ---- What is refused


def test_a_refusal_is_one_sentence_with_amounts_as_the_club_writes_them(table: Table) -> None:
    hand = table.deal("council-bluffs", {"limit": "no_limit"})
    ann = str(table.players["Ann"].pk)
    answer = enter(table, hand, {"type": "raise", "player": ann, "to": None}, to="1,50")
    assert answer.status_code == 422
    assert detail(answer) == "1,50 is too little; the bet can be made 2,00 to 20,00."
    assert not hand.entries.filter(kind=Entry.Kind.ACTION).exists()


def test_another_phone_was_first(table: Table) -> None:
    """The table as it is now, and what came last: nothing is entered twice."""
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann call", by=table.cast.rob)
    answer = enter(table, hand, "Ann fold", version=0)
    assert answer.status_code == 412
    said = words(answer.content.decode())
    assert "Another phone was first: Ann called." in said and "Bob to act" in said
    assert "Not recorded: Ann folded." in said
    assert unquote(answer["Tableside-Dropped"]) == "Ann folded"


def test_without_script_the_page_follows_and_says_what_was_refused(table: Table) -> None:
    hand, where = table.deal("council-bluffs"), page(table)
    client, path = browser(table.cast.sue.user), reverse("enter", args=[table.night.pk, hand.pk])
    for number, line in enumerate(("Ann call", "Bob check")):
        value = json.dumps(table.action(line), default=str)
        answer = client.post(path, {"action": value, "version": number, "key": line, "from": where})
        assert (answer.status_code, answer["Location"]) == (302, where)
    said = words(read(client, where))
    assert "Bob to act · 0,50 to call" in said
    assert "There is a bet to call, 0,50 more: call, raise or fold." in said


@pytest.mark.parametrize(
    "fields",
    [
        {"action": ""},
        {"action": "fold"},
        {"action": "[]"},
        {"action": "null"},
        {"action": "[" * 5000},
        {"action": '{"type": "fold"}'},
        {"action": '{"type": "dance", "player": "nobody"}'},
        {"action": '{"type": "raise", "player": "nobody", "to": null}', "to": "much"},
        {"action": '{"type": "reveal", "cards": null}', "cards": "Xx Yy Zz"},
        {"action": '{"type": "raise", "player": "\\ud800", "to": 300}'},
        {"action": '{"type": null, "player": {"a": [null]}}'},
        {"action": '{"type": "fold"}', "version": "later"},
        {"action": '{"type": "fold"}', "version": ""},
        {"action": '{"type": "fold"}', "key": ""},
        {},
    ],
    ids=lambda fields: str(fields)[:60],
)
def test_nonsense_is_refused_in_a_sentence(table: Table, fields: dict[str, str]) -> None:
    hand = table.deal("council-bluffs")
    path = reverse("enter", args=[table.night.pk, hand.pk])
    answer = browser(table.cast.sue.user).post(path, {"version": 0, "key": "nonsense", **fields}, headers=SCRIPT)
    assert 400 <= answer.status_code < 500
    assert detail(answer).endswith(".")
    assert hand.entries.count() == 1


# ---- Who may


def test_a_player_who_follows_the_scorekeepers_link_looks_on(table: Table, cast: Cast) -> None:
    table.deal("council-bluffs")
    answer = browser(cast.ann.user).get(page(table), follow=True)
    assert answer.redirect_chain == [(reverse("watch", args=[table.night.pk]), 302)]
    assert "My stack" in words(answer.content.decode())


def test_who_may_keep_score_sees_the_console_and_nobody_else(table: Table, cast: Cast) -> None:
    hand = table.deal("council-bluffs")
    night = table.night.pk
    addresses = [reverse("console-part", args=[night]), reverse("console-menu", args=[night])]
    addresses += [reverse("console-games", args=[night]), reverse("console-rules", args=[night, "the-bluffs"])]
    for address in addresses:
        assert browser(cast.sue.user).get(address).status_code == 200
        assert browser(cast.ann.user).get(address).status_code == 403
        assert browser(cast.otto.user).get(address).status_code == 404
        assert Client().get(address).status_code == 302
    assert browser(cast.sue.user).get(page(table)).status_code == 200
    assert browser(cast.otto.user).get(page(table)).status_code == 404
    assert Client().get(page(table)).status_code == 302
    assert enter(table, hand, "Ann call", by=cast.otto).status_code == 404
    assert enter(table, hand, "Ann call", by=cast.ann).status_code == 403
    nobody = Client().post(reverse("enter", args=[night, hand.pk]), {"key": "x"}, headers=SCRIPT)
    assert (nobody.status_code, detail(nobody)) == (401, "Sign in again.")
    assert not hand.entries.filter(kind=Entry.Kind.ACTION).exists()


def test_a_secret_declaration_is_nowhere_on_the_scorekeepers_phone(table: Table, cast: Cast) -> None:
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 9c", "Bob reject", "Cid reject", "Ann reject")
    table.enter(hand, "Ann declare in", by=cast.ann)
    text = read(browser(cast.sue.user), page(table))
    said = words(text)
    assert "waiting for 2" in said and "Undo: Ann declared" in said
    assert "declared in" not in said
    assert f'"player":"{table.players["Ann"].pk}","as"' not in text


def test_not_even_the_scorekeepers_own_word_lies_open_on_their_phone(table: Table, cast: Cast) -> None:
    """Ann keeps score and plays: on her own page she reads what she said, on the table it is a tick."""
    Member.objects.filter(user=cast.ann.user).update(role="scorekeeper")
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 9c", "Bob reject", "Cid reject", "Ann reject")
    said = words(enter(table, hand, "Ann declare in", by=cast.ann).content.decode())
    assert "Undo: Ann declared" in said and "declared in" not in said and "✓ declared" in said
    watching = words(read(browser(cast.ann.user), reverse("watch", args=[table.night.pk])))
    assert "You declared in" in watching


# ---- Between hands


def test_before_the_first_hand_every_game_may_be_dealt(table: Table) -> None:
    text = read(browser(table.cast.sue.user), page(table))
    assert "What is dealt first?" in words(text) and ">Deals <select" in text and " selected>Ann</option>" in text
    answer = post(table, "deal", table.night.pk, game="council-bluffs", dealer=table.players["Bob"].pk)
    assert "Council Bluffs #1" in words(answer.content.decode())
    hand = Hand.objects.get(night=table.night)
    assert hand.set_up and hand.set_up["dealer"] == str(table.players["Bob"].pk)


def test_after_a_hand_it_is_said_who_gets_what_and_the_same_game_is_one_tap(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold")
    said = words(enter(table, hand, "Bob fold").content.decode())
    assert "Cid : the pot, nobody else is left 1,00" in said
    assert "Bob deals next" in said and "Next hand Council Bluffs" in said and "Undo: Bob folded" in said
    answer = post(table, "deal", table.night.pk, game="council-bluffs")
    assert "Council Bluffs #2" in words(answer.content.decode())


def without_chips(table: Table, name: str, winner: str) -> None:
    stack = table.stacks()[name]
    net = {table.players[name].pk: -stack, table.players[winner].pk: stack}
    missed_hands.record_result(table.cast.sue, table.night.pk, "Stud", net)


def test_who_really_deals_is_named_and_chips_are_offered_to_who_is_not_dealt_in(table: Table) -> None:
    """Bob would be next, and has nothing left: Cid deals."""
    without_chips(table, "Bob", "Ann")
    hand = table.deal("council-bluffs")
    assert hand.set_up and hand.set_up["dealer"] == str(table.players["Ann"].pk)
    table.enter(hand, "Ann fold")
    text = read(browser(table.cast.sue.user), page(table))
    said = words(text)
    assert "Cid deals next" in said and "Bob deals" not in said and "Bob is not dealt in" in said
    assert "not dealt in Bob: Re-buy" in seat_of(text, "Bob")
    menu = f"{reverse('console-menu', args=[table.night.pk])}?player={table.players['Bob'].pk}"
    assert menu in html.unescape(text)
    sheet = read(browser(table.cast.sue.user), menu)
    assert re.search(r"<details name=\"player\" open><summary[^>]*><span class=\"what\"><bdi>Bob</bdi>", sheet)
    games = words(read(browser(table.cast.sue.user), reverse("console-games", args=[table.night.pk])))
    assert "Cid deals · Bob is not dealt in" in games and "Bob deals · Bob plays on credit" in games
    answer = post(table, "deal", table.night.pk, game="council-bluffs", dealer="")
    again = Hand.objects.get(night=table.night, number=3)
    assert answer.status_code == 200 and again.set_up
    assert again.set_up["dealer"] == str(table.players["Cid"].pk)


@pytest.mark.parametrize("game", ["guts", "buddhas-folly"])
def test_who_would_play_on_credit_is_told_so_at_their_place_before_the_deal(table: Table, game: str) -> None:
    without_chips(table, "Bob", "Ann")
    table.enter(table.deal(game), "void")
    text = read(browser(table.cast.sue.user), page(table))
    assert seat_of(text, "Bob").endswith("no chips on credit Bob: Re-buy")
    assert "Bob plays on credit" in words(text)
    assert "Re-buy" not in seat_of(text, "Ann")
    table.buy_in("Bob", 2000)
    assert "credit" not in words(read(browser(table.cast.sue.user), page(table)))


def test_a_mistaken_buy_in_is_undone_with_a_confirmation_and_no_reason(table: Table) -> None:
    entry = table.buy_in("Bob", 500)
    said = words(read(browser(table.cast.sue.user), page(table)))
    assert "Undo: Bob tops up: 5,00, on account" in said and "Undo this" in said
    answer = post(table, "console-undo", table.night.pk, entry.pk)
    assert answer.status_code == 200 and "Bob tops up" not in words(answer.content.decode())
    assert table.stacks()["Bob"] == 2000
    late = post(table, "console-undo", table.night.pk, entry.pk, key="again")
    assert late.status_code == 412 and "Another phone was first" in words(late.content.decode())


@pytest.mark.parametrize(("game", "before"), [("guts", ()), ("buddhas-folly", ("reveal 9c", "Bob reject"))])
def test_everyone_out_has_a_result(table: Table, game: str, before: tuple[str, ...]) -> None:
    hand = table.deal(game)
    lines = (*before, *(() if not before else ("Cid reject", "Ann reject")))
    table.enter(hand, *lines, *(f"{name} declare out" for name in ("Bob", "Cid", "Ann")))
    hand.refresh_from_db()
    if hand.status == Hand.Status.OPEN:
        for name, cards in (("Bob", "Kh Kd 2c 3c 4h"), ("Cid", "Ah 5d 7c 8c Td"), ("Ann", "Qh Jd 6c 2d 4c")):
            table.enter(hand, f"{name} show {cards}")
    said = words(read(browser(table.cast.sue.user), page(table)))
    assert "Everybody is out: nobody wins the pot." in said and "3,00 lies in the carried pot" in said
    watched = words(read(browser(table.cast.ann.user), reverse("watch", args=[table.night.pk])))
    assert "Everybody is out: nobody wins the pot." in watched


def test_a_match_for_a_stake_says_what_it_is_worth(table: Table) -> None:
    hand = hands.start_hand(table.cast.sue, table.night.pk, "bluff-n-peg", {"winner_hole": 5}, stake=500)
    draws = ("Bob draw 0", "Cid draw 0", "Ann draw 0")
    table.enter(hand, *draws, "Bob play Kh", "Cid fold")
    table.enter(hand, "Ann fold")
    said = words(read(browser(table.cast.sue.user), page(table)))
    assert "Bob wins the match and the match pot: 15,00" in said


def test_the_rules_of_the_last_hand_stand_in_the_form_and_what_is_typed_holds(table: Table) -> None:
    client = browser(table.cast.sue.user)
    night = table.night.pk
    announced = {"announced": "yes", "rule-bets": "0,50 1,00", "rule-declare": "in_turn"}
    answer = post(table, "deal", night, game="the-bluffs", **announced)
    assert "The Bluffs #1" in words(answer.content.decode())
    hand = Hand.objects.get(night=night)
    assert hand.set_up and hand.set_up["rules"] == {"bets": [50, 100], "declare": "in_turn"}
    form = read(client, reverse("console-rules", args=[night, "the-bluffs"]))
    assert 'value="0,50  1,00"' in form
    assert re.search(r'value="in_turn" checked', form)


def test_a_stake_is_asked_for_where_a_match_begins_and_only_there(table: Table) -> None:
    night = table.night.pk
    form = reverse("console-rules", args=[night, "bluff-n-peg"])
    assert 'name="stake"' in read(browser(table.cast.sue.user), form)
    post(table, "deal", night, game="bluff-n-peg", announced="yes", stake="2,00")
    assert Match.objects.get(night=night).stake == 200
    hand = Hand.objects.get(night=night)
    table.enter(hand, *(f"{name} draw 0" for name in ("Bob", "Cid", "Ann")), "Bob play 9c", "Cid fold", "Ann fold")
    assert 'name="stake"' not in read(browser(table.cast.sue.user), form)


NOT_DEALT = [{}, {"game": "whist"}, {"game": "the-bluffs", "announced": "yes", "rule-bets": "x"}]


@pytest.mark.parametrize("fields", NOT_DEALT)
def test_what_cannot_be_dealt_is_refused(table: Table, fields: dict[str, str]) -> None:
    answer = post(table, "deal", table.night.pk, **fields)
    assert 400 <= answer.status_code < 500 and detail(answer).endswith(".")
    assert not Hand.objects.filter(night=table.night).exists()


def test_a_result_that_was_entered_is_told_and_taken_back(table: Table, cast: Cast) -> None:
    net = {table.players["Ann"].pk: 200, table.players["Bob"].pk: -200}
    hand = missed_hands.record_result(cast.sue, table.night.pk, "Stud", net)
    said = words(read(browser(cast.sue.user), page(table)))
    assert "Ann +2,00" in said and "Undo: the result of this hand" in said
    answer = post(table, "take-back", table.night.pk, hand.pk, version=hand.version)
    assert answer.status_code == 200
    assert table.stacks()["Ann"] == 2000


def test_with_nobody_dealt_in_it_says_what_to_do(cast: Cast) -> None:
    night = nights.open_night(cast.sue, cast.club.pk, "Early", 25)
    said = words(read(browser(cast.sue.user), reverse("console", args=[night.pk])))
    assert "seat the players, and buy them in" in said


def test_a_night_that_is_over_leads_to_who_pays_whom(table: Table, cast: Cast) -> None:
    for name in table.players:
        table.cash_out(name, 2000)
    nights.close_night(cast.sue, table.night.pk)
    text = read(browser(cast.sue.user), page(table))
    assert "This night is closed." in words(text)
    assert reverse("settlement-page", args=[table.night.pk]) in text


# ---- The menu


def test_requests_wait_in_the_menu_and_are_counted_on_its_button(table: Table, cast: Cast) -> None:
    chip_requests.ask_for_chips(cast.ann, table.night.pk, table.players["Ann"].pk, 1000)
    assert "1 request" in words(read(browser(cast.sue.user), page(table)))
    said = words(read(browser(cast.sue.user), reverse("console-menu", args=[table.night.pk])))
    assert "Chips asked for Ann 10,00 Give Refuse" in said


def test_a_dispute_is_counted_with_requests_and_waits_in_the_menu(table: Table, cast: Cast) -> None:
    """About a hand or about money; until it has ended, and for this night alone."""
    hand, client = fold_round(table), browser(cast.sue.user)
    chip_requests.ask_for_chips(cast.ann, table.night.pk, table.players["Ann"].pk, 1000)
    elsewhere = open_table(cast, table.players, "Another night")
    elsewhere.sit("Ann", 2000)
    bought = [
        Entry.objects.get(night=night, kind="buy_in", player=table.players["Ann"])
        for night in (table.night, elsewhere.night)
    ]
    opened = [disputes.open_dispute(cast.ann, "It was ten", entry_id=one.pk) for one in bought]
    opened.append(disputes.open_dispute(cast.ann, "I had called", hand_id=hand.pk))
    disputes.answer_dispute(cast.sue, opened[2].pk, "You had not")
    html = read(client, page(table))
    assert '<span aria-hidden="true">3</span>' in html
    assert "1 request 2 disputes ☰ Menu" in words(html)
    menu = read(client, reverse("console-menu", args=[table.night.pk]))
    assert "Hand 1: Council Bluffs for Ann" in words(menu)
    assert [reverse("dispute-page", args=[one.pk]) in menu for one in opened] == [True, False, True]
    for one in opened:
        disputes.withdraw_dispute(cast.ann, one.pk, "I was wrong")
    assert "1 request ☰ Menu" in words(read(client, page(table)))
    assert "disputed" not in read(client, reverse("console-menu", args=[table.night.pk]))


def test_a_payment_for_several_nights_is_disputed_at_each_of_them(table: Table, cast: Cast) -> None:
    """Ann owes Bob for two nights together; the first is opened again while she disputes what she paid."""
    other = open_table(cast, table.players, "Another night")
    for name in ("Ann", "Bob"):
        other.sit(name, 2000)
    for night in (table, other):
        win(night, Ann=-500, Bob=500)
        end(night)
    settlement = settlements.settle_club(cast.sue, cast.club.pk)
    payment = payments.record_payment(cast.sue, settlement.transfers.get().pk, 200)
    elsewhere = open_table(cast, table.players, "A third night")
    dispute = disputes.open_dispute(cast.ann, "It was five", payment_id=payment.pk)
    nights.reopen_night(cast.rob, table.night.pk, "Counted wrong")
    client = browser(cast.sue.user)
    assert "1 dispute ☰ Menu" in words(read(client, page(table)))
    to_dispute = reverse("dispute-page", args=[dispute.pk])
    for name in ("console-menu", "night-count", "night-page"):
        assert to_dispute in read(client, reverse(name, args=[table.night.pk])), name
    assert to_dispute in read(client, reverse("night-page", args=[other.night.pk]))
    assert "dispute" not in words(read(client, page(elsewhere)))
    disputes.withdraw_dispute(cast.ann, dispute.pk, "I was wrong")
    assert "dispute" not in words(read(client, page(table)))


def fold_round(table: Table) -> Hand:
    hand = table.deal("council-bluffs")
    return table.enter(hand, "Ann fold", "Bob fold")


def test_the_menu_has_everybody_at_the_table_with_their_chips(table: Table, cast: Cast) -> None:
    Seat.objects.filter(player=table.players["Cid"]).update(status=Seat.Status.OUT)
    said = words(read(browser(cast.sue.user), reverse("console-menu", args=[table.night.pk])))
    assert "Ann 20,00" in said and "Cid sits out 20,00" in said and "Comes back" in said


def test_a_guest_is_invited_from_the_menu_in_one_tap(table: Table, cast: Cast) -> None:
    sue = Person(cast.sue.user).open(reverse("console-menu", args=[table.night.pk]))
    assert sue.words.count("Invite: their own phone") == 2  # Ann has an account
    sue.press("Invite: their own phone")
    assert "Bob" in sue.words and "Let them scan this" in sue.words


def test_the_menu_shows_the_stacks_that_the_felt_shows(table: Table, cast: Cast) -> None:
    hand = table.enter(table.deal("council-bluffs"), "Ann raise 300")
    table.buy_in("Ann", 500)
    table.sit("Dan", 1000)
    menu = reverse("console-menu", args=[table.night.pk])
    said = words(read(browser(cast.sue.user), menu))
    assert "Ann +5,00 from the next hand on 17,00" in said
    assert "Bob 19,50" in said and "Dan 10,00" in said
    table.enter(hand, "Bob fold", "Cid fold")
    said = words(read(browser(cast.sue.user), menu))
    assert "Ann 26,50" in said and "Bob 19,50" in said and "next hand on" not in said


def test_for_pegs_the_menu_has_the_chips_and_the_felt_says_hole(table: Table, cast: Cast) -> None:
    table.deal("bluff-n-peg")
    sue = browser(cast.sue.user)
    said = words(read(sue, reverse("console-menu", args=[table.night.pk])))
    assert "Ann 20,00" in said and "next hand on" not in said
    assert '<span class="stack"><small>hole</small> 0</span>' in read(sue, page(table))


def test_a_carried_pot_is_told_until_it_is_played_for(table: Table, cast: Cast) -> None:
    """Guts: nobody is in, and each ante of 1,00 stays in the pot for the next hand."""
    night, client = table.night, browser(cast.sue.user)
    menu, carried = reverse("console-menu", args=[night.pk]), "3,00 lies in the carried pot"
    assert "carried pot" not in words(read(client, page(table))) + words(read(client, menu))
    hand = table.deal("guts", {"ante": 100})
    table.enter(hand, "Ann declare out", "Bob declare out", "Cid declare out")
    assert table.view()["pot"] == 300
    said = words(read(client, page(table)))
    assert f"Bob deals next {carried}" in said and said.count("3,00 ") == 1
    assert "In the next pot: 3,00" in words(read(client, reverse("watch", args=[night.pk])))
    assert carried in words(read(client, menu))
    other = table.deal("council-bluffs")
    assert carried in words(read(client, menu))
    table.enter(other, "void")
    assert f"Bob deals next {carried}" in words(read(client, page(table)))
    net = {table.players["Ann"].pk: 100, table.players["Bob"].pk: -100}
    missed_hands.record_result(cast.sue, night.pk, "Stud", net)
    assert carried in words(read(client, page(table)))
    table.deal("guts")
    assert "carried pot" not in words(read(client, page(table))) + words(read(client, menu))


def test_after_a_hand_that_nobody_entered_the_players_sit_there_with_their_stacks(table: Table, cast: Cast) -> None:
    net = {table.players["Ann"].pk: 100, table.players["Bob"].pk: -100}
    missed_hands.record_result(cast.sue, table.night.pk, "Stud", net)
    said = words(read(browser(cast.sue.user), page(table)))
    assert "Ann D 21,00" in said and "Bob 19,00" in said and "Cid 20,00" in said


def out_at(client: Client, path: str) -> list[str]:
    """Of whom the table says that they sit out."""
    seats = re.findall(r'<li class="seat .*?</li>', read(client, path), re.S)
    return [words(seat).split()[0] for seat in seats if "sits out" in words(seat)]


def test_who_sits_out_is_named_on_the_table_before_during_and_after_a_hand(table: Table, cast: Cast) -> None:
    sue, ann, looking = browser(cast.sue.user), browser(cast.ann.user), reverse("watch", args=[table.night.pk])
    seat = {name: Seat.objects.get(night=table.night, player=player).pk for name, player in table.players.items()}
    assert out_at(sue, page(table)) == []
    seats.sit_out(cast.sue, seat["Bob"])
    assert out_at(sue, page(table)) == ["Bob"]
    hand = table.deal("council-bluffs")
    assert out_at(sue, page(table)) == out_at(ann, looking) == ["Bob"]
    # from the next hand on
    seats.sit_out(cast.sue, seat["Cid"])
    assert out_at(sue, page(table)) == ["Bob"]
    table.enter(hand, "void")
    assert sorted(out_at(sue, page(table))) == sorted(out_at(ann, looking)) == ["Bob", "Cid"]
    seats.sit_in(cast.sue, seat["Bob"])
    assert out_at(sue, page(table)) == ["Cid"]


def seat_of(text: str, name: str) -> str:
    """What the table says at a player's seat."""
    said = [words(seat) for seat in re.findall(r'<li class="seat .*?</li>', text, re.S)]
    return next(one for one in said if one.startswith(name))


def test_between_hands_the_table_is_that_of_now(table: Table, cast: Cast) -> None:
    """Who was bought in, moved or has come since; what was bought is said, so that it is not bought twice."""
    sue, ann, looking = browser(cast.sue.user), browser(cast.ann.user), reverse("watch", args=[table.night.pk])
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    table.buy_in("Bob", 500)
    table.sit("Dan")
    console, looked = read(sue, page(table)), read(ann, looking)
    for text, rebuy in ((console, " not dealt in Dan: Re-buy"), (looked, "")):
        assert seat_of(text, "Bob") == "Bob 24,50 −0,50 out of the hand"
        assert seat_of(text, "Dan") == "Dan no chips" + rebuy
    assert "Bob bought 5,00" in words(console)
    seats.move_seat(cast.sue, Seat.objects.get(night=table.night, player=table.players["Ann"]).pk, 7)
    sitting = [words(one).split()[0] for one in re.findall(r'<li class="seat .*?</li>', read(sue, page(table)), re.S)]
    assert sitting == ["Bob", "Cid", "Dan", "Ann"]
    table.deal("council-bluffs")
    console = read(sue, page(table))
    assert seat_of(console, "Dan") == "Dan no chips not dealt in" and "bought" not in words(console)


def test_what_is_done_from_the_menu_leads_back_to_the_table(table: Table, cast: Cast) -> None:
    """Who opened the page from the night comes back to the night."""
    sue, seat = browser(cast.sue.user), Seat.objects.get(night=table.night, player=table.players["Bob"])
    table.sit("Dan")
    menu = read(sue, reverse("console-menu", args=[table.night.pk]))
    opened = reverse("seat-page", args=[seat.pk]) + "?table"
    assert f'href="{opened}"' in menu
    text = read(sue, opened)
    assert f'href="{page(table)}">Back to the table' in text and f'name="from" value="{opened}"' in text
    for name, fields in (
        ("seat-out", {}),
        ("seat-in", {}),
        ("seat-move", {"position": 7}),
        ("buy-in", {"amount": "5"}),
    ):
        answer = post(table, name, seat.pk, **fields, **{"from": opened}, key=f"{name} 1")
        assert answer["Tableside-To"] == page(table), name
    for where in ("", opened[:-1], "//[", reverse("seat-page", args=[seat.pk])):
        answer = post(table, "seat-out", seat.pk, **{"from": where}, key=f"out {where}")
        post(table, "seat-in", seat.pk, key=f"in {where}")
        assert answer["Tableside-To"] == reverse("night-page", args=[table.night.pk]), where
    eve = clubs.add_player(cast.sue, cast.club.pk, "Eve").pk
    given = {"player": eve, "from": reverse("night-seating", args=[table.night.pk]) + "?table"}
    assert post(table, "seat-take", table.night.pk, **given)["Tableside-To"].endswith("?table")


# ---- What it costs


def queries(table: Table, hand: Hand, line: str) -> int:
    client = browser(table.cast.sue.user)
    value = json.dumps(table.action(line), default=str)
    fields = {"action": value, "version": Hand.objects.get(pk=hand.pk).version, "key": line}
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(reverse("enter", args=[table.night.pk, hand.pk]), fields, headers=SCRIPT)
    assert answer.status_code == 200, answer.content
    return len(
        [
            one
            for one in captured.captured_queries
            if not one["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))
        ]
    )


@pytest.mark.django_db(transaction=True)
def test_a_tap_costs_the_same_early_and_late_in_a_hand() -> None:
    table = make_table(make_cast())
    hand = table.deal("council-bluffs", {"limit": "no_limit"})
    early = queries(table, hand, "Ann call")
    table.enter(hand, "Bob call", "Cid check", "reveal 2c 3d Kh", "Bob bet 100", "Cid call", "Ann call", "reveal 4s")
    assert queries(table, hand, "Bob bet 300") == early <= MOST_QUERIES
    table.sit("Dan", 2000)
    seats.sit_out(table.cast.sue, Seat.objects.get(night=table.night, player=table.players["Dan"]).pk)
    assert queries(table, hand, "Cid fold") == early + 1


def test_after_a_hand_of_a_match_its_board_lies_over_the_table(table: Table) -> None:
    hand = table.deal("bluff-n-peg")
    table.enter(hand, *(f"{name} draw 0" for name in ("Bob", "Cid", "Ann")), "Bob play 9c", "Cid fold")
    client = browser(table.cast.sue.user)
    assert "<svg" not in read(client, page(table))
    text = enter(table, hand, "Ann fold").content.decode()
    assert 'aria-label="Peg board: Ann: 0, Bob: 5, Cid: 0"' in text
    assert len(text.encode()) < LARGEST
    table.deal("bluff-n-peg")
    assert "<svg" not in read(client, page(table))


def test_stakes_are_proposed_and_dealt_in_whole_chips(table: Table) -> None:
    night = table.night.pk
    Night.objects.filter(pk=night).update(chip=100)
    client = browser(table.cast.sue.user)
    assert 'value="1,00  2,00  4,00"' in read(client, reverse("console-rules", args=[night, "the-bluffs"]))
    form = read(client, reverse("console-rules", args=[night, "council-bluffs"]))
    assert re.search(r'name="rule-small_blind"[^>]*value="1,00"', form)
    assert re.search(r'name="rule-big_blind"[^>]*value="2,00"', form)
    post(table, "deal", night, game="council-bluffs")
    hand = Hand.objects.get(night=night)
    assert hand.set_up and hand.set_up["rules"] == {"small_blind": 100, "big_blind": 200}
