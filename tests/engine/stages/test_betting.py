"""Betting rounds (0.8) where the rule is subtle. A is left of the dealer; the last player deals."""

import pytest

from games.engine.state import State
from tests.engine.table import code, entry, hand, offered, play, refused

BLINDS = {"small_blind": 50, "big_blind": 100}
NO_LIMIT = {"limit": "no_limit", **BLINDS}
POT_LIMIT = {"limit": "pot_limit", **BLINDS}
FIXED = {"limit": "fixed_limit", **BLINDS}


def council(rules: dict[str, object], *stacks: int, script: str = "", chip: int = 1) -> State:
    return play(hand("council-bluffs", *stacks, rules=rules, chip=chip), script)


def bluffs(*stacks: int, script: str = "", **rules: object) -> State:
    return play(hand("the-bluffs", *stacks, rules={"bets": [50, 100], "blind": 50, **rules}), script)


def bounds(state: State, kind: str = "raise") -> tuple[int | None, int | None, int | None]:
    """Least, most, and all-in of a raise that is offered in no-limit and pot-limit."""
    offer = offered(state, kind)
    assert offer is not None
    return offer["to"].get("min"), offer["to"].get("max"), offer["to"]["all_in"]


def test_0_8_a_raise_is_at_least_the_last_full_one() -> None:
    state = council(NO_LIMIT, 5000, 5000, 5000, 5000, script="C raise 350")
    assert bounds(state) == (600, 5000, 5000)
    assert code(state, "D raise 599") == "bad_amount"
    assert code(state, "D raise 600") is None


def test_0_8_a_short_all_in_leaves_the_measure_as_it_was() -> None:
    state = council(NO_LIMIT, 5000, 5000, 400, 5000, script="C raise 400; D call; A call; B call; reveal Kh Qh 2c")
    assert offered(state, "raise") is None
    state = council(NO_LIMIT, 5000, 5000, 5000, 450, script="C raise 300; D raise 450")
    assert bounds(state)[0] == 650, "450 and the 200 of the last full raise"


def test_0_8_who_has_acted_is_not_reopened_by_a_short_all_in() -> None:
    state = council(NO_LIMIT, 5000, 5000, 5000, 450, script="C raise 300; D raise 450; A fold; B call")
    assert code(state, "C raise 1000") == "not_reopened"
    assert code(state, "C raise 310") == "bad_amount", "the size is judged before the reopening"
    assert code(state, "C call") is None


def test_0_8_who_has_not_acted_may_raise_over_a_short_all_in() -> None:
    state = council(NO_LIMIT, 5000, 5000, 5000, 450, script="C raise 300; D raise 450")
    assert code(state, "A raise 650") is None


def test_0_8_short_all_ins_add_up_to_a_reopening() -> None:
    script = "C raise 300; D raise 420; A raise 500; B call"
    assert code(council(NO_LIMIT, 500, 5000, 5000, 420, script=script), "C raise 700") is None
    state = council(NO_LIMIT, 499, 5000, 5000, 420, script=script.replace("A raise 500", "A raise 499"))
    assert code(state, "C raise 700") == "not_reopened"


def test_0_8_growth_counts_from_a_players_own_last_action() -> None:
    script = "C raise 300; D raise 420; E call; A raise 500; B fold"
    state = council(NO_LIMIT, 500, 5000, 5000, 420, 5000, script=script)
    assert code(state, "C raise 700") is None, "200 more since C acted"
    assert code(council(NO_LIMIT, 500, 5000, 5000, 420, 5000, script=script + "; C call"), "E raise 700") == (
        "not_reopened"
    ), "80 more since E acted"


def test_0_8_a_check_counts_as_having_acted() -> None:
    script = "C call; A call; B check; reveal Kh Qh 2c; A check; B bet 40; C call"
    assert code(council(NO_LIMIT, 5000, 140, 5000, script=script), "A raise 300") == "not_reopened"


def test_0_8_an_opening_all_in_below_the_minimum_leaves_the_minimum_as_the_measure() -> None:
    script = "C call; A call; B check; reveal Kh Qh 2c; A bet 40"
    state = council(NO_LIMIT, 140, 5000, 5000, script=script)
    assert bounds(state)[0] == 140


@pytest.mark.parametrize(("stack", "expected"), [(74, "not_reopened"), (75, None)])
def test_0_8_half_a_bet_reopens_in_limit_games(stack: int, expected: str | None) -> None:
    """The blind of 50 is called, then C is all-in for less than a raise of 50; 25 more is half."""
    state = bluffs(1000, 1000, stack, script=f"B call; C raise {stack}; A call")
    assert code(state, f"B raise {stack + 50}") == expected


