"""Pots (0.9) and whole chips (0.10), beside a simulation that takes the chips off one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import engine
from games.engine.limits import is_whole
from games.engine.pots import halves, shares, side_pots
from games.engine.seats import seats_of
from games.engine.state import Chips

from .layers import layered
from .table import hand, play

PAID = st.lists(st.integers(0, 12), min_size=2, max_size=6)


@given(paid=PAID, dead=st.integers(0, 5), data=st.data())
def test_0_9_pots_are_layers_of_chips(paid: list[int], dead: int, data: st.DataObject) -> None:
    live = data.draw(st.sets(st.sampled_from(range(len(paid))), min_size=1))
    paid = [put_in or (1 if seat in live else 0) for seat, put_in in enumerate(paid)]
    nothing = (0,) * len(paid)
    pots = side_pots(Chips(nothing, nothing, tuple(paid), dead), sum(1 << seat for seat in live))
    assert [(pot.amount, set(seats_of(pot.contenders))) for pot in pots] == layered(paid, live, dead)


@given(amount=st.integers(0, 500), count=st.integers(1, 6), chip=st.integers(1, 30))
def test_0_10_shares_are_dealt_out_chip_by_chip(amount: int, count: int, chip: int) -> None:
    dealt = [0] * count
    whole, crumbs = divmod(amount, chip)
    for turn in range(whole):
        dealt[turn % count] += chip
    dealt[0] += crumbs
    assert list(shares(amount, tuple(range(count)), chip).values()) == dealt


@given(amount=st.integers(0, 500), chip=st.integers(1, 30))
def test_0_10_between_high_and_low_the_odd_chip_and_the_crumbs_go_to_high(amount: int, chip: int) -> None:
    high, low = halves(amount, chip)
    assert high + low == amount
    assert is_whole(low)
    assert low % chip == 0
    assert 0 <= high - low < 2 * chip


def test_0_9_what_nobody_matched_goes_back() -> None:
    state = play(hand("council-bluffs", 2000, 2000, 2000), "C raise 350; A fold; B fold")
    assert engine.result(state)["net"] == {"A": -50, "B": -100, "C": 150}
    assert engine.result(state)["pots"][0]["amount"] == 250


def test_0_9_folded_chips_count_as_matching() -> None:
    rules = {"limit": "no_limit"}
    script = "C raise 300; A raise 1000; B fold; C fold"
    state = play(hand("council-bluffs", 2000, 2000, 2000, rules=rules), script)
    assert [event.amount for event in state.events if event.what == "uncalled_bet_returned"] == [700]


def test_0_9_a_folded_player_gets_nothing_back() -> None:
    rules = {"limit": "no_limit"}
    script = "C raise 600; A call; B call; reveal Kh Qh 2c; B bet 1000; C fold"
    state = play(hand("council-bluffs", 600, 2000, 2000, rules=rules), script)
    assert state.chips.stacks[1] == 1400, "nobody called B"
    script = "C raise 2000; A call; B call"
    state = play(hand("council-bluffs", 600, 900, 2000, rules=rules), script)
    assert [pot.amount for pot in side_pots(state.chips, state.live)] == [1800, 600]
    assert state.chips.stacks == (0, 0, 1100)


def test_0_9_a_level_that_no_active_player_reached_falls_to_the_pot_below() -> None:
    """C put in 400 and folds; A is all-in for 100 and B for 300."""
    nothing = (0, 0, 0)
    pots = side_pots(Chips(nothing, nothing, (100, 300, 400), 0), 0b011)
    assert [(pot.amount, pot.contenders) for pot in pots] == [(300, 0b011), (500, 0b010)]


def test_0_9_fees_are_dead_money_of_the_main_pot() -> None:
    nothing = (0, 0, 0)
    pots = side_pots(Chips(nothing, nothing, (100, 300, 300), 25), 0b111)
    assert [pot.amount for pot in pots] == [325, 400]


def test_0_3_who_has_no_chips_is_not_dealt_in_and_is_named() -> None:
    with pytest.raises(engine.Refusal) as refused:
        engine.load_setup(hand("council-bluffs", 1000, 0, 1000))
    assert (refused.value.code, refused.value.params) == ("bad_setup", {"player": "B"})
