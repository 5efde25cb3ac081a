"""Buddha's Folly: the pot at stake (3.2), who pays whom (3.6), and how much (3.7)."""

from typing import Any

import pytest

from games import engine
from games.engine.state import State
from tests.engine.table import code, hand, play, then

FLUSH, PAIR, HIGH = "Kh Qh 9h 4h 2h", "Kc Kd 9c 4c 2c", "Ac Qd 9d 4d 3d"


def folly(words: str, script: str = "", stacks: tuple[int, ...] = (1000, 1000, 1000), **keys: Any) -> State:
    """A first card that nobody takes, then the declarations."""
    names = "ABCDEF"[: len(stacks)]
    rejects = [f"{name} reject" for name in names]
    declares = [f"{name} declare {word}" for name, word in zip(names, words.split(), strict=True)]
    return play(hand("buddhas-folly", *stacks, **keys), "; ".join(["reveal Ts", *rejects, *declares, script]))


def net(state: State) -> list[int]:
    return list(engine.result(state)["net"].values())


def after(state: State) -> tuple[int, str | None]:
    printed = engine.result(state)
    return printed["carry"], printed["antes_paid_by"]


def test_3_6_one_in_wins_the_pot_unseen_and_nobody_pays() -> None:
    state = folly("out in out")
    assert net(state) == [-100, 200, -100]
    assert after(state) == (0, None)


def test_3_6_losers_match_the_pot_for_the_next_deal() -> None:
    state = folly("in in in", f"A show {FLUSH}; B show {PAIR}; C show {HIGH}", carry=50)
    assert net(state) == [250, -450, -450]
    assert after(state) == (700, None)


def test_3_6_a_muck_concedes_and_pays() -> None:
    state = folly("in in out", "A muck")
    assert net(state) == [-400, 200, -100]
    assert after(state) == (300, None)


def test_0_10_equal_hands_share_and_the_odd_chip_goes_left_of_the_dealer() -> None:
    shows = "A show Ah Qc 9c 4c 3c; B show Ac Qd 9d 4d 3d; C show Ks Qs 9s 4s 3h"
    state = folly("in in in", shows, carry=25, chip=50, rules={"ante": 100})
    assert net(state) == [75, 50, -425]


def test_3_6_nobody_in_leaves_the_pot() -> None:
    state = folly("out out out", carry=50)
    assert net(state) == [-100, -100, -100]
    assert after(state) == (350, None)


def test_3_6_the_penalty_makes_all_show_and_the_best_hand_pays_the_next_antes() -> None:
    state = folly("out out out", rules={"all_out_pays": True})
    assert code(state, "A muck") == "must_show"
    state = then(state, f"C show {HIGH}; A show {PAIR}; B show {FLUSH}")
    assert after(state) == (300, "B")


def test_3_6_tied_for_the_penalty_the_first_left_of_the_dealer_pays() -> None:
    shows = "A show Ks Qs 9s 4s 3h; B show Ah Qc 9c 4c 3c; C show Ac Qd 9d 4d 3d"
    assert after(folly("out out out", shows, rules={"all_out_pays": True})) == (300, "B")
    state = play(
        hand("buddhas-folly", 1000, 1000, 1000, rules={"all_out_pays": True}, dealer="B"),
        "reveal Ts; C reject; A reject; B reject; A declare out; B declare out; C declare out; " + shows,
    )
    assert after(state) == (300, "C")


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({}, -400),
        ({"match_cap": 70}, -170),
        ({"match": "stack"}, -150),
        ({"match": "stack", "match_cap": 30}, -130),
    ],
)
def test_3_7_how_much_a_loser_pays(rules: dict[str, Any], expected: int) -> None:
    state = folly("in in out", f"A show {FLUSH}; B show {PAIR}", stacks=(1000, 150, 1000), rules=rules)
    assert net(state)[1] == expected


def test_3_2_antes_are_whole_on_credit() -> None:
    assert play(hand("buddhas-folly", 0, 30)).chips.stacks == (-100, -70)


@pytest.mark.parametrize(
    ("keys", "stacks", "pot"),
    [
        ({"rules": {"reante": "pot_empty"}, "carry": 10}, (1000, 1000), 10),
        ({"rules": {"reante": "pot_empty"}}, (900, 900), 200),
        ({"antes_paid_by": "B", "rules": {"reante": "pot_empty"}, "carry": 10}, (1000, 800), 210),
        ({"antes_paid_by": "B", "rules": {"ante": 600}}, (1000, -200), 1200),
        ({"antes_paid_by": "B", "rules": {"ante": 600, "match": "stack"}}, (1000, 0), 1000),
    ],
)
def test_3_2_who_posts_which_antes(keys: dict[str, Any], stacks: tuple[int, ...], pot: int) -> None:
    state = play(hand("buddhas-folly", 1000, 1000, **keys))
    assert (state.chips.stacks, state.chips.dead) == (stacks, pot)


def test_3_2_with_table_stakes_a_stack_below_the_ante_is_not_dealt_in_whoever_pays() -> None:
    document = hand("buddhas-folly", 1000, 99, rules={"match": "stack", "reante": "pot_empty"}, carry=10)
    with pytest.raises(engine.Refusal) as raised:
        play(document)
    assert raised.value.code == "bad_setup"


def test_3_5_declared_in_turn_a_second_time_is_not_your_turn() -> None:
    rules = {"declare": "in_turn"}
    state = play(hand("buddhas-folly", 1000, 1000, rules=rules), "reveal Ts; A reject; B reject; A declare in")
    assert code(state, "A declare out") == "not_your_turn"
    state = play(hand("buddhas-folly", 1000, 1000), "reveal Ts; A reject; B reject; A declare in")
    assert code(state, "A declare sideways") == "already_declared"
    assert code(state, "B declare sideways") == "bad_declaration"