def test_0_8_half_a_bet_counts_for_the_cap() -> None:
    cap = {"max_raises": 1}
    assert code(bluffs(1000, 1000, 75, script="B call; C raise 75", **cap), "A raise 125") == "raise_cap"
    assert code(bluffs(1000, 1000, 74, script="B call; C raise 74", **cap), "A raise 124") is None


def test_0_8_an_opening_bet_is_none_of_the_raises() -> None:
    start = "B call; C call; A check; reveal Kh Qh; A bet 50"
    state = bluffs(1000, 1000, 1000, script=start + "; B raise 100", max_raises=1)
    assert code(state, "C raise 150") == "raise_cap"
    assert code(bluffs(1000, 1000, 1000, script=start, max_raises=0), "B raise 100") == "raise_cap"


def test_0_8_at_the_cap_not_even_a_short_all_in_may_raise() -> None:
    state = bluffs(1000, 1000, 110, script="B raise 100", max_raises=1)
    assert code(state, "C raise 110") == "raise_cap"
    assert code(state, "C raise 107") == "bad_amount", "no size at all comes first"
    assert code(state, "C call") is None


def test_0_1_in_limit_games_a_raise_over_an_off_chip_all_in_keeps_its_exact_size() -> None:
    rules = {"bets": [50, 100], "blind": 50}
    state = play(hand("the-bluffs", 1000, 1000, 83, 1000, rules=rules, chip=25), "B call; C raise 83")
    offer = offered(state, "raise")
    assert offer is not None
    assert offer["to"]["choices"] == [133, 183]


def test_0_1_in_no_limit_a_raise_over_an_off_chip_all_in_is_in_whole_chips() -> None:
    state = council(NO_LIMIT, 5000, 5000, 5000, 233, chip=25, script="C call; D raise 233")
    assert bounds(state) == (375, 5000, 5000)
    assert code(state, "A raise 366") == "bad_amount"


def test_0_8_no_raise_when_nobody_else_has_chips() -> None:
    state = council(NO_LIMIT, 100, 5000)
    assert code(state, "B raise 200") == "bad_amount"
    assert code(state, "B call") is None
    assert offered(state, "raise") is None


def test_0_8_a_round_that_would_end_before_anyone_acts_is_skipped() -> None:
    state = council(NO_LIMIT, 300, 5000, 5000, script="C fold; A raise 300; B call")
    assert state.phase == "reveal"
    state = council(NO_LIMIT, 300, 5000, 5000, script="C fold; A raise 300; B call; reveal Kh Qh 2c; reveal 3c")
    assert (state.phase, state.to_act) == ("reveal", ())


def test_2_2_a_short_blind_is_raised_over_as_if_it_were_whole() -> None:
    state = council(NO_LIMIT, 5000, 30, 5000, 5000)
    assert bounds(state) == (200, 5000, 5000)
    offer = offered(state, "call")
    assert offer is not None
    assert offer["amount"] == 100


def test_0_8_nobody_owes_more_than_another_can_still_put_in() -> None:
    """Head to head against a blind of 30: the small blind of 50 covers it, and nothing is left to call."""
    assert council(NO_LIMIT, 30, 5000).phase == "reveal"
    state = council(NO_LIMIT, 5000, 30, 60, script="C call")
    offer = offered(state, "call")
    assert offer is not None
    assert offer["amount"] == 10, "A has 50 in, and C is all-in for 60"


def test_0_8_a_fold_lowers_what_the_others_owe() -> None:
    state = council(NO_LIMIT, 5000, 30, 5000, script="C fold")
    assert state.phase == "reveal", "A covers the 30 of B, so nothing is owed"


@pytest.mark.parametrize(
    ("stacks", "script", "most"),
    [
        ((5000, 5000, 5000), "", 350),
        ((5000, 5000, 5000), "C raise 350", 1150),
        ((5000, 5000, 5000), "C call; A call; B check; reveal Kh Qh 2c", 300),
        ((5000, 30, 5000, 5000), "", 280),
    ],
)
def test_2_2_pot_limit_counts_the_chips_really_there(stacks: tuple[int, ...], script: str, most: int) -> None:
    state = council(POT_LIMIT, *stacks, script=script)
    kind = "raise" if offered(state, "raise") else "bet"
    assert bounds(state, kind)[1] == most
    name = state.setup.names[state.to_act[0]]
    assert code(state, f"{name} {kind} {most}") is None
    assert code(state, f"{name} {kind} {most + 1}") == "bad_amount"


