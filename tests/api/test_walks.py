"""A client without rules can play every game: whatever `legal` offers is taken, and nothing else is needed."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from games import engine
from tests.api.conftest import Table
from tests.api.phone import made
from tests.api.walker import choose

HANDS = 10
STACK = 100_000
# A long circulation may go on; a walk that has not ended by then is called a misdeal.
LONGEST = 250
UNDOES = 0.05


@pytest.mark.parametrize("game", list(engine.GAMES))
def test_random_hands_need_nothing_but_legal(game: str, lay: Callable[..., Table]) -> None:
    chance = random.Random(game)
    table = lay("Ann", "Bob", "Cara", "Dov", stack=STACK)
    catalogue = made(table.phone.get(f"games/{game}/"), 200)
    shown = 0
    for _ in range(HANDS):
        refill(table)
        rules = agreed(chance, catalogue) if catalogue["has_money"] else {}
        hand = play(chance, table, table.start(game, rules=rules))
        assert hand["legal"] == []
        assert hand["result"]["status"] == hand["status"]
        shown += "cards" in str(hand["result"]) or "pegs" in hand["result"]
    assert shown
    balanced(table)


def refill(table: Table) -> None:
    """Chips for whoever has none left."""
    for seat in made(table.phone.get(f"nights/{table.night}/"), 200)["seats"]:
        if seat["stack"] <= 0:
            body = {"player": seat["player"], "amount": STACK}
            made(table.phone.post(f"nights/{table.night}/buy-ins/", body))


def agreed(chance: random.Random, catalogue: dict[str, Any]) -> dict[str, Any]:
    """House rules by chance, as a client draws them from the catalogue."""
    values = {rule["name"]: rule.get("choices") for rule in catalogue["rules"]}
    values |= {rule["name"]: [False, True] for rule in catalogue["rules"] if rule["kind"] == "flag"}
    return {name: chance.choice(of) for name, of in values.items() if of and chance.random() < 0.5}


def play(chance: random.Random, table: Table, hand: dict[str, Any]) -> dict[str, Any]:
    for _ in range(LONGEST):
        if hand["status"] != "open":
            return hand
        before, hand = hand, table.act(hand, choose(chance, hand["legal"]))
        if chance.random() < UNDOES:
            response = table.phone.post(f"hands/{hand['id']}/undo/", If_Match=f'"{hand["version"]}"')
            hand = made(response)
            assert (hand["legal"], hand["to_act"]) == (before["legal"], before["to_act"])
    return table.act(hand, {"type": "void", "reason": "It does not end"})


def balanced(table: Table) -> None:
    """Nothing was won that nobody lost: chips, pot and difference are what was bought in."""
    night = made(table.phone.get(f"nights/{table.night}/"), 200)
    chips = sum(seat["stack"] for seat in night["seats"])
    bought = -sum(seat["balance"] for seat in night["seats"])
    assert chips + night["pot"] + night["difference"] == bought
