"""A client without rules can play every game: whatever `legal` offers is taken, and nothing else is needed."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from games import engine
from tests.api.conftest import Table
from tests.api.walker import choose

HANDS = 6
# A long circulation may go on; a walk that has not ended by then is called a misdeal.
LONGEST = 250


@pytest.mark.parametrize("game", list(engine.GAMES))
def test_random_hands_need_nothing_but_legal(game: str, lay: Callable[..., Table]) -> None:
    chance = random.Random(game)
    table = lay("Ann", "Bob", "Cara", "Dov", stack=100_000)
    for _ in range(HANDS):
        hand = play(chance, table, table.start(game))
        assert hand["legal"] == []
        assert hand["result"]["status"] == hand["status"]
    balanced(table)


def play(chance: random.Random, table: Table, hand: dict[str, Any]) -> dict[str, Any]:
    for _ in range(LONGEST):
        if hand["status"] != "open":
            return hand
        hand = table.act(hand, choose(chance, hand["legal"]))
    return table.act(hand, {"type": "void", "reason": "It does not end"})


def balanced(table: Table) -> None:
    """Nothing was won that nobody lost: chips, pot and difference are what was bought in."""
    night = table.phone.get(f"nights/{table.night}/").json()
    chips = sum(seat["stack"] for seat in night["seats"])
    bought = -sum(seat["balance"] for seat in night["seats"])
    assert chips + night["pot"] + night["difference"] == bought