def test_2_2_pot_limit_adds_the_call_that_is_owed_not_the_one_that_a_short_blind_asks_for() -> None:
    state = council(POT_LIMIT, 5000, 20, 40)
    offer = offered(state, "call")
    assert offer is not None
    assert offer["amount"] == 40, "C has 40 in all"
    state = council(POT_LIMIT, 70, 20, 5000)
    assert bounds(state)[1] == 100 + 70 + 70, "A can put in 70, so 70 is owed"


def test_2_2_fixed_limit_has_one_size_which_doubles_on_the_turn() -> None:
    script = "C raise 200; A call; B call; reveal Kh Qh 2c; A check; B check; C check; reveal 3c"
    state = council(FIXED, 5000, 5000, 5000, script=script)
    offer = offered(state, "bet")
    assert offer is not None
    assert offer["to"] == {"choices": [200], "all_in": None}


def test_1_5_the_blind_has_the_last_word() -> None:
    state = bluffs(1000, 1000, 1000, script="B call; C call")
    assert [state.setup.names[seat] for seat in state.to_act] == ["A"]
    assert code(state, "A raise 100") is None
    assert code(state, "A bet 50") == "cannot_bet"


def test_1_5_a_raise_over_a_large_blind_is_not_smaller_than_the_blind() -> None:
    state = bluffs(1000, 1000, 1000, blind=75)
    offer = offered(state, "raise")
    assert offer is not None
    assert offer["to"]["choices"] == [175]


def test_0_8_the_order_of_codes_in_a_round() -> None:
    state = council(NO_LIMIT, 5000, 5000, 5000)
    assert code(state, "X check") == "unknown_player"
    assert code(state, "X show Kh") == "unknown_player"
    assert code(state, "A show Kh") == "wrong_phase"
    assert code(state, "A check") == "not_your_turn"
    assert code(state, "C check") == "cannot_check"
    assert code(state, "C bet 3") == "cannot_bet"
    state = council(NO_LIMIT, 5000, 5000, 5000, script="C call; A call")
    assert code(state, "B call") == "nothing_to_call"
    state = council(NO_LIMIT, 5000, 5000, 5000, script="C call; A call; B check; reveal Kh Qh 2c")
    assert code(state, "A raise 3") == "cannot_raise"
    assert code(state, "A bet 99") == "bad_amount"


def why(state: State, line: str) -> dict[str, object]:
    """What the refusal of one more line says beside its code."""
    refusal = refused(state, entry(line))
    assert refusal is not None
    return refusal.params


def test_0_8_a_refusal_says_what_stands_in_the_way() -> None:
    state = council(NO_LIMIT, 5000, 5000, 5000)
    assert why(state, "A check") == {"player": "A", "to_act": ["C"]}
    assert why(state, "C check") == {"to_call": 100}
    assert why(state, "C bet 300") == {"highest": 100}
    assert why(bluffs(1000, 1000, 1000, script="B raise 100", max_raises=1), "C raise 150") == {"cap": 1}


def test_0_8_a_chip_is_owed_as_much_as_a_hundred() -> None:
    state = council({"limit": "no_limit", "small_blind": 1, "big_blind": 2}, 100, 100, 100, script="C call")
    assert code(state, "A check") == "cannot_check"
    assert code(state, "A call") is None


def test_0_8_a_blind_of_one_chip_is_raised_over_like_any_other() -> None:
    state = bluffs(100, 100, 100, script="B raise 2", bets=[1, 2], blind=1, max_raises=1)
    assert code(state, "C raise 3") == "raise_cap"


@pytest.mark.parametrize(
    ("stack", "choices", "all_in"),
    [
        (1000, [100, 150], None),
        (151, [100, 150], None),
        (150, [100, 150], 150),
        (149, [100], 149),
        (100, [100], 100),
        (99, [], 99),
        (51, [], 51),
    ],
)
def test_0_8_in_limit_games_a_stack_below_the_next_size_may_go_in_whole(
    stack: int, choices: list[int], all_in: int | None
) -> None:
    offer = offered(bluffs(1000, stack, 1000), "raise")
    assert offer is not None
    assert offer["to"] == {"choices": choices, "all_in": all_in}


def test_0_8_who_can_only_call_cannot_raise() -> None:
    assert offered(bluffs(1000, 50, 1000), "raise") is None
    assert offered(council(NO_LIMIT, 5000, 5000, 100), "raise") is None


def test_2_2_in_pot_limit_a_stack_beyond_the_pot_cannot_go_in_whole() -> None:
    assert bounds(council(POT_LIMIT, 5000, 5000, 351)) == (200, 350, None)
    assert bounds(council(POT_LIMIT, 5000, 5000, 350)) == (200, 350, 350)
