"""What an observer sees: what lies open, and of a secret declaration no more than that it was made."""

from typing import Any

from games import engine
from games.engine.state import State

from .table import hand, play, then


def seen(state: State, viewer: str | None = None) -> dict[str, dict[str, Any]]:
    """The players as this viewer sees them, by name."""
    return {player["player"]: player for player in engine.observe(state, viewer)["players"]}


def folly() -> State:
    return play(hand("buddhas-folly", 1000, 1000), "reveal Ts; A accept 3c; B reject; A declare in")


def test_a_secret_declaration_is_seen_by_its_player_alone() -> None:
    state = folly()
    assert [seen(state, viewer)["A"]["declared"] for viewer in (None, "B", "A")] == [True, True, "in"]
    assert seen(state)["B"]["declared"] is False


def test_with_the_last_declaration_all_lie_open() -> None:
    assert {name: one["declared"] for name, one in seen(then(folly(), "B declare in")).items()} == {
        "A": "in",
        "B": "in",
    }


def test_a_misdeal_never_reveals_a_declaration() -> None:
    void = then(folly(), "void misdeal")
    assert [seen(void, viewer)["A"]["declared"] for viewer in (None, "B", "A")] == [True, True, "in"]
    assert "in" not in [event.get("text") for event in engine.observe(void)["events"]]


def test_declared_in_turn_everybody_hears_it() -> None:
    rules = {"declare": "in_turn"}
    state = play(hand("buddhas-folly", 1000, 1000, rules=rules), "reveal Ts; A reject; B reject; A declare in")
    assert seen(state)["A"]["declared"] == "in"


def test_cards_are_seen_where_they_lie_open() -> None:
    state = folly()
    assert seen(state)["A"]["known"] == ["Ts"]
    assert engine.observe(state)["board"] == ["3c"]
    state = then(state, "B declare in; A show Ts Th 9c 9d 2h")
    assert set(seen(state)["A"]["known"]) == {"Ts", "Th", "9c", "9d", "2h"}
    assert seen(state)["B"]["known"] == []


def test_stacks_bets_and_side_pots_are_seen_as_they_stand() -> None:
    rules = {"limit": "no_limit"}
    script = "C raise 600; A call; B call; reveal Kh Qh 2c; B bet 300"
    table = engine.observe(play(hand("council-bluffs", 600, 2000, 2000, rules=rules), script))
    assert table["pot"] == 2100
    assert table["pots"] == [{"amount": 1800, "contenders": ["A", "B", "C"]}]
    assert [(one["stack"], one["bet"], one["paid"]) for one in table["players"]] == [
        (0, 0, 600),
        (1100, 300, 600),
        (1400, 0, 600),
    ]


def test_the_layout_of_the_bluffs_lies_in_two_rows_of_four() -> None:
    state = play(hand("the-bluffs", 1000, 1000), "B call; A check; reveal Kc Qh; A check; B check; reveal Js 7s")
    assert engine.observe(state)["table"]["layout"] == [["Kc", None, "Js", None], [None, "7s", None, "Qh"]]


def test_where_the_next_pair_of_the_bluffs_is_turned_is_where_it_then_lies() -> None:
    state = play(hand("the-bluffs", 1000, 1000), "B call; A check")
    for top, bottom in (("Kc", "Qh"), ("Js", "7s"), ("2c", "3d"), ("4h", "5h")):
        places = engine.observe(state)["table"]["turning"]
        script = f"reveal {top} {bottom}; A check; B check"
        bought = "; A stand; B stand; A check; B check" if bottom == "7s" else ""
        state = then(state, script + bought)
        layout = engine.observe(state)["table"]["layout"]
        assert [layout[row][column] for row, column in places] == [top, bottom]
    assert engine.observe(state)["table"]["turning"] == []


def test_the_board_of_council_bluffs_says_high_as_soon_as_no_low_can_come() -> None:
    state = play(hand("council-bluffs", 5000, 5000), "B call; A check; reveal Kh Qh 2c")
    assert engine.observe(state)["table"] == {
        "board": 5,
        "low_ranks": 1,
        "plays_low": False,
        "plays_high": False,
    }
    state = then(state, "A check; B check; reveal 2d")
    assert engine.observe(state)["table"] == {
        "board": 5,
        "low_ranks": 1,
        "plays_low": False,
        "plays_high": True,
    }


def test_what_is_to_be_beaten_is_the_best_hand_of_those_still_in() -> None:
    state = play(hand("bluff-n-peg", players=3), "A draw 0; B draw 0; C draw 0")
    assert engine.observe(state)["table"]["to_beat"] is None
    state = then(state, "A play 9c; B play Td; C play Kh")
    assert engine.observe(state)["table"]["to_beat"] == {"players": ["C"], "hand": "high card"}
    state = then(state, "A play 9h; B fold; C fold")
    assert engine.observe(state)["table"]["to_beat"] == {"players": ["A"], "hand": "one pair"}
