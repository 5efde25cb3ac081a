"""Bluff N' Peg: points (4.7), the board (4.8, 4.9), and the end of the match (4.10)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import engine
from games.engine.games.bluff_n_peg import moved_back
from tests.engine.table import Document, hand, play

DRAWS = "A draw 0; B draw 0; "
B_WINS_BY_ONE = DRAWS + "A play 5c; B play 6c; A fold"


def printed(script: str, **keys: Any) -> Document:
    return engine.result(play(hand("bluff-n-peg", players=2, **keys), script))


def test_4_7_the_winner_gets_five_and_the_loser_loses_the_cards_laid() -> None:
    assert printed(B_WINS_BY_ONE)["moves"] == {"A": -1, "B": 5}


def test_4_7_every_tied_winner_gets_the_same_in_full() -> None:
    script = DRAWS + "A play 5c; B play 5d; B stand; A stand"
    assert printed(script, rules={"tie_is_best": True})["moves"] == {"A": 5, "B": 5}


@given(hole=st.integers(-40, 40), points=st.integers(0, 40))
def test_4_9_a_loser_stops_on_the_first_last_chance_hole_and_then_goes_one_by_one(hole: int, points: int) -> None:
    walked = hole
    for _ in range(points):
        if walked > -30:
            walked -= 1
    if hole <= -30 and points:
        walked = hole - 1
    assert moved_back(hole, points, -30) == walked


@pytest.mark.parametrize(
    ("pegs", "status", "players"),
    [
        ({"A": 0, "B": 24}, "in_progress", []),
        ({"A": 0, "B": 25}, "won", ["B"]),
        ({"A": -32, "B": 0}, "won", ["B"]),
        ({"A": -31, "B": 0}, "in_progress", []),
        ({"A": -32, "B": -32}, "won", ["B"]),
    ],
)
def test_4_10_the_match_ends_past_the_winner_hole_or_out_the_back(
    pegs: dict[str, int], status: str, players: list[str]
) -> None:
    assert printed(B_WINS_BY_ONE, pegs=pegs)["match"] == {"status": status, "players": players}


def test_4_10_tied_for_first_they_play_once_more_and_the_match_is_won_wherever_they_stand() -> None:
    script = DRAWS + "A play 5c; B play 5d; B stand; A stand"
    rules = {"tie_is_best": True}
    match = printed(script, rules=rules, pegs={"A": 28, "B": 28})["match"]
    assert match == {"status": "tiebreak", "players": ["A", "B"]}
    again = printed(script, rules=rules, pegs={"A": 3, "B": 3}, tiebreak=True)
    assert again["match"] == {"status": "tiebreak", "players": ["A", "B"]}
    won = printed(B_WINS_BY_ONE, pegs={"A": 3, "B": 3}, tiebreak=True)
    assert won["match"] == {"status": "won", "players": ["B"]}


@pytest.mark.parametrize(
    "keys",
    [
        {"pegs": {"A": -33, "B": 0}},
        {"pegs": {"A": 30, "B": 0}},
        {"pegs": {"A": 3, "B": 4}, "tiebreak": True},
        {"pegs": {"A": 3}},
        {"pegs": {"A": 3, "B": 3, "C": 3}},
        {"pegs": {"A": 2**53 - 1, "B": 2**53 - 1}, "tiebreak": True},
        {"carry": 1},
        {"antes_paid_by": "A"},
    ],
)
def test_4_10_pegs_that_cannot_be(keys: dict[str, Any]) -> None:
    with pytest.raises(engine.Refusal) as raised:
        printed("", **keys)
    assert raised.value.code == "bad_setup"


@pytest.mark.parametrize("rules", [{"winner_hole": 0}, {"last_chance_hole": 0}, {"start": 30}, {"start": True}])
def test_4_8_a_board_that_cannot_be(rules: dict[str, Any]) -> None:
    with pytest.raises(engine.Refusal) as raised:
        printed("", rules=rules)
    assert raised.value.code == "bad_rules"


def test_0_13_a_misdeal_leaves_the_pegs_and_the_multiplier() -> None:
    script = DRAWS + "A play 2c; B play 3d; A play 2d; B play 3h; A play 4h; A double; B accept; void misdeal"
    void = printed(script, pegs={"A": 1, "B": 2})
    assert (void["pegs"], void["moves"], void["multiplier"]) == ({"A": 1, "B": 2}, {"A": 0, "B": 0}, 2)
