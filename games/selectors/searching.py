"""What the desk looks for: hands and money by player, card, night, amount.

A search goes back through the nights of a club, so many at a time: whatever it finds there is found by the night's
own indexes, and it says where to go on. So it takes the same time in a club of ten nights and of ten thousand.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Cast

from games.models import Club, Entry, Hand, Night, Player, Seat
from games.selectors import postings
from games.selectors.filters import hands_with
from ledger.models import Posting

NIGHTS_AT_ONCE = 100
MOST_FOUND = 200
MOST_NAMES = 20


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; empty is whatever. `amount` is what was moved, either way, in minor units."""

    player: str = ""
    card: str = ""
    night: str = ""
    amount: int | None = None
    before: datetime | None = None

    @property
    def is_anything(self) -> bool:
        return bool(self.player or self.card or self.night or self.amount is not None)


@dataclass(frozen=True, slots=True)
class Found:
    """`nights` are those looked through. `older` is where to go on, None where there is nothing before."""

    nights: list[Night]
    hands: list[Hand]
    entries: list[Entry]
    older: datetime | None


def search(club: Club, wanted: Wanted) -> Found:
    players = _players(club, wanted.player) if wanted.player else None
    nights = _nights(club, wanted, players)
    shown = nights[:NIGHTS_AT_ONCE]
    older = shown[-1].opened_at if len(nights) > NIGHTS_AT_ONCE else None
    sources = _moved(club, shown, wanted.amount) if wanted.amount is not None else None
    return Found(shown, _hands(shown, wanted, players, sources), _entries(shown, wanted, players, sources), older)


def _players(club: Club, name: str) -> list[UUID]:
    """Those called so, and who turned out to be one of them."""
    named = Player.objects.filter(club=club).filter(Q(name__icontains=name) | Q(merged_into__name__icontains=name))
    return list(named.order_by("name").values_list("pk", flat=True)[:MOST_NAMES])


def _nights(club: Club, wanted: Wanted, players: Collection[UUID] | None) -> list[Night]:
    nights = Night.objects.filter(club=club)
    if wanted.night:
        nights = nights.filter(name__icontains=wanted.night)
    if players is not None:
        nights = nights.filter(Exists(Seat.objects.filter(night=OuterRef("pk"), player__in=players)))
    if wanted.before:
        nights = nights.filter(opened_at__lt=wanted.before)
    return list(nights.order_by("-opened_at", "-id")[: NIGHTS_AT_ONCE + 1])


def _moved(club: Club, nights: Iterable[Night], amount: int) -> set[str]:
    """The ids of the hands and entries that moved this much on some account, and what corrections did so."""
    lines = Posting.objects.filter(transaction__book=club.book, transaction__scope__in=[night.pk for night in nights])
    rows = postings.rows(lines.filter(amount__in={amount, -amount}))
    sources = postings.sources_of(rows, club)
    of_hands = {str(hand.pk) for row in rows if (hand := postings.hand_of(row, sources))}
    return of_hands | {row.source for row in rows}


def _hands(
    nights: list[Night], wanted: Wanted, players: list[UUID] | None, sources: Collection[str] | None
) -> list[Hand]:
    # what moved an amount was found in these nights already
    hands: QuerySet[Hand] = Hand.objects.filter(**({"night__in": nights} if sources is None else {"pk__in": sources}))
    if wanted.card:
        hands = hands.filter(Exists(_with_card(wanted.card)))
    if players is not None:
        hands = _with_any(hands, players)
    found = hands.select_related("night").order_by("-night__opened_at", "-number")
    return list(found.defer("set_up", "result")[:MOST_FOUND])


def _with_any(hands: QuerySet[Hand], players: list[UUID]) -> QuerySet[Hand]:
    found = Q(pk__in=[])
    for player in players:
        found |= Q(pk__in=hands_with(hands, player).values("pk"))
    return hands.filter(found)


def _with_card(card: str) -> QuerySet[Entry]:
    """What was entered with this card, whether it stands or not."""
    entries = Entry.objects.filter(hand=OuterRef("pk"), kind__in=(Entry.Kind.ACTION, Entry.Kind.CORRECTION))
    return entries.annotate(text=Cast("body", TextField())).filter(text__contains=f'"{card}"')


def _entries(
    nights: list[Night], wanted: Wanted, players: list[UUID] | None, sources: Collection[str] | None
) -> list[Entry]:
    """Of the money beside the hands; none where a card is looked for, or a night alone."""
    if wanted.card or (players is None and sources is None):
        return []
    found = {"night__in": nights} if sources is None else {"pk__in": sources}
    entries = Entry.objects.filter(**found, number=None, kind__in=_MONEY)
    if players is not None:
        entries = entries.filter(player__in=players)
    return list(entries.select_related("night", "player", "by", "device").order_by("-at", "-id")[:MOST_FOUND])


_MONEY = (
    *(Entry.Kind.BUY_IN, Entry.Kind.TOP_UP, Entry.Kind.CASH_OUT, Entry.Kind.RECOUNT, Entry.Kind.EXPENSE),
    *(Entry.Kind.POT, Entry.Kind.DIFFERENCE, Entry.Kind.ANTES, Entry.Kind.FORFEIT, Entry.Kind.MATCH_END),
)
