"""What many phones at one table mean to enter together, and whether the log came to exactly that.

Each of them means the same: what is to be entered follows from the hand and its version, as if all saw the same
cards. So whoever is first, the log can only be the one that was meant, unless something is lost or doubled.
"""

from random import Random
from typing import Any, NamedTuple

from games import engine
from games.models import Entry, Hand
from tests.api.walker import Offer, choose

Body = dict[str, Any]

# A hand that goes on for longer is called a misdeal.
LONGEST = 20
UNDOES = 0.1
# What may be entered in any order, by several phones.
FREE = {"declare", "show", "muck"}
UNDO: Body = {"undo": True}


class Stand(NamedTuple):
    """A hand as a phone sees it."""

    id: str
    version: int
    legal: list[Offer]
    can_undo: bool

    @property
    def offers(self) -> list[Offer]:
        return [offer for offer in self.legal if offer["type"] != "void"]

    @property
    def is_free(self) -> bool:
        return all(offer["type"] in FREE for offer in self.offers)


def meant(stand: Stand) -> list[Body]:
    """What may be entered next: one thing, or for each player one where the order is free."""
    if stand.is_free:
        return [_of(stand, player) for player in sorted({offer["player"] for offer in stand.offers})]
    if stand.version >= LONGEST:
        return [{"type": "void", "reason": "It does not end"}]
    chance = Random(f"{stand.id} {stand.version}")
    if stand.can_undo and chance.random() < UNDOES:
        return [UNDO]
    return [_small(choose(chance, stand.offers), stand.offers)]


def _of(stand: Stand, player: str) -> Body:
    return choose(Random(f"{stand.id} {player}"), [offer for offer in stand.offers if offer["player"] == player])


def _small(action: Body, offers: list[Offer]) -> Body:
    """The smallest bet or raise: everybody has chips for the whole evening."""
    if "to" in action:
        bounds = next(offer["to"] for offer in offers if offer["type"] == action["type"])
        action["to"] = bounds["choices"][0] if "choices" in bounds else bounds["min"]
    return action


def log_is_as_meant(hand: Hand) -> None:
    """Every entry is what the phones meant at that version, none is missing, and the result is what they come to."""
    deal, *log = hand.entries.filter(number__isnull=False).order_by("number")
    assert (deal.kind, deal.number, deal.body) == ("deal", 0, hand.set_up)
    assert [entry.number for entry in log] == list(range(1, hand.version + 1))
    setup = engine.load_setup(deal.body)
    state = engine.start(setup)
    standing: list[Body] = []
    # In a phase of free order, what was meant at any of its versions.
    free: list[Body] = []
    for entry in log:
        stand = _stand(hand, entry.number - 1, state, bool(standing))
        right = free + meant(stand)
        free = right if stand.is_free else []
        assert (UNDO if entry.kind == Entry.Kind.UNDO else entry.body) in right, (entry.number, entry.body, right)
        if entry.kind == Entry.Kind.UNDO:
            standing.pop()
        else:
            standing.append(entry.body)
        state = _played(setup, standing)
    assert not engine.legal(state)
    assert hand.result == engine.result(state)


def _stand(hand: Hand, version: int, state: engine.State, can_undo: bool) -> Stand:
    return Stand(str(hand.pk), version, [offer.document(state.setup) for offer in engine.legal(state)], can_undo)


def _played(setup: Any, actions: list[Body]) -> engine.State:
    state = engine.start(setup)
    for action in actions:
        state = engine.apply(state, engine.load_action(setup, action))
    return state
