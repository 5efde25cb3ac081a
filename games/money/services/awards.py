"""What a finished hand gives each player: by the last ruling on it, else by the rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.models import Entry, Hand

CHIPS, BALANCES = "chips", "balances"
# How far the peg of each player moves with a hand, by id
PegMoves = Mapping[str, int]


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
    """The last one of the hand: it is never taken back, only followed by another. None of a hand for pegs."""
    return standing_rulings([hand]).get(hand.pk)


def standing_rulings(hands: Iterable[Hand]) -> dict[UUID, Ruling]:
    """The same by hand; those are left out on which there is none."""
    return {
        hand: Ruling(body["net"], body["carry"], body["carried"], body["place"])
        for hand, body in _standing(hands).items()
        if "net" in body
    }


def standing_moves(hands: Iterable[Hand]) -> dict[UUID, PegMoves]:
    """By hand how far the last ruling moves each peg; those hands are left out on which there is none."""
    return {hand: body["peg_moves"] for hand, body in _standing(hands).items() if "peg_moves" in body}


def _standing(hands: Iterable[Hand]) -> dict[UUID, Mapping[str, Any]]:
    """The bodies of the last rulings, by hand. One query, and none where nobody has ruled."""
    ruled = [hand.pk for hand in hands if hand.rulings]
    if not ruled:
        return {}
    entries = Entry.objects.filter(hand__in=ruled, kind=Entry.Kind.RULING).order_by("number")
    return dict(entries.values_list("hand", "body"))


def standing_award(hand: Hand) -> Ruling:
    """By the last ruling, else by the rules; not of a hand for pegs."""
    return standing_ruling(hand) or award_of(hand)


def standing_moves_of(hand: Hand) -> PegMoves:
    """The same of a hand for pegs."""
    moves: PegMoves = standing_moves([hand]).get(hand.pk) or (hand.result or {})["moves"]
    return moves


def award_of(hand: Hand) -> Ruling:
    """What the rules give, in the form of a ruling."""
    assert hand.result
    carry = hand.result["carry"] if hand.set_up and "carry" in hand.set_up else None
    carried = carry - hand.set_up["carry"] if hand.set_up and carry is not None else 0
    return Ruling(hand.result["net"], carry, carried, CHIPS)
