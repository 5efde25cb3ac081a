"""What an arbiter asks for, and what comes of it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from games.models import Hand
from games.play.services.corrections.execution import Pen


@dataclass(frozen=True, slots=True)
class Asked:
    """What each has won or lost, and what is carried (as it is unless given); of a hand for pegs, how far each moves.

    Who is not named has nothing, and does not move. `call_off` are later hands of the match that are called off where
    they could not have been dealt any more.
    """

    net: Mapping[UUID, int] | None = None
    carry: int | None = None
    peg_moves: Mapping[UUID, int] | None = None
    call_off: Collection[UUID] = ()


class Looked(Protocol):
    """A ruling that was looked at: what it changes, and how it is written down."""

    @property
    def is_change(self) -> bool: ...

    def document(self) -> dict[str, Any]:
        """`net`, `carry` and `peg_moves` before and after; `later` hands and `matches` that change, as a correction
        tells them; `called_off`, the ids of those of them that are so; `moves` of accounts; `warnings`."""

    def write(self, pen: Pen) -> Hand:
        """In the caller's transaction; the hand as it is then."""
