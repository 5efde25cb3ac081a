"""Correcting at the desk: a draft in the address, what the engine says of it, and what it would move."""

import json
from typing import Any
from urllib.parse import urldefrag

import pytest
from django.urls import reverse

from games.clubs.services import members
from games.disputes.services import disputes
from games.models import Entry, Hand, Member
from tests.games.browser import browser
from tests.games.cast import Cast, Table
from tests.games.person import Person
from tests.games.purse import books_hold, win


@pytest.fixture
def hand(table: Table) -> Hand:
    """Ann raises to 3.00, and nobody goes along."""
    return table.enter(table.deal("council-bluffs"), "Ann raise 300", "Bob fold", "Cid fold")


@pytest.fixture
def rob(cast: Cast) -> Person:
    return Person(cast.rob.user)


def bench(hand: Hand, **state: Any) -> str:
    path = reverse("admin:correct-hand", args=[hand.pk])
    query = "&".join(f"{name}={json.dumps(value) if isinstance(value, list | dict) else value}"
                     for name, value in state.items())  # fmt: skip
    return f"{path}?{query}" if query else path


def test_arrow_keys_have_links_to_go_by(rob: Person, hand: Hand) -> None:
    html = rob.client.get(bench(hand, at=1)).content.decode()
    assert 'data-step="next" href="?draft=%5B0%2C1%2C2%5D&amp;at=2"' in html
    part = rob.client.get(bench(hand, at=1), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part and 'id="draft"' in part


def test_what_is_taken_out_stays_in_sight_and_the_engine_says_what_is_missing(rob: Person, hand: Hand) -> None:
    rob.open(bench(hand)).click("Cid folded").click("Take this out")
    assert "Cid folded taken out" in rob.words
    assert "After these actions the hand is not over." in rob.words
    rob.click("Put in after this").press("Call")
    assert "called new" in rob.words


def test_an_illegal_action_is_refused_where_it_stands(rob: Person, hand: Hand) -> None:
    rob.open(bench(hand)).click("Ann raised").click("Take this out")
    assert "It is not the turn of Bob" in rob.words
    assert "not reached" in rob.words
    assert "Correct the hand" not in rob.words.partition("What it would change")[2]


def test_what_is_changed_is_named_and_after_it_one_is_at_what_it_moves(rob: Person, hand: Hand) -> None:
    rob.open(bench(hand)).click("Ann raised")
    assert "Ann raised to 3,00 Put in after this Put in place of this Take this out" in rob.words
    asked = {"do": "put", "action": json.dumps({"type": "fold", "player": hand.entries.get(number=1).body["player"]})}
    at = {"draft": "[0,1,2]", "at": "1"}
    path = reverse("admin:correct-hand", args=[hand.pk])
    for put, place in (("instead", "#change"), ("after", "#edits")):
        answer = rob.client.get(path, {**at, "put": put, **asked})
        assert answer["Location"].endswith(place)
        assert ("put=" in answer["Location"]) == (put == "after")


def test_after_correcting_a_disputed_hand_one_is_led_to_the_end_of_the_dispute(
    rob: Person, hand: Hand, table: Table
) -> None:
    dispute = disputes.open_dispute(table.cast.ann, "I had raised to 2.50", hand_id=hand.pk)
    rob.open(reverse("admin:games_dispute_change", args=[dispute.pk])).click("Correct the hand")
    rob.click("Ann raised").click("Put in place of this").press("Raise", 0, to="2,50")
    rob.press("Correct the hand", reason="Two saw it")
    assert "The hand is corrected." in rob.words
    rob.click("End the dispute with this").press("Uphold it", reason="Two saw it")
    dispute.refresh_from_db()
    assert dispute.state == "upheld" and dispute.remedy.kind == Entry.Kind.CORRECTION
    rob.open(reverse("admin:games_hand_change", args=[hand.pk]))
    assert "The hand is corrected." not in rob.words and "End the dispute" not in rob.words


def test_amounts_are_typed_as_people_write_them(rob: Person, hand: Hand, table: Table) -> None:
    rob.open(bench(hand)).click("Ann raised").click("Put in place of this").press("Raise", 0, to="2,50")
    assert "Ann raised to 2,50 new" in rob.words
    rob.open(bench(hand, at=1, put="instead")).press("Raise", 0, to="much")
    assert "is no amount" in rob.words


def test_who_dealt_may_have_been_another(rob: Person, hand: Hand, table: Table) -> None:
    bob = str(table.players["Bob"].pk)
    rob.open(bench(hand)).press("Look at it so", dealer=bob)
    assert "It is not the turn of Ann" in rob.words
    rob.click("The deal")
    assert "Bob D" in rob.words


def test_a_result_is_corrected_by_new_nets(rob: Person, table: Table, cast: Cast) -> None:
    win(table, Ann=500, Bob=-500)
    hand = Hand.objects.get(game="Stud")
    ann, cid = (str(table.players[name].pk) for name in ("Ann", "Cid"))
    bob = str(table.players["Bob"].pk)
    nets = {f"net-{ann}": "+5,00", f"net-{bob}": "", f"net-{cid}": "-5,00"}
    rob.open(bench(hand)).press("Look at it so", **nets)
    assert "Bob −5,00 0,00 +5,00" in rob.words
    rob.press("Correct the hand", reason="It was Cid")
    assert table.stacks() == {"Ann": 2500, "Bob": 2000, "Cid": 1500}
    books_hold(cast.club)


def test_where_a_later_hand_could_not_have_been_played_money_alone_is_offered(
    rob: Person, table: Table, cast: Cast
) -> None:
    """Ann staked later what she had won: had she won less, she could not have."""
    win(table, Ann=1500, Bob=-1500)
    win(table, Ann=-3000, Cid=3000)
    ann, bob, cid = (str(table.players[name].pk) for name in ("Ann", "Bob", "Cid"))
    nets = {f"net-{ann}": "5", f"net-{bob}": "-5", f"net-{cid}": ""}
    rob.open(bench(Hand.objects.get(number=1))).press("Look at it so", **nets)
    assert "Hand 2 could not have been played so" in rob.words
    assert not [one for form in rob.page.forms for one in form.buttons if one["text"] == "Correct the hand"]
    rob.press("Correct it in money alone", reason="It was a five")
    assert "in money alone" in rob.words
    assert table.stacks() == {"Ann": 500, "Bob": 500, "Cid": 5000}
    books_hold(cast.club)


def test_who_may_not_correct_is_not_offered_to(table: Table, cast: Cast, hand: Hand) -> None:
    """The arbiter, who plays and has no other role, looks and rules, and corrects nothing."""
    members.change_member(cast.rob, Member.objects.get(user=cast.ann.user).pk, is_arbiter=True)
    ann = Person(cast.ann.user).open(reverse("admin:games_hand_change", args=[hand.pk]))
    assert "Correct this hand" not in ann.words
    ann.open(bench(hand, draft=[0, 1]))
    assert "Correct the hand" not in ann.words


def test_a_misdeal_shows_no_word_that_was_never_revealed(rob: Person, table: Table) -> None:
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject", "Cid declare out", "void dropped cards")
    rob.open(bench(hand))
    assert "Cid declared" not in rob.words and "declared out" not in rob.words
    rob.open(reverse("admin:games_entry_changelist") + f"?hand={hand.pk}")
    assert "Cid declared" in rob.words and "declared out" not in rob.words
    assert Entry.objects.get(secret=True).body["as"] == "out"


BAD = [
    {"draft": "["},
    {"draft": "{}"},
    {"draft": "[99]"},
    {"draft": "[true]"},
    {"draft": "[NaN]"},
    {"set_up": "[]"},
    {"set_up": '{"players":5}'},
    {"set_up": '{"dealer":["x"]}'},
    {"set_up": '{"rules":3}'},
    {"net": '{"a":"b"}'},
    {"at": "x"},
]


@pytest.mark.parametrize("state", BAD, ids=[str(state) for state in BAD])
def test_an_address_that_was_cut_short_is_no_fault(rob: Person, hand: Hand, state: dict[str, str]) -> None:
    answer = rob.client.get(reverse("admin:correct-hand", args=[hand.pk]), state)
    assert answer.status_code == 400


ODD: list[dict[str, str]] = [
    {"draft": '[{"type":"raise"}]'},
    {"draft": '[{"type":["x"],"player":5,"cards":7}]'},
    {"draft": '[{"type":"show","cards":["Zz"]}]'},
    {"set_up": '{"players":[{"name":"x","stack":100}],"dealer":"x"}'},
    {"set_up": '{"actions":[]}'},
    {"net": '{"x":5}'},
    {"do": "put", "action": "x"},
    {"do": "put", "action": "[]"},
    {"do": "jump"},
    {"do": "out", "at": "0"},
    {"do": "set-up", "dealer": "x"},
    {"do": "net", "net-x": "5"},
]


@pytest.mark.parametrize("state", ODD, ids=[str(state) for state in ODD])
def test_what_was_made_up_by_hand_is_answered_in_a_sentence(rob: Person, hand: Hand, state: dict[str, str]) -> None:
    answer = rob.client.get(reverse("admin:correct-hand", args=[hand.pk]), state, follow=True)
    assert answer.status_code == 200


def test_nothing_is_written_by_looking(rob: Person, hand: Hand) -> None:
    before = Entry.objects.count()
    rob.open(bench(hand, draft=[0, 1])).click("Put in after this").press("Call")
    assert Entry.objects.count() == before


def test_a_hand_that_moved_on_meanwhile_is_refused_and_the_draft_is_kept(rob: Person, table: Table, hand: Hand) -> None:
    rob.open(bench(hand)).click("Ann raised").click("Put in place of this").press("Fold")
    rob.click("Cid folded").click("Take this out")
    draft = urldefrag(rob.path).url
    table.enter(table.undo(hand), "Cid fold")
    rob.press("Correct the hand", reason="Ann had folded")
    assert rob.path == draft
    assert "Ann folded new" in rob.words
    assert Hand.objects.get(pk=hand.pk).corrections == 0
    rob.press("Correct the hand", reason="Ann had folded")
    assert Hand.objects.get(pk=hand.pk).corrections == 1


def test_it_takes_no_more_queries_for_a_long_hand(
    rob: Person, table: Table, django_assert_max_num_queries: Any
) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold", "Cid call", "reveal Qs 9d 8h", "Cid check", "Ann check")
    table.enter(hand, "reveal Jc", "Cid check", "Ann check", "reveal 3h", "Cid check", "Ann check")
    table.enter(hand, "Ann show As 7d 5c 4c", "Cid show Ks Kd 6d 4d")
    rob.client.get(bench(hand))
    with django_assert_max_num_queries(25):
        rob.client.get(bench(hand, at=3))
    with django_assert_max_num_queries(45):
        rob.client.get(bench(hand, draft=list(range(13))))
    with django_assert_max_num_queries(40):
        assert browser(table.cast.rob.user).get(reverse("admin:games_hand_change", args=[hand.pk])).status_code == 200
