"""A client that knows no rules: it makes an action out of an offer by the offer's own bounds, and chance."""

import random
from typing import Any

Offer = dict[str, Any]

# So that many a hand comes to its showdown.
WEIGHTS = {"fold": 0.1, "muck": 0.3, "void": 1e-6}


def choose(chance: random.Random, legal: list[Offer], **weights: float) -> dict[str, Any]:
    """Any action that is offered; seldom one that gives up, a misdeal only where nothing else is."""
    weighed = [(WEIGHTS | weights).get(offer["type"], 1) for offer in legal]
    return fill(chance, chance.choices(legal, weighed)[0])


def fill(chance: random.Random, offer: Offer) -> dict[str, Any]:
    action = {"type": offer["type"]}
    if "player" in offer:
        action["player"] = offer["player"]
    if "reason" in offer:
        action["reason"] = ""
    if "to" in offer:
        action["to"] = _amount(chance, offer["to"])
    if "as" in offer:
        action["as"] = chance.choice(offer["as"]["choices"])
    if "count" in offer:
        action["count"] = chance.randint(offer["count"]["min"], offer["count"]["max"])
    if "cards" in offer:
        action["cards"] = _cards(chance, offer["cards"])
    for single in ("card", "discard"):
        if single in offer:
            action[single] = _cards(chance, {"count": 1, **offer[single]})[0]
    return action


def _amount(chance: random.Random, bounds: dict[str, Any]) -> int:
    amounts = list(bounds.get("choices", ()))
    if "min" in bounds:
        amounts += [bounds["min"], bounds["max"]]
        amounts.append(chance.randrange(bounds["min"], bounds["max"] + 1, bounds["step"]))
    if bounds.get("all_in") is not None and (not amounts or chance.random() < 0.1):
        return int(bounds["all_in"])
    return int(chance.choice(amounts))


def _cards(chance: random.Random, bounds: dict[str, Any]) -> list[str]:
    must = list(bounds.get("must", ()))
    free = [card for card in bounds["can"] if card not in must]
    return [*must, *chance.sample(free, bounds["count"] - len(must))]
