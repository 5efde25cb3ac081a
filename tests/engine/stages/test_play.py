"""Laying cards (4.3 to 4.5) and double or fold (4.6). A is left of the dealer."""

import pytest

from games.engine.state import State
from tests.engine.table import code, hand, play, then


def peg(script: str, players: int = 2, rules: dict[str, object] | None = None, **keys: object) -> State:
    names = "ABCDEF"[:players]
    draws = "; ".join(f"{name} draw 0" for name in names)
    return play(hand("bluff-n-peg", players=players, rules=rules or {}, **keys), f"{draws}; {script}")


def waiting(state: State) -> list[str]:
    return [state.setup.names[seat] for seat in state.to_act]


def test_4_2_nobody_folds_before_the_play_and_all_draw_in_turn() -> None:
    state = play(hand("bluff-n-peg", players=2), "")
    assert code(state, "A fold") == "wrong_phase"
    assert code(state, "B draw 1") == "not_your_turn"
    assert code(state, "A draw 4") == "wrong_card_count"
    assert code(state, "A draw -1") == "wrong_card_count"


def test_4_4_with_the_best_hand_alone_the_turn_is_over() -> None:
    assert waiting(peg("A play 5c")) == ["B"]
    assert waiting(peg("A play 5c; B play 4c")) == ["B"]
    assert waiting(peg("A play 5c; B play 5d")) == ["B"], "an equal hand is not the best"
    assert waiting(peg("A play 5c; B play 6d")) == ["A"]


def test_4_3_a_missing_card_is_lower_than_any() -> None:
    assert waiting(peg("A play Kc; B play Kd; B play 2d")) == ["A"]


def test_4_4_with_fewer_than_five_cards_a_tie_is_not_enough_unless_agreed() -> None:
    tied = "A play 5c; B play 5d"
    assert code(peg(tied), "B stand") == "must_play"
    assert code(peg(tied, rules={"tie_is_best": True}), "B stand") is None


def test_4_4_nobody_stands_without_a_card_down_or_when_beaten() -> None:
    rules: dict[str, object] = {"tie_is_best": True}
    assert code(peg("", rules=rules), "A stand") == "must_play"
    assert code(peg("A play 5c", rules=rules), "B stand") == "must_play"


def test_4_5_a_stand_lapses_when_a_card_is_laid() -> None:
    rules: dict[str, object] = {"tie_is_best": True}
    state = peg("A play 5c; B play 5d; B stand; C play 5h; C play 2h; A fold", 3, rules)
    assert waiting(state) == ["B"]
    assert code(state, "B stand") == "must_play", "beaten now"


def test_4_5_who_has_stood_is_not_asked_again_until_a_card_is_laid() -> None:
    rules: dict[str, object] = {"tie_is_best": True}
    state = peg("A play 5c; B play 5d; B stand; C play 4h", 3, rules)
    assert code(state, "C stand") == "must_play"
    assert waiting(peg("A play 5c; B play 5d; B stand; C fold", 3, rules)) == ["A"]


def test_4_5_the_hand_is_over_when_all_have_stood() -> None:
    rules: dict[str, object] = {"tie_is_best": True}
    state = peg("A play 5c; B play 5d; B stand; C fold; A stand", 3, rules)
    assert state.status == "complete"
    assert state.outcome.winners == (0, 1)


def test_4_5_beaten_with_no_cards_left_there_is_only_the_fold() -> None:
    state = peg("A play Ac; B play 2d; B play 3d; B play 4d; B play 5h; B play 7d")
    assert code(state, "B play 8d") == "no_cards_left"
    assert code(state, "B play 7d") == "card_seen", "cards are judged before how many are left"
    assert code(state, "B stand") == "must_play"
    assert then(state, "B fold").outcome.winners == (0,)


def test_4_3_the_last_player_wins_without_a_card() -> None:
    state = peg("A fold; B fold", 3)
    assert state.outcome.winners == (2,)
    assert state.outcome.moves == (0, 0, 5)


def test_4_6_a_double_comes_right_after_ones_third_card() -> None:
    state = peg("A play 2c; B play 3d; A play 2d; B play 3h; A play 4h")
    assert waiting(state) == ["A"], "beaten with three cards: the turn goes on, and a double may come"
    assert code(state, "A double") is None
    assert code(then(state, "A play 5h"), "A double") == "double_refused"


def test_4_6_also_when_the_third_card_ended_the_turn_until_the_next_player_acts() -> None:
    state = peg("A play 2c; B play 3d; A play 2d; B play 3h; A play 2h")
    assert waiting(state) == ["A", "B"]
    assert code(state, "A play 9c") == "not_your_turn"
    assert code(state, "B double") == "double_refused"
    assert code(then(state, "B play 9c"), "A double") == "not_your_turn"
    doubled = then(state, "A double")
    assert (doubled.phase, waiting(doubled)) == ("answer", ["B"])
    assert waiting(then(doubled, "B accept")) == ["B"], "a declarer who has the best hand is done"


def test_4_6_the_others_answer_in_turn_from_the_declarers_left() -> None:
    state = peg("A fold; B play 2c; C play 3d; D fold; B play 2d; C play 3h; B play 2h; B double", 4)
    assert waiting(state) == ["C"]
    assert code(state, "C play 9c") == "wrong_phase"
    assert code(state, "D accept") == "not_your_turn"


def test_4_6_who_folds_in_answer_pays_at_the_peg_as_it_was() -> None:
    state = peg(
        "A play 2c; B play 3d; C play 4d; A play 2d; B fold; C play 4h; A play 2h; A double; C accept; C fold", 3
    )
    assert state.outcome.moves == (10, -1, -4)
    state = peg(
        "A play 2c; B play 3d; C play 4d; A play 2d; B play 3h; C play 4h; A play 2h; A double; B fold; C accept", 3
    )
    assert state.work.paying == (0, 1, 0)
    assert state.work.multiplier == 2


def test_4_6_if_all_fold_the_declarer_wins_at_the_peg_as_it_was() -> None:
    state = peg("A play 2c; B play 3d; A play 2d; B play 3h; A play 4h; A double; B fold")
    assert state.outcome.moves == (5, -2)


@pytest.mark.parametrize(("hole", "expected"), [(-30, "double_refused"), (-32, "double_refused"), (-29, None)])
def test_4_6_no_double_from_the_last_chance_area(hole: int, expected: str | None) -> None:
    state = peg("A play 2c; B play 3d; A play 2d; B play 3h; A play 4h", pegs={"A": hole, "B": 0})
    assert code(state, "A double") == expected


def test_4_6_at_most_three_doubles_in_a_hand() -> None:
    script = """A play 2c; B play 3c; C play 4c; D play 5c
    A play 2d; B play 3d; C play 4d; D play 5d
    A play 2h; A double; B accept; C accept; D accept
    B play 3h; B double; C accept; D accept; A accept
    C play 4h; C double; D accept; A accept; B accept
    D play 5h"""
    state = peg(script, 4)
    assert state.work.multiplier == 8
    assert code(state, "D double") == "double_refused"
    assert waiting(state) == ["A"], "D is not asked, having nothing that may be done"


def test_4_6_a_double_by_who_is_neither_on_turn_nor_has_just_laid_a_third_card() -> None:
    assert code(peg("A play 5c"), "A double") == "not_your_turn"
    assert code(peg("A play 5c"), "B double") == "double_refused"
