"""What is on the table now: who sits, and which hand is being played."""

from collections.abc import Iterable
from uuid import UUID

from games.core.errors import Conflict
from games.core.ids import free_id
from games.models import Hand, Night, Seat
from prepared.lookups import Prepared

_OPEN = Prepared(lambda night: Hand.objects.filter(night=night, status=Hand.Status.OPEN)[:1], night=UUID)
_LAST_NUMBER = Prepared(
    lambda night: Hand.objects.filter(night=night).order_by("-number").values_list("number")[:1], night=UUID
)
_SEATED_IN = Prepared(
    lambda night: Seat.objects.filter(night=night, status=Seat.Status.IN).order_by("position").values_list("player"),
    night=UUID,
)


def open_hand(night: Night) -> Hand | None:
    hand = _OPEN.first(night=night.pk)
    if hand:
        hand.night = night
    return hand


def no_open_hand(night: Night) -> None:
    """Raises Conflict while a hand is being played."""
    if open_hand(night):
        raise Conflict("A hand is being played: finish it first.")


def check_not_undone(hand: Hand) -> None:
    """Raises Conflict for a deal that was undone: nothing more is entered about it."""
    if hand.status == Hand.Status.UNDONE:
        raise Conflict("This deal was undone.")


def dealt_in(hand: Hand | None) -> frozenset[str]:
    """The ids of the players in a hand; of one whose result only was entered, those it names."""
    if hand is None:
        return frozenset()
    if hand.set_up is None:
        return frozenset((hand.result or {}).get("net", ()))
    return frozenset(player["name"] for player in hand.set_up["players"])


def next_hand(night: Night, hand_id: UUID | None) -> tuple[UUID, int]:
    """The id and the number of the hand that comes next; a client may have made the id.

    Raises Conflict while a hand is being played, or where there is one with this id.
    """
    no_open_hand(night)
    return free_id(Hand, hand_id, night.club_id), last_hand_number(night) + 1


def last_hand_number(night: Night) -> int:
    return next((number for (number,) in _LAST_NUMBER.tuples(night=night.pk)), 0)


def seated(night: Night) -> list[Seat]:
    """Everyone with a place at the table, clockwise."""
    return list(night.seats.exclude(status=Seat.Status.LEFT).order_by("position").select_related("player"))


def who_left(night: Night, players: Iterable[str]) -> dict[str, str]:
    """Of these players those who have left the table: names by id."""
    seats = night.seats.filter(player__in=list(players), status=Seat.Status.LEFT)
    return {str(player): name for player, name in seats.values_list("player", "player__name")}


def seated_in(night: Night) -> list[str]:
    """The ids of the players who want to be dealt in, clockwise."""
    return [str(player) for (player,) in _SEATED_IN.tuples(night=night.pk)]
