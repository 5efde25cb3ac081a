"""Declarations (1.7, 3.5): at once or in turn."""

from typing import Any

from games.engine.state import State
from tests.engine.table import code, hand, play, then


def declaring(declare: str, words: str = "") -> State:
    rules: dict[str, Any] = {"declare": declare}
    document = hand("buddhas-folly", 1000, 1000, 1000, rules=rules)
    return play(document, f"reveal Ts; A reject; B reject; C reject; {words}")


def waiting(state: State) -> list[str]:
    return [state.setup.names[seat] for seat in state.to_act]


def test_1_7_at_once_anybody_may_be_next_and_nobody_twice() -> None:
    state = declaring("simultaneous", "B declare in")
    assert waiting(state) == ["A", "C"]
    assert code(state, "B declare out") == "already_declared"
    assert code(state, "X declare out") == "unknown_player"


def test_1_7_in_turn_it_goes_from_the_left_of_the_dealer() -> None:
    state = declaring("in_turn", "A declare in")
    assert waiting(state) == ["B"]
    assert code(state, "C declare in") == "not_your_turn"
    assert code(state, "A declare out") == "not_your_turn"


def test_1_7_the_words_are_those_of_the_game() -> None:
    state = declaring("simultaneous")
    for word in ("high", "In", "both"):
        assert code(state, f"A declare {word}") == "bad_declaration"


def test_1_7_what_was_declared_is_known_only_when_all_are_in() -> None:
    state = declaring("simultaneous", "A declare in; B declare out")
    assert state.declared == (None, None, None)
    assert [event.text for event in state.events] == [None]
    state = then(state, "C declare in")
    assert state.declared == ("in", "out", "in")
    assert [event.text for event in state.events][1:] == ["in", "out", "in"]
