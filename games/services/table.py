"""What is on the table now: who sits, and which hand is being played."""

from games.models import Entry, Hand, Night, Seat
from games.services.errors import Conflict


def open_hand(night: Night) -> Hand | None:
    return night.hands.filter(status=Hand.Status.OPEN).first()


def no_open_hand(night: Night) -> None:
    """Raises Conflict while a hand is being played."""
    if open_hand(night):
        raise Conflict("A hand is being played: finish it first.")


def taken_back(night: Night) -> list[str]:
    """The ids of the entries that were mistakes."""
    entries = night.entries.filter(kind=Entry.Kind.TAKE_BACK)
    return list(entries.values_list("body__takes_back", flat=True))


def dealt_in(hand: Hand | None) -> frozenset[str]:
    """The ids of the players in a hand; of one whose result only was entered, those it names."""
    if hand is None:
        return frozenset()
    if hand.set_up is None:
        return frozenset((hand.result or {}).get("net", ()))
    return frozenset(player["name"] for player in hand.set_up["players"])


def last_hand_number(night: Night) -> int:
    last = night.hands.order_by("-number").first()
    return last.number if last else 0


def seated(night: Night) -> list[Seat]:
    """Everyone with a place at the table, clockwise."""
    return list(night.seats.exclude(status=Seat.Status.LEFT).order_by("position").select_related("player"))


def seated_in(night: Night) -> list[str]:
    """The ids of the players who want to be dealt in, clockwise."""
    seats = night.seats.filter(status=Seat.Status.IN).order_by("position")
    return [str(player) for player in seats.values_list("player", flat=True)]
