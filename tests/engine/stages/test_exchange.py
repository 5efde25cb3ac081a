"""The exchange of The Bluffs (1.6), and the pairs that the dealer turns (1.4)."""

from typing import Any

from games.engine.state import State
from tests.engine.table import code, hand, offered, play, then

TO_EXCHANGE = """A check; B check; C check; reveal Js 7s
A check; B check; C check"""


def bluffs(*stacks: int, **rules: Any) -> State:
    """Three players at the exchange, nobody having bet."""
    script = f"B call; C call; A check; reveal Kc Qh; {TO_EXCHANGE}"
    return play(hand("the-bluffs", *stacks, rules=rules), script)


def waiting(state: State) -> list[str]:
    return [state.setup.names[seat] for seat in state.to_act]


def test_1_6_from_the_left_of_the_dealer_each_buys_one_card_or_none() -> None:
    state = bluffs(1000, 1000, 1000)
    assert (state.phase, waiting(state)) == ("exchange", ["A"])
    assert code(state, "B exchange") == "not_your_turn"
    state = then(state, "A exchange; B stand; C exchange")
    assert state.phase == "betting"
    assert (state.chips.stacks, state.chips.dead) == ((875, 975, 875), 200)


def test_1_6_a_stack_below_the_fee_may_only_stand() -> None:
    state = bluffs(124, 1000, 1000)
    assert code(state, "A exchange") == "cannot_afford"
    assert offered(state, "exchange") is None
    assert code(bluffs(125, 1000, 1000), "A exchange") is None


def test_1_6_an_empty_stack_is_passed_over_unless_the_exchange_is_free() -> None:
    script = "B call; C call; reveal Kc Qh; B check; C check; reveal Js 7s; B check; C check"
    assert waiting(play(hand("the-bluffs", 25, 1000, 1000), script)) == ["B"]
    free = play(hand("the-bluffs", 25, 1000, 1000, rules={"exchange_fee": 0}), script)
    assert waiting(free) == ["A"]
    assert code(free, "A exchange") is None


def test_1_6_an_exchange_may_take_the_last_chip() -> None:
    state = then(bluffs(125, 1000, 1000), "A exchange")
    assert state.chips.stacks[0] == 0


def test_0_9_fees_are_never_returned() -> None:
    state = then(bluffs(1000, 1000, 1000), "A exchange; B stand; C stand; A bet 50; B fold; C fold")
    assert state.chips.stacks == (1050, 975, 975)


def test_1_4_a_pair_is_two_cards_that_lie_nowhere_else() -> None:
    state = play(hand("the-bluffs", 1000, 1000), "B call; A check; reveal Kc Qh; A check; B check")
    assert code(state, "reveal Js") == "wrong_card_count"
    assert code(state, "reveal Js Js") == "card_seen"
    assert code(state, "reveal Js Kc") == "card_seen"
    assert code(state, "reveal Js JK") == "bad_card"
    assert code(state, "A check") == "wrong_phase"


def test_1_1_with_nine_players_the_joker_is_a_card_of_the_deck() -> None:
    calls = "; ".join([*(f"{name} call" for name in "BCDEFGHI"), "A check"])
    assert code(play(hand("the-bluffs", *[1000] * 9), calls), "reveal JK Kc") is None
    assert code(play(hand("the-bluffs", *[1000] * 8), calls.replace("; I call", "")), "reveal JK Kc") == "bad_card"


def test_1_4_all_in_early_the_pairs_the_exchange_and_the_declaration_still_follow() -> None:
    script = """B call; reveal Kc Qh; reveal Js 7s; reveal 9h 6c; reveal 4d 8d; A declare high; B declare low"""
    state = play(hand("the-bluffs", 25, 25), script)
    assert state.status == "complete"
