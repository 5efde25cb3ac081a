"""Every game can be dealt by its own rules at a night of any chip."""

from collections.abc import Callable

import pytest

from games.engine import GAMES
from tests.api.conftest import Table
from tests.api.phone import refused


@pytest.mark.parametrize("chip", [1, 7, 30, 100, 9973, 10_000])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_starts_without_rules_at_a_new_night(lay: Callable[..., Table], game: str, chip: int) -> None:
    table = lay("Ann", "Bob", "Cara", stack=1000 * chip, chip=chip)
    hand = table.start(game)
    assert hand["legal"]


def test_rules_given_in_part_are_filled_up_and_given_wrongly_refused(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob", stack=100_000, chip=100)
    at = f"nights/{table.night}/hands/"
    refused(table.phone.post(at, {"game": "council-bluffs", "rules": {"small_blind": 50}}), 422, "bad_rules")
    hand = table.start("council-bluffs", rules={"limit": "no_limit"})
    assert (hand["rules"]["limit"], hand["rules"]["small_blind"], hand["rules"]["big_blind"]) == ("no_limit", 100, 200)


def test_the_rules_of_a_night_go_on_at_the_next_with_this_chip(lay: Callable[..., Table]) -> None:
    first = lay("Ann", "Bob", stack=100_000, chip=100)
    hand = first.start("council-bluffs", rules={"limit": "no_limit"})
    first.act(hand, {"type": "void", "reason": ""})
    second = lay("Cara", "Dan", stack=100_000, chip=100)
    hand = second.start("council-bluffs")
    assert (hand["rules"]["limit"], hand["rules"]["big_blind"]) == ("no_limit", 200)
