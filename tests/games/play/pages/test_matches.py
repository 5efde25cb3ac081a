"""The peg board of a match, hand by hand."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Match
from games.play.pages.peg_board import BOTTOM, HEIGHT, TOP, board_of
from games.play.selectors.matches import match_course
from games.play.services.corrections import correct
from games.play.services.match_ends import end_match, forfeit
from tests.games.browser import browser
from tests.games.cast import Cast, Table
from tests.games.play.pages.test_hands import read, words

DRAWS = ("Bob draw 0", "Cid draw 0", "Ann draw 0")
BOARD = {"winner_hole": 12, "last_chance_hole": -2}


@pytest.fixture
def match(table: Table) -> Match:
    """Bob wins 5; then Cid wins 5, Bob loses the one card he laid."""
    table.enter(table.deal("bluff-n-peg", BOARD), *DRAWS, "Bob play Kh", "Cid fold", "Ann fold")
    hand = table.deal("bluff-n-peg")
    table.enter(hand, "Cid draw 0", "Ann draw 0", "Bob draw 0", "Cid play 2h", "Ann fold", "Bob play 3h", "Cid play 2c")
    table.enter(hand, "Bob fold")
    return Match.objects.get()


def page(match: Match, hand: int | None = None) -> str:
    return reverse("match-page", args=[match.pk]) + ("" if hand is None else f"?hand={hand}")


def pegs(table: Table, match: Match, at: int | None = None) -> dict[str, tuple[str, str]]:
    """Of each player the hole, and how far the last hand moved the peg."""
    return {peg.name: (peg.hole, peg.move) for peg in board_of(match_course(table.cast.ann, match.pk), at).pegs}


def test_the_board_goes_from_hand_to_hand(table: Table, match: Match) -> None:
    assert pegs(table, match, 0) == {"Ann": ("0", ""), "Bob": ("0", ""), "Cid": ("0", "")}
    assert pegs(table, match, 1) == {"Ann": ("0", "0"), "Bob": ("5", "+5"), "Cid": ("0", "0")}
    assert pegs(table, match) == {"Ann": ("0", "0"), "Bob": ("4", "−1"), "Cid": ("5", "+5")}


def test_a_corrected_hand_moves_the_board_of_all_that_follow(table: Table, match: Match) -> None:
    first = match.hands.earliest("number")
    lines = (*DRAWS, "Bob fold", "Cid play 2h", "Ann fold")
    correct(table.cast.rob, first.pk, {"actions": [table.action(line) for line in lines]}, "Cid won", first.version)
    assert pegs(table, match, 1)["Cid"] == ("5", "+5")
    assert pegs(table, match)["Cid"] == ("10", "+5")


def test_pegs_stand_higher_the_further_forward_they_are(table: Table, match: Match) -> None:
    board = board_of(match_course(table.cast.ann, match.pk))
    by_name = {peg.name: peg for peg in board.pegs}
    assert by_name["Cid"].y < by_name["Bob"].y < by_name["Ann"].y
    # Bob's peg has come down a hole, Ann's has not moved
    assert by_name["Bob"].was == pytest.approx(by_name["Bob"].y - board.gap, abs=0.11)
    assert by_name["Ann"].was is None
    assert len({peg.shape for peg in board.pegs}) == len({peg.x for peg in board.pegs}) == 3


def test_the_last_chance_and_the_back_are_told(table: Table, cast: Cast) -> None:
    hand = table.deal("bluff-n-peg", BOARD)
    table.enter(hand, *DRAWS, "Bob play 2h", "Cid play 3h", "Ann play 4h", "Bob play 2c", "Cid play 3c", "Ann fold")
    table.enter(hand, "Bob fold")
    html = read(browser(cast.ann.user), page(Match.objects.get()))
    assert "Bob last chance −2 −2" in words(html)
    assert "Ann −1 −1" in words(html)


def test_a_board_without_end_is_drawn_all_the_same(table: Table, cast: Cast) -> None:
    table.deal("bluff-n-peg", {"winner_hole": 2**53 - 100, "last_chance_hole": -(2**53 - 100)})
    board = board_of(match_course(cast.ann, Match.objects.get().pk))
    assert len(board.marks) < 50
    assert (HEIGHT - TOP - BOTTOM) / board.gap < 100
    assert all(TOP <= peg.y <= HEIGHT - BOTTOM for peg in board.pegs)
    assert browser(cast.ann.user).get(page(Match.objects.get())).status_code == 200


def test_the_bluffing_peg_shows_what_the_hand_was_played_for(table: Table, cast: Cast) -> None:
    hand = table.deal("bluff-n-peg")
    table.enter(hand, *DRAWS, "Bob play Kh", "Cid play Ah", "Ann fold", "Bob play Kd", "Cid play Ac", "Bob play Kc")
    table.enter(hand, "Bob double", "Cid accept", "Cid fold")
    html = read(browser(cast.ann.user), page(Match.objects.get()))
    assert re.search(r'class="hole here" aria-current="true"><b>2X</b> 10', html)


def test_the_page_says_how_it_stands_and_leads_to_the_hand(table: Table, cast: Cast, match: Match) -> None:
    client = browser(cast.ann.user)
    now, before = read(client, page(match)), read(client, page(match, 1))
    assert "The match goes on." in words(now)
    assert 'href="?hand=1"' in now and 'data-step="next"' not in now
    assert reverse("hand-page", args=[match.hands.earliest("number").pk]) in before
    assert "No hand is over yet." in words(read(client, page(match, 0)))


def test_who_has_won_is_said_only_where_the_board_has_come_to_it(table: Table, cast: Cast, match: Match) -> None:
    hand = table.deal("bluff-n-peg")
    table.enter(hand, "Ann draw 0", "Bob draw 0", "Cid draw 0", "Ann fold", "Bob fold")
    hand = table.deal("bluff-n-peg")
    table.enter(hand, "Bob draw 0", "Cid draw 0", "Ann draw 0", "Bob fold", "Cid play 2h", "Ann fold")
    client = browser(cast.ann.user)
    assert "Cid has won the match." in words(read(client, page(match)))
    assert "has won" not in words(read(client, page(match, 3)))


def test_an_end_beside_the_board_is_said_at_the_end_of_it(table: Table, cast: Cast, match: Match) -> None:
    forfeit(cast.sue, match.pk, table.players["Ann"].pk, "had to leave")
    end_match(cast.sue, match.pk, "leader", "late")
    client = browser(cast.ann.user)
    said = words(read(client, page(match)))
    assert "Cid has won the match." in said
    assert "Ann has given up." in said
    assert "has won" not in words(read(client, page(match, 1)))


def test_the_night_leads_to_the_board_of_the_match_that_runs(table: Table, cast: Cast, match: Match) -> None:
    night = reverse("night-page", args=[table.night.pk])
    assert page(match) in read(browser(cast.ann.user), night)


def test_our_script_gets_the_part_alone(cast: Cast, match: Match) -> None:
    part = read(browser(cast.ann.user), page(match, 1), **{"HX-Request": "true"})
    assert "<html" not in part
    assert 'id="course"' in part


def test_who_may_open_it(cast: Cast, match: Match) -> None:
    assert Client().get(page(match))["Location"].startswith(reverse("sign-in"))
    assert browser(cast.otto.user).get(page(match)).status_code == 404
    assert browser(cast.ann.user).get(reverse("match-page", args=[uuid4()])).status_code == 404
    assert browser(cast.ann.user).get(page(match) + "?hand=second").status_code == 400
    for actor in (cast.rob, cast.sue, cast.ann):
        assert browser(actor.user).get(page(match)).status_code == 200


def test_the_board_is_drawn_without_style_or_script_in_it(cast: Cast, match: Match) -> None:
    html = read(browser(cast.ann.user), page(match))
    assert not re.search(r"\sstyle=|\son\w+=", html)


def test_few_queries_however_long_the_match(table: Table, cast: Cast, match: Match) -> None:
    client = browser(cast.ann.user)
    with CaptureQueriesContext(connection) as asked:
        read(client, page(match))
    assert len(asked) <= 9, [one["sql"][:90] for one in asked]
