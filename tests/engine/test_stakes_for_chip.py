"""Stakes that nobody announced are whole chips, whatever the chip is (0.1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import GAMES
from games.engine.house_rules import check_chip, for_chip, resolve

CHIPS = st.integers(1, 10_000)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_chip_up_to_a_hundred_in_money_has_legal_stakes(game) -> None:
    for chip in range(1, 10_001):
        rules = resolve(game.house_rules, for_chip(game.house_rules, {}, chip))
        game.check_rules(rules)
        check_chip(game.house_rules, rules, chip)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_games_own_stakes_stay_where_they_are_whole_chips(game) -> None:
    for chip in (1, 5, 25):
        assert for_chip(game.house_rules, {}, chip) == {}


@given(CHIPS)
def test_stakes_keep_their_ratio(chip: int) -> None:
    blinds = resolve(GAMES["council-bluffs"].house_rules, for_chip(GAMES["council-bluffs"].house_rules, {}, chip))
    assert blinds["big_blind"] == 2 * blinds["small_blind"] == blinds["small_bet"]
    assert 50 <= blinds["small_blind"] < 50 + chip
    bluffs = resolve(GAMES["the-bluffs"].house_rules, for_chip(GAMES["the-bluffs"].house_rules, {}, chip))
    assert bluffs["bets"] == tuple(bluffs["blind"] * times for times in (1, 2, 4))


def test_what_was_announced_stays() -> None:
    declared = GAMES["council-bluffs"].house_rules
    assert for_chip(declared, {"big_blind": 300}, 100) == {"small_blind": 100, "big_blind": 300}
    assert for_chip(declared, {"ante": 30}, 0) == {"ante": 30}
