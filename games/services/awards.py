"""What a finished hand gives each player: by the rules, or by the last ruling on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.models import Entry, Hand

CHIPS, BALANCES = "chips", "balances"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a ruling gives each player, and leaves in the carried pot; `place` is where its difference was posted.

    `carried` is how much more lies in the pot with it than before the hand.
    """

    net: Mapping[str, int]
    carry: int | None
    carried: int
    place: str

    def document(self) -> dict[str, Any]:
        return {"net": dict(self.net), "carry": self.carry, "carried": self.carried, "place": self.place}


def standing_ruling(hand: Hand) -> Ruling | None:
    """The last one of the hand: it is never taken back, only followed by another."""
    if not hand.rulings:
        return None
    entry = hand.entries.filter(kind=Entry.Kind.RULING).order_by("-number")[0]
    return ruling_of(entry.body)


def ruling_of(body: Mapping[str, Any]) -> Ruling:
    return Ruling(body["net"], body["carry"], body["carried"], body["place"])


def award_of(hand: Hand) -> Ruling:
    """What the rules give, in the form of a ruling."""
    assert hand.result
    carry = hand.result["carry"] if hand.set_up and "carry" in hand.set_up else None
    carried = carry - hand.set_up["carry"] if hand.set_up and carry is not None else 0
    return Ruling(hand.result["net"], carry, carried, CHIPS)
