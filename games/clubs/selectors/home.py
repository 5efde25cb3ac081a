"""What somebody comes home to: their clubs, what is on tonight, their balances."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Count, Q, QuerySet

from games.core.actor import Actor
from games.core.permissions import member_of
from games.core.validators import decimals
from games.models import BuyInRequest, Member, Night, Seat
from games.money.selectors.balances import Stand, stands_of_players

LAST_NIGHTS = 6


@dataclass(slots=True)
class Home:
    """One club of the actor: their membership, its open nights, and by currency how they stand with it."""

    member: Member
    nights: list[Night] = field(default_factory=list)
    stands: Mapping[str, Stand] = field(default_factory=dict)


def homes_of(actor: Actor) -> list[Home]:
    """By the names of the clubs. A fixed number of queries, however many clubs there are."""
    mine = Member.objects.filter(user=actor.user, left_at=None).select_related("club", "player")
    homes = {member.club_id: Home(member) for member in mine.order_by("club__name", "club")}
    for night in with_seated(Night.objects.filter(club__in=homes, status=Night.Status.OPEN)).order_by("-opened_at"):
        homes[night.club_id].nights.append(night)
    stands = stands_of_players({home.member.own_id for home in homes.values() if home.member.own_id})
    for home in homes.values():
        home.stands = stands.get(home.member.own_id or "", {})
    return list(homes.values())


def last_nights(actor: Actor) -> QuerySet[Night]:
    """The nights of all the actor's clubs that are over, the newest few."""
    closed = Night.objects.filter(**member_of("club", actor), status=Night.Status.CLOSED)
    return closed.select_related("club").order_by("-opened_at", "-id")[:LAST_NIGHTS]


def with_seated(nights: QuerySet[Night]) -> QuerySet[Night]:
    """Each with `seated`, how many have a place at its table, and `asking`, how many of them wait for chips."""
    here, waits = ~Q(seats__status=Seat.Status.LEFT), Q(requests__status=BuyInRequest.Status.ASKED)
    return nights.annotate(
        seated=Count("seats", filter=here, distinct=True), asking=Count("requests", filter=waits, distinct=True)
    )


def usual_chip(night: Night | None, currency: str) -> int:
    """What the smallest chip may be tonight: that of the last night, else a quarter."""
    if night and night.currency == currency:
        return night.chip
    digits = decimals(currency)
    return 25 * 10 ** (digits - 2) if digits >= 2 else 100
