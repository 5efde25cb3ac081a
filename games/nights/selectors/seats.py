"""A place at the table, who may take one, and what the one who sits there may want next."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from games.core.actor import Actor
from games.core.errors import Conflict
from games.core.night_entries import in_order
from games.core.permissions import May, member_for
from games.core.table_state import seated
from games.models import Entry, Member, Night, Player, Seat
from games.play.services import dealing, owed_antes

PRESETS = 3
# How many chips people begin with who have said nothing yet
_USUAL = (40, 80, 200)
_LATELY = 20


class Sitting(NamedTuple):
    """Who has a place at a table; `out` is who sits out, and is dealt no cards."""

    player: str
    name: str
    out: bool


class Present(NamedTuple):
    """Who has a place at a table now, clockwise, and the chips they have by the book, in minor units by player.

    While a hand is played these are what it was dealt with, and what was bought since. None where nobody asked.
    """

    circle: Sequence[Sitting] = ()
    stacks: Mapping[str, int] | None = None


def circle_of(night: Night) -> tuple[Sitting, ...]:
    """Everyone at a table that the actor has been let see, clockwise."""
    return tuple(
        Sitting(str(seat.player_id), seat.player.name, seat.status == Seat.Status.OUT) for seat in seated(night)
    )


def present_in(night: Night, stacks: Mapping[str, int] | None) -> Present:
    """Everyone at the table of a night that goes on, with the chips by the book; of one that is over nobody.

    Then it is no news of a hand that its players have left.
    """
    return Present(circle_of(night), stacks) if night.status == Night.Status.OPEN else Present()


def seat_of(actor: Actor, seat_id: UUID) -> Seat:
    """With its player and its night. Raises NotFound for another club's."""
    member_for(actor, May.SEE, club__nights__seats=seat_id)
    return Seat.objects.select_related("player", "night__club").get(pk=seat_id)


def guests_at(night: Night) -> set[str]:
    """The ids of the players with a seat who have no account yet."""
    found = Player.objects.filter(seats__night=night, member=None).values_list("pk", flat=True)
    return {str(pk) for pk in found}


def usual_buy_ins(night: Night) -> list[int]:
    """The amounts that were bought last tonight and, where they are few, others that are likely; smallest first."""
    likely = (chips * night.chip for chips in _USUAL)
    return sorted(list(dict.fromkeys([*last_buy_ins(night), *likely]))[:PRESETS])


def last_buy_ins(night: Night) -> list[int]:
    """What was bought tonight, the last first."""
    bought = in_order(night.entries.filter(kind__in=[Entry.Kind.BUY_IN, Entry.Kind.TOP_UP]))
    return [entry.body["amount"] for entry in bought.reverse()[:_LATELY]]


def antes_owed_by(seat: Seat) -> int | None:
    """What its player owes the next deal (rules 3.6): None for nothing, 0 where there is no next deal to pay for."""
    if owed_antes.payer(seat.night) != str(seat.player_id):
        return None
    try:
        return dealing.antes_owed(seat.night)
    except Conflict:
        return 0


def may_sit_down(actor: Actor, night_id: UUID) -> QuerySet[Player]:
    """The club's players who have no place at this table now, by name."""
    by = member_for(actor, May.KEEP_SCORE, club__nights=night_id)
    here = Seat.objects.filter(night=night_id).exclude(status=Seat.Status.LEFT).values("player")
    return Player.objects.filter(club=by.club_id, merged_into=None).exclude(pk__in=here).order_by("name", "id")


def never_played(actor: Actor, night_id: UUID) -> QuerySet[Member]:
    """Members of the club who are no players of it yet, by name."""
    by = member_for(actor, May.KEEP_SCORE, club__nights=night_id)
    return (
        Member.objects.filter(club=by.club_id, left_at=None, player=None).select_related("user").order_by("user__name")
    )
