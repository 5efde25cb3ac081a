"""What the scorekeeper's phone needs of a night, in few queries."""

from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Model
from django.db.models.expressions import RawSQL

from games.models import BuyInRequest, Entry, Hand, Member, Night, Seat
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
    # What happened up to this number is surely in what is read after it.
    told = _of(night_id, "COALESCE(MAX(told), 0)", Entry)
    asked = _of(night_id, "COUNT(*)", BuyInRequest, "status", BuyInRequest.Status.ASKED)
    night = Night.objects.annotate(told=told, asked=asked).get(pk=night_id)
    hand = Hand.objects.filter(night=night_id).order_by("-number").first()
    if hand:
        hand.night = night
    return AtTable(by, night, hand, night.told, night.asked)


def _of(night_id: UUID, what: str, model: type[Model], *where: str) -> RawSQL:
    """One figure about a night, read with it: the ORM would take as long to write this down as the rest takes."""
    key = Night._meta.pk.get_db_prep_value(night_id, connection)
    table = connection.ops.quote_name(model._meta.db_table)
    conditions = "".join(f" AND {column} = %s" for column in where[::2])
    return RawSQL(f"SELECT {what} FROM {table} WHERE night_id = %s{conditions}", (key, *where[1::2]))  # noqa: S608, S611


class Between(NamedTuple):
    """Who may be dealt in next, clockwise: names by id; and who of them deals, None where nobody can."""

    seated: dict[str, str]
    dealer: str | None


def between(night: Night) -> Between:
    """What the next deal begins from, in a night the actor has been let into."""
    playing = [seat for seat in seated(night) if seat.status == Seat.Status.IN]
    names = {str(seat.player_id): seat.player.name for seat in playing}
    return Between(names, next_dealer(night, list(names)))
