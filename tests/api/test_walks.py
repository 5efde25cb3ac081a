"""A client without rules can play every game: whatever `legal` offers is taken, and nothing else is needed.

Many short nights, a few hands each, at tables of all sizes, by rules that the client makes up from the catalogue.
"""

import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from games import engine
from games.models import Club
from tests.api.conftest import Cast, Table
from tests.api.phone import Phone, made
from tests.api.walker import choose
from tests.games.purse import books_hold

# `make walks` plays hundreds of hands of each game.
NIGHTS, HANDS = int(os.environ.get("WALK_NIGHTS", "3")), 10
NAMES = ("Ann", "Bob", "Cara", "Dov", "Eve", "Fay")
# Multiples of every chip: from hardly a blind to enough for the evening.
PURSES = (50, 150, 500, 2000, 20_000)
# A hand that has not ended by then is called a misdeal; so that few come to that, many fold.
LONGEST = 60
WEIGHTS = {"fold": 0.4, "raise": 0.5, "reject": 2}
UNDOES = 0.03
# One answer in so many is held against the description.
CHECKED = 10

Capture = Callable[..., Any]

pytestmark = pytest.mark.any_database("what is tried is that all that is offered is taken")


class Walker(Phone):
    """Everything is committed as in service, and what waits for that is done."""

    def __init__(self, phone: Phone, capture: Capture) -> None:
        super().__init__()
        self.headers, self.capture, self.asked = phone.headers, capture, 0

    def send(self, method: str, path: str, raw: str | bytes, key: str | None = None, **headers: str) -> HttpResponse:
        with self.capture(execute=True):
            return super().send(method, path, raw, key, **headers)

    def _checked(self, method: str, path: str, response: HttpResponse) -> HttpResponse:
        self.asked += 1
        assert response.status_code < 500, response.content.decode()
        return super()._checked(method, path, response) if self.asked % CHECKED == 0 else response


@pytest.mark.slow
@pytest.mark.parametrize("game", list(engine.GAMES))
def test_random_hands_need_nothing_but_legal(
    game: str, cast: Cast, lay: Callable[..., Table], django_capture_on_commit_callbacks: Capture
) -> None:
    chance = random.Random(game)
    cast.scorekeeper = Walker(cast.scorekeeper, django_capture_on_commit_callbacks)
    catalogue = made(cast.scorekeeper.get(f"games/{game}/"), 200)
    ended: list[dict[str, Any]] = []
    for number in range(NIGHTS):
        chip = chance.choice((1, 25))
        names = [f"{name} {number}" for name in NAMES[: 2 + number % (len(NAMES) - 1)]]
        table = lay(*names, chip=chip, stack=chance.choice(PURSES))
        for _ in range(HANDS):
            hand = dealt(chance, table, catalogue, chip)
            before = night_of(table)
            hand = play(chance, table, hand)
            assert hand["legal"] == []
            assert hand["result"]["status"] == hand["status"] != "open"
            won_and_lost(before, night_of(table), hand["result"].get("net", {}))
            ended.append(hand)
    books_hold(Club.objects.get(pk=cast.club))
    assert len({hand["id"] for hand in ended}) == NIGHTS * HANDS
    assert sum(hand["status"] == "complete" for hand in ended) > NIGHTS * HANDS * 0.7
    assert sum("cards" in str(hand["result"]) or "pegs" in hand["result"] for hand in ended) > NIGHTS


def dealt(chance: random.Random, table: Table, catalogue: dict[str, Any], chip: int) -> dict[str, Any]:
    """A new hand. House rules that do not go together are given up one by one; who has too few chips buys some."""
    rules = agreed(chance, catalogue, chip)
    body: dict[str, Any] = {"game": catalogue["name"], "rules": rules}
    while True:
        response = table.phone.post(f"nights/{table.night}/hands/", body)
        if response.status_code == 201:
            return made(response)
        match response.json()["code"]:
            case "bad_rules":
                rules.popitem()
            case "conflict":  # a match keeps the rules that it began with
                del body["rules"]
            case "bad_setup":
                buy_in(chance, table)
            case other:
                raise AssertionError(f"{other} is no reason to deal no hand")


def buy_in(chance: random.Random, table: Table) -> None:
    for player in table.players.values():
        made(table.phone.post(f"nights/{table.night}/buy-ins/", {"player": player, "amount": chance.choice(PURSES)}))


def agreed(chance: random.Random, catalogue: dict[str, Any], chip: int) -> dict[str, Any]:
    """House rules by chance, as a client draws them from the catalogue."""
    return {rule["name"]: value(chance, rule, chip) for rule in catalogue["rules"] if chance.random() < 0.3}


def value(chance: random.Random, rule: dict[str, Any], chip: int) -> Any:
    if rule.get("optional") and chance.random() < 0.3:
        return None
    least = rule.get("min", 0)
    match rule["kind"]:
        case "flag":
            return chance.random() < 0.5
        case "choice":
            return chance.choice(rule["choices"])
        case "amount":
            return max(chance.randint(0, 6) * chip, -(-least // chip) * chip)
        case "amounts":
            return sorted(chip * size for size in chance.sample(range(1, 9), chance.randint(1, 3)))
        case "count":
            return max(least, chance.randint(0, 4))
        case "hole":
            return chance.randint(-12, 12)
    raise AssertionError(f"The catalogue has a rule of no known kind: {rule}")


def play(chance: random.Random, table: Table, hand: dict[str, Any]) -> dict[str, Any]:
    while hand["status"] == "open":
        if hand["version"] >= LONGEST:
            return table.act(hand, {"type": "void", "reason": "It does not end"})
        before, hand = hand, table.act(hand, choose(chance, hand["legal"], **WEIGHTS))
        if chance.random() < UNDOES:
            response = table.phone.post(f"hands/{hand['id']}/undo/", If_Match=f'"{hand["version"]}"')
            hand = made(response)
            assert (hand["legal"], hand["to_act"]) == (before["legal"], before["to_act"])
    return hand


def night_of(table: Table) -> dict[str, Any]:
    return made(table.phone.get(f"nights/{table.night}/"), 200)


def won_and_lost(before: dict[str, Any], after: dict[str, Any], net: dict[str, int]) -> None:
    """Everybody has what the rules say; who has lost more has bought it; and all was bought."""
    dealt = {seat["player"]: seat["chips"] + seat["set_aside"] for seat in before["seats"]}
    stacks = {player: max(0, stack + net.get(player, 0)) for player, stack in dealt.items()}
    assert {seat["player"]: seat["chips"] for seat in after["seats"]} == stacks
    bought = -sum(seat["to_account"] for seat in after["seats"])
    assert sum(stacks.values()) + after["pot"] - after["over_short"] == bought
