"""The chips before a player: the stack they have now, and what of their chips it leaves aside."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.db.models import QuerySet

from games.core.hand_state import last_step
from games.models import Hand, Night


class Stack(NamedTuple):
    """In minor units: what the felt shows `now`, and what was bought (or put right) since the deal, `to_come`.

    `booked` is what the player has by the book, which knows nothing of a hand before it is over.
    """

    now: int
    to_come: int
    booked: int

    @property
    def set_aside(self) -> int:
        """The player's other chips on the table: put into the hand being played, or bought since its deal."""
        return self.booked - self.now


def stack_of(player: str, booked: int, hand: Hand | None) -> Stack:
    """`booked` is what the player has by the book, before the night's last hand if that is open."""
    return stacks_in({player: booked}, hand)[player]


def stacks_in(booked: Mapping[str, int], hand: Hand | None) -> dict[str, Stack]:
    """The same for several players at one table."""
    playing = _played(hand) if hand else {}
    stacks = {}
    for player, amount in booked.items():
        now, dealt = playing.get(player, (amount, amount))
        stacks[player] = Stack(now, amount - dealt, amount)
    return stacks


def stacks_being_played(hands: QuerySet[Hand]) -> Iterator[tuple[Night, str, int]]:
    """The stacks in those of these hands that are being played: night, player and amount."""
    playing = hands.filter(status=Hand.Status.OPEN, set_up__isnull=False).select_related("night__club")
    for hand in playing.order_by("pk"):
        for player, (now, _dealt) in _played(hand).items():
            yield hand.night, player, now


def _played(hand: Hand) -> dict[str, tuple[int, int]]:
    """By player the stack now, and the one they were dealt in with; nobody once the hand is over, or for points."""
    if hand.status != Hand.Status.OPEN or hand.set_up is None:
        return {}
    state = last_step(hand).state
    setup = state.setup
    if not setup.game.has_money:
        return {}
    stacks = zip(state.chips.stacks, setup.stacks, strict=True)
    return dict(zip(setup.names, stacks, strict=True))
