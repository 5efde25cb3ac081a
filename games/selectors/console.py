"""What the scorekeeper's phone needs of a night, in few queries."""

from typing import NamedTuple
from uuid import UUID

from games.models import BuyInRequest, Hand, Member, Night, Seat
from games.selectors.live import last_told
from games.services.actor import Actor
from games.services.dealing import next_dealer
from games.services.permissions import May, member_for
from games.services.table import seated


class AtTable(NamedTuple):
    """A night as its scorekeeper (`by`) finds it. `told` is the number of the last event that is surely in it.

    `hand` is the last one, open or over; `asked` how many requests for chips wait.
    """

    by: Member
    night: Night
    hand: Hand | None
    told: int
    asked: int


def at_table(actor: Actor, night_id: UUID) -> AtTable:
    """Raises NotFound for another club's night, Forbidden to members who may not keep score."""
    by = member_for(actor, May.KEEP_SCORE, club__nights=night_id)
    told = last_told(night_id)  # before all else: what comes while this is read is read again
    hand = Hand.objects.filter(night=night_id).select_related("night").order_by("-number").first()
    night = hand.night if hand else Night.objects.get(pk=night_id)
    asked = BuyInRequest.objects.filter(night=night_id, status=BuyInRequest.Status.ASKED).count()
    return AtTable(by, night, hand, told, asked)


class Between(NamedTuple):
    """Who may be dealt in next, clockwise: names by id; and who of them deals, None where nobody can."""

    seated: dict[str, str]
    dealer: str | None


def between(night: Night) -> Between:
    """What the next deal begins from, in a night the actor has been let into."""
    playing = [seat for seat in seated(night) if seat.status == Seat.Status.IN]
    names = {str(seat.player_id): seat.player.name for seat in playing}
    return Between(names, next_dealer(night, list(names)))
