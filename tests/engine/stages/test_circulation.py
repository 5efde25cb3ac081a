"""The card that goes round (3.3), and what is known of the hands by it (3.4)."""

import pytest

from games.engine.state import State
from tests.engine.table import code, hand, play, then

SIXTH = "reveal Ks"


def folly(script: str, players: int = 3, **keys: object) -> State:
    return play(hand("buddhas-folly", *[1000] * players, **keys), script)


def on_offer(state: State) -> str:
    return state.setup.names[state.to_act[0]]


def test_3_3_an_untaken_first_card_is_offered_once_to_each() -> None:
    state = folly(f"{SIXTH}; A reject; B reject")
    assert on_offer(state) == "C", "the dealer too"
    assert then(state, "C reject").phase == "declare"


def test_3_3_an_untaken_discard_is_offered_once_to_each_other() -> None:
    state = folly(f"{SIXTH}; A reject; B accept 3c; C reject")
    assert on_offer(state) == "A"
    assert then(state, "A reject").phase == "declare"


def test_3_3_each_discard_starts_the_count_again() -> None:
    state = folly(f"{SIXTH}; A reject; B reject; C accept 3c; A reject; B accept 4c; C reject")
    assert state.phase == "circulation"
    assert then(state, "A reject").phase == "declare"


def test_3_3_giving_back_the_very_card_is_no_accept() -> None:
    assert code(folly(SIXTH), "A accept Ks") == "card_not_held"


def test_3_3_who_passed_a_card_on_may_take_the_next() -> None:
    state = folly(f"{SIXTH}; A reject; B accept 3c; C reject; A reject")
    assert state.phase == "declare"
    state = folly(f"{SIXTH}; A accept 3c; B reject; C accept 4c; A reject; B accept 3h; C reject")
    assert code(state, "A accept 5c") is None


@pytest.mark.parametrize(
    ("discard", "expected"),
    [("Ks", "card_seen"), ("3c", "card_not_held"), ("4c", None), ("4x", "bad_card"), ("JK", "bad_card")],
)
def test_3_4_a_discard_cannot_be_where_it_is_known_not_to_be(discard: str, expected: str | None) -> None:
    """A has taken the king, and the three of clubs is on offer to B."""
    assert code(folly(f"{SIXTH}; A accept 3c"), f"B accept {discard}") == expected


def test_3_4_a_card_given_on_is_no_longer_known() -> None:
    state = folly(f"{SIXTH}; A accept 3c; B accept 4c; C reject")
    assert code(state, "A accept Ks") is None
    assert code(then(state, "A accept Ks"), "B accept 3c") is None, "B holds it still"


def test_3_4_of_a_hand_that_is_known_whole_only_its_cards_can_go() -> None:
    """Two players: A takes five cards that B discards, and gives away five that were not known."""
    script = f"{SIXTH}; A accept 2c; B accept 2d; A accept 3c; B accept 3d; A accept 4c; B accept 4d; A accept 5c; "
    state = folly(script + "B accept 5d; A accept 6c; B accept 6d", players=2)
    assert state.cards.known[0].bit_count() == 5
    assert code(state, "A accept 7c") == "card_not_held"
    assert code(state, "A accept 2d") is None
    assert code(state, "A accept 2c") == "card_seen", "B took it"


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("Ks Qh Jh Th 9h", None),
        ("Qs Qh Jh Th 9h", "card_not_held"),
        ("Ks 3c Jh Th 9h", "card_seen"),
        ("Ks Ks Jh Th 9h", "card_seen"),
        ("Qs 3c Jh Th 9h", "card_seen"),
        ("Ks Qh Jh Th", "wrong_card_count"),
        ("3c 3c 10h", "wrong_card_count"),
        ("3c 3c 10h Th 9h", "bad_card"),
    ],
)
def test_3_4_a_shown_hand_has_what_is_known_and_not_the_dead_card(shown: str, expected: str | None) -> None:
    """A holds the king for all to know, and the three of clubs lies dead."""
    state = folly(f"{SIXTH}; A accept 3c; B reject; C reject; A declare in; B declare in; C declare out")
    assert code(state, f"A show {shown}") == expected


def test_3_3_offers_come_only_to_the_one_on_turn() -> None:
    state = folly(SIXTH)
    assert code(state, "B reject") == "not_your_turn"
    assert code(state, "B accept Ks") == "not_your_turn"
    assert code(state, "A declare in") == "wrong_phase"
    assert code(state, "A accept") == "bad_format"
