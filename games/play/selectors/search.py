"""What the desk looks for: hands and money by player, card, night, amount.

A search goes back through the nights of a club, so many at a time: whatever it finds there is found by the night's
own indexes, and it says where to go on. So it takes the same time in a club of ten nights and of ten thousand.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.functions import Cast

from games.core.list_filters import hands_with
from games.models import Club, Entry, Hand, Night, Player, Seat
from games.money.selectors import postings
from ledger.models import JournalTransaction, Posting

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
    """`nights` are those looked through, all that was found at them shown. `older` is where to go on, None where there
    is nothing before. Of one night alone there may be `more` than is shown.
    """

    nights: list[Night]
    hands: list[Hand]
    entries: list[Entry]
    older: datetime | None
    more: bool


def search(club: Club, wanted: Wanted) -> Found:
    """Of whole nights, as many as are looked through at once and as there is room for what was found at them."""
    players = _players(club, wanted.player) if wanted.player else None
    every = _nights(club, wanted, players)
    nights, sources = every[:NIGHTS_AT_ONCE], None
    if wanted.amount is not None:
        nights, sources = _moved(club, nights, wanted.amount)
    hands = _hands(nights, wanted, players, sources)
    entries = _entries(nights, wanted, players, sources)
    full = [rows[MOST_FOUND].night_id for rows in (hands, entries) if len(rows) > MOST_FOUND]
    fit = min((at for at, night in enumerate(nights) if night.pk in full), default=len(nights))
    shown = nights[: max(fit, 1)]
    here = {night.pk for night in shown}
    return Found(
        shown,
        [hand for hand in hands[:MOST_FOUND] if hand.night_id in here],
        [entry for entry in entries[:MOST_FOUND] if entry.night_id in here],
        shown[-1].opened_at if len(shown) < len(every) else None,
        more=bool(full) and fit == 0,
    )


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


def _moved(club: Club, nights: list[Night], amount: int) -> tuple[list[Night], set[str]]:
    """What moved this much on some account, either way: the last of the nights, and the ids of hands and entries there.

    Those that a correction or a ruling was about are among them.
    """
    moved = Posting.objects.filter(transaction=OuterRef("pk"), amount__in={amount, -amount})
    of_nights = JournalTransaction.objects.filter(book=club.book, scope__in=[night.pk for night in nights])
    keys: dict[UUID | None, list[str]] = defaultdict(list)
    for scope, key in of_nights.filter(Exists(moved)).values_list("scope", "key"):
        keys[scope].append(key)
    shown: list[Night] = []
    ids: set[str] = set()
    for night in nights:
        if ids and len(ids) + len(keys[night.pk]) > MOST_FOUND:
            break
        shown.append(night)
        ids |= postings.sources_in(keys[night.pk])
    return shown, ids | postings.hands_ruled_on(ids)


def _hands(
    nights: list[Night], wanted: Wanted, players: list[UUID] | None, sources: Collection[str] | None
) -> list[Hand]:
    # what moved an amount was found in these nights already
    hands: QuerySet[Hand] = Hand.objects.filter(**({"night__in": nights} if sources is None else {"pk__in": sources}))
    if wanted.card:
        hands = hands.filter(Exists(_with_card(wanted.card, nights)))
    if players is not None:
        hands = _with_any(hands, players)
    # not by a join: where few hands are thought to be found, a planner would hold each against every night of the club
    opened = Night.objects.filter(pk=OuterRef("night")).values("opened_at")
    last: QuerySet[Hand] = hands.annotate(opened=Subquery(opened)).order_by("-opened", "-night_id", "-number")
    found, at = list(last.defer("set_up", "result")[: MOST_FOUND + 1]), {night.pk: night for night in nights}
    for hand in found:
        hand.night = at[hand.night_id]
    return found


def _with_any(hands: QuerySet[Hand], players: list[UUID]) -> QuerySet[Hand]:
    found = Q(pk__in=[])
    for player in players:
        found |= Q(pk__in=hands_with(hands, player).values("pk"))
    return hands.filter(found)


def _with_card(card: str, nights: list[Night]) -> QuerySet[Entry]:
    """What was entered with this card, whether it stands or not; of these nights, so that no other is looked at."""
    kinds = (Entry.Kind.ACTION, Entry.Kind.CORRECTION)
    entries = Entry.objects.filter(hand=OuterRef("pk"), night__in=nights, kind__in=kinds)
    return entries.annotate(text=Cast("body", TextField())).filter(text__contains=f'"{card}"')


def _entries(
    nights: list[Night], wanted: Wanted, players: list[UUID] | None, sources: Collection[str] | None
) -> list[Entry]:
    """Of the money beside the hands; none where a card is looked for, or a night alone."""
    if wanted.card or (players is None and sources is None):
        return []
    which = {"night__in": nights} if sources is None else {"pk__in": sources}
    entries = Entry.objects.filter(**which, number=None, kind__in=_MONEY)
    if players is not None:
        entries = entries.filter(player__in=players)
    found = entries.select_related("night", "player", "by", "device")
    return list(found.order_by("-night__opened_at", "-night", "-at", "-id")[: MOST_FOUND + 1])


_MONEY = (
    *(Entry.Kind.BUY_IN, Entry.Kind.TOP_UP, Entry.Kind.CASH_OUT, Entry.Kind.RECOUNT, Entry.Kind.EXPENSE),
    *(Entry.Kind.POT, Entry.Kind.DIFFERENCE, Entry.Kind.ANTES, Entry.Kind.FORFEIT, Entry.Kind.MATCH_END),
)
