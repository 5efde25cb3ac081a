"""Actions of every kind to try on a state, legal or not, and whether an offer admits them.

`admits` reads offers as a client does, as data; it shares no code with the engine's own check.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from games import engine
from games.engine.actions import FORMS
from games.engine.cards import NAMES as CARD_NAMES
from games.engine.cards import cards_in
from games.engine.state import State

from .walks import Document, filled

STRANGER = "Nobody"
WORDS = ("high", "low", "both", "in", "out", "High", "", "sideways")


def admits(offers: list[Document], entry: Document) -> bool:
    """Whether one of the offers allows this action."""
    return any(_admits(offer, entry) for offer in offers)


def _admits(offer: Document, entry: Document) -> bool:
    if offer["type"] != entry["type"] or offer.get("player") != entry.get("player"):
        return False
    if "to" in offer and not _amount(offer["to"], entry["to"]):
        return False
    if "as" in offer and entry["as"] not in offer["as"]["choices"]:
        return False
    if "count" in offer and not offer["count"]["min"] <= entry["count"] <= offer["count"]["max"]:
        return False
    if "cards" in offer and not _cards(offer["cards"], entry["cards"]):
        return False
    for key in ("card", "discard"):
        if (key in offer) != (key in entry) or (key in offer and not _cards(offer[key], [entry[key]])):
            return False
    return True


def _amount(bounds: Document, to: int) -> bool:
    if to == bounds["all_in"] or to in bounds.get("choices", ()):
        return True
    return "min" in bounds and bounds["min"] <= to <= bounds["max"] and to % bounds["step"] == 0


def _cards(choice: Document, named: list[str]) -> bool:
    return (
        len(named) == choice["count"] == len(set(named))
        and set(choice["must"]) <= set(named)
        and set(named) <= set(choice["can"])
    )


def probes(state: State, chance: Random) -> Iterator[Document]:
    """Every type for every seat and a stranger, with parameters in, at and beyond the bounds."""
    offers = [offer.document(state.setup) for offer in engine.legal(state)]
    for kind, forms in FORMS.items():
        mine = [offer for offer in offers if offer["type"] == kind]
        for form in forms:
            for player in (*state.setup.names, STRANGER) if "player" in form else (None,):
                offer = next((offer for offer in mine if offer.get("player") == player), mine[0] if mine else None)
                for values in _values(state, form, offer, chance):
                    named = {} if player is None else {"player": player}
                    yield {"type": kind, **named, **values}


def _values(state: State, form: tuple[str, ...], offer: Document | None, chance: Random) -> Iterator[Document]:
    """The fields of an action beside its player."""
    keys = [key for key in form if key != "player"]
    if not keys:
        yield {}
        return
    key = keys[0]
    if key == "to":
        yield from ({key: to} for to in _amounts(state, (offer or {}).get(key)))
    elif key == "as":
        yield from ({key: word} for word in WORDS)
    elif key == "count":
        yield from ({key: count} for count in (-1, 0, 1, 3, 4, 10**20))
    elif key == "reason":
        yield from ({key: reason} for reason in ("", "misdeal"))
    else:
        for named in _hands(state, (offer or {}).get(key), offer, chance):
            if key == "cards":
                yield {key: named}
            elif len(named) == 1:
                yield {key: named[0]}


def _amounts(state: State, bounds: Document | None) -> list[int]:
    """At the bounds, one off them, one chip off them, and nonsense."""
    edges = {0, state.setup.chip}
    if bounds:
        edges |= {*bounds.get("choices", ()), *(bounds[key] for key in ("min", "max", "all_in") if key in bounds)}
    edges.discard(None)  # type: ignore[arg-type]
    chip = state.setup.chip
    return sorted({edge + off for edge in edges for off in (-chip, -1, 0, 1, chip)} | {-(10**18), 10**18})


def _hands(state: State, choice: Document | None, offer: Document | None, chance: Random) -> Iterator[list[str]]:
    """Cards that may be named and cards that may not: too few, too many, none at all, twice, seen, and not held."""
    if choice is None or offer is None:
        yield from (["Kh"], ["Kh", "Qh"], ["10h"], list(CARD_NAMES[:4]), list(CARD_NAMES[:5]))
        return
    good: Any = filled(offer, chance).get("cards") or [filled(offer, chance).get("card") or choice["can"][0]]
    seen = [CARD_NAMES[card] for card in cards_in(state.cards.seen)]
    yield good
    yield good[:-1]
    yield [*good, "2c"]
    yield []
    for other in ("JK", "kh", "1h", "", good[-1], *chance.sample(seen, min(4, len(seen)))):
        yield [other, *good[1:]]
    yield [chance.choice(CARD_NAMES[:52]) for _ in good]
