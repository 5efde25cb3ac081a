"""What somebody comes home to: their clubs, what is on tonight, what they stand at."""

from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum

from games.models import BuyInRequest, Member, Night, Player, Seat
from games.services.actor import Actor
from games.services.money import BALANCE, CHIPS
from games.services.permissions import member_of
from games.services.text import decimals
from ledger.models import Balance

LAST_NIGHTS = 6


@dataclass(slots=True)
class Home:
    """One club of the actor: their membership, its open nights, and by currency what they stand at there.

    `balances` are those of the ledger, `chips` those on tables.
    """

    member: Member
    nights: list[Night] = field(default_factory=list)
    balances: dict[str, int] = field(default_factory=dict)
    chips: dict[str, int] = field(default_factory=dict)

    def stands_at(self, currency: str) -> int:
        """What one would go home with: chips on a table are worth their amount."""
        return self.balances.get(currency, 0) + self.chips.get(currency, 0)


def homes_of(actor: Actor) -> list[Home]:
    """By the names of the clubs. In four queries, however many there are."""
    mine = Member.objects.filter(user=actor.user, left_at=None).select_related("club", "player")
    homes = {member.club_id: Home(member) for member in mine.order_by("club__name", "club")}
    for night in with_seated(Night.objects.filter(club__in=homes, status=Night.Status.OPEN)).order_by("-opened_at"):
        homes[night.club_id].nights.append(night)
    _fill_in_balances(homes)
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


def _fill_in_balances(homes: dict[UUID, Home]) -> None:
    """What the actor's own player stands at, and who turned out to be that one."""
    own = [home.member.own_id for home in homes.values() if home.member.own_id]
    clubs = dict(Player.objects.filter(Q(pk__in=own) | Q(merged_into__in=own)).values_list("pk", "club"))
    rows = Balance.objects.filter(account__kind__in=(BALANCE, CHIPS), account__owner__in=clubs)
    columns = ("account__owner", "account__kind", "account__currency")
    for owner, kind, currency, amount in rows.values_list(*columns).annotate(sum=Sum("amount")).order_by():
        assert owner is not None
        home = homes[clubs[owner]]
        of = home.balances if kind == BALANCE else home.chips
        of[currency] = of.get(currency, 0) + amount
