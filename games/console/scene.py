"""What a table is drawn from: a hand as `hand_view` tells it, and how its amounts and cards are written."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.core.formatting import MINUS, Writer
from games.nights.selectors.seats import Sitting

Document = Mapping[str, Any]


def hole_as_written(hole: int) -> str:
    """The number of a hole of the peg board; those behind the start are negative."""
    return str(hole).replace("-", MINUS)


class Card(NamedTuple):
    """A place for a card: one by its name, None where none can be read.

    `lit` is one of a winning five. `next` is as which the place is turned now, from 1; 0 where it is not. `empty` is a
    place where nothing lies yet, not even face down.
    """

    name: str | None
    lit: bool = False
    next: int = 0
    empty: bool = False


class Scene(NamedTuple):
    """What is drawn, and how: `lit` are the cards of winning hands, `spots` where the players sit, in order.

    `sitting` are those who have a place now, by id, and `stacks` what lies before them, None where that is not known.
    """

    view: Document
    write: Writer
    lit: frozenset[str]
    spots: Mapping[str, str]
    sitting: Mapping[str, Sitting]
    stacks: Mapping[str, int] | None

    @property
    def table(self) -> Document:
        """What is on the table for everybody; its own `table` is what this game lays out."""
        found: Document = self.view["table"]
        return found

    @property
    def is_open(self) -> bool:
        return bool(self.view["status"] == "open")

    @property
    def to_turn(self) -> int:
        """How many cards the dealer is waited for to turn."""
        return sum(offer["cards"]["count"] for offer in self.view["legal"] if offer["type"] == "reveal")

    def stack(self, player: str, unknown: int | None = None) -> int | None:
        """What a player has now, in minor units."""
        return unknown if self.stacks is None else self.stacks.get(player, 0)

    def card(self, name: str | None, following: int = 0) -> Card:
        return Card(name, name in self.lit, following)
