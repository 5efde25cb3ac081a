"""Chips bought, counted, and paid out. Amounts are whole chips in minor units."""

from collections.abc import Mapping
from uuid import UUID

from django.utils import timezone

from games.core.actor import Actor
from games.core.amounts import whole_chips
from games.core.atomic import one_transaction
from games.core.errors import BadValue, Conflict, NotFound
from games.core.event_log import note
from games.core.night_entries import entries_that_stand
from games.core.permissions import May, member_for
from games.core.row_locks import lock_open_night
from games.core.table_state import dealt_in, no_open_hand, open_hand
from games.core.validators import reason_of, way_of
from games.models import Entry, Night, Seat
from games.money.services import night_accounts
from games.money.services.parties import check_not_merged

Kind = Entry.Kind


def buy_in(
    actor: Actor,
    night_id: UUID,
    player_id: UUID,
    amount: int,
    way: str | None = None,
    entry_id: UUID | None = None,
) -> Entry:
    """Chips for a seated player: the first is a buy-in, every later one a top-up. `way` is the club's unless given.

    During a hand it counts from the next one. Body: `{"player", "amount", "way"}`.
    """
    by = member_for(actor, May.KEEP_SCORE, club__nights=night_id)
    way = way_of(way or by.club.default_way)
    now = timezone.now()
    with one_transaction():
        night = lock_open_night(pk=night_id)
        whole_chips(night, amount, least=1)
        seat = _seat(night, player_id)
        if seat.status == Seat.Status.LEFT:
            raise Conflict("This player has left the table.")
        again = Entry.objects.filter(night=night, player=seat.player, kind=Entry.Kind.BUY_IN).exists()
        kind = Entry.Kind.TOP_UP if again else Entry.Kind.BUY_IN
        player = str(player_id)
        body = {"player": player, "amount": amount, "way": way}
        entry = note(actor, night, kind, body, now, player=seat.player, entry_id=entry_id)
        moves = night_accounts.Moves().chips(player, amount).paid(way, player, -amount)
        night_accounts.post(night, "buy-in", moves, entry.pk, now)
    return entry


def cash_out(
    actor: Actor,
    night_id: UUID,
    player_id: UUID,
    count: int,
    way: str | None = None,
    entry_id: UUID | None = None,
) -> Entry:
    """All of a player's chips back, as counted; what the count differs from the book goes to the difference account.

    The player keeps the seat, and sits out. Raises Conflict for who is dealt in to the open hand, has no chips, or
    was cashed out and has got none since.
    Body: `{"player", "count", "book", "way"}`.
    """
    by = member_for(actor, May.KEEP_SCORE, club__nights=night_id)
    way = way_of(way or by.club.default_way)
    now = timezone.now()
    with one_transaction():
        night = lock_open_night(pk=night_id)
        whole_chips(night, count)
        seat = _seat(night, player_id)
        player = str(player_id)
        if player in dealt_in(open_hand(night)):
            raise Conflict("This player is in the hand that is being played.")
        book = night_accounts.read(night).stacks.get(player, 0)
        if not book and not count:
            raise Conflict("This player has no chips.")
        if not book and _is_cashed_out(night, player_id):
            raise Conflict("This player was cashed out already: buy in first, or take the cash-out back.")
        body = {"player": player, "count": count, "book": book, "way": way}
        entry = note(actor, night, Entry.Kind.CASH_OUT, body, now, player=seat.player, entry_id=entry_id)
        moves = night_accounts.Moves().chips(player, -book).paid(way, player, count).difference(book - count)
        night_accounts.post(night, "cash-out", moves, entry.pk, now)
        if seat.status == Seat.Status.IN:
            seat.status = Seat.Status.OUT
            seat.save(update_fields=["status"])
    return entry


def recount(
    actor: Actor, night_id: UUID, counts: Mapping[UUID, int], reason: str, entry_id: UUID | None = None
) -> Entry:
    """Stacks as counted, between hands; what differs goes to the difference account.

    Body: `{"counts": {player: count}, "book": {player: amount}, "reason"}`.
    """
    member_for(actor, May.KEEP_SCORE, club__nights=night_id)
    reason = reason_of(reason)
    if not counts:
        raise BadValue("A recount says what was counted.")
    now = timezone.now()
    with one_transaction():
        night = lock_open_night(pk=night_id)
        no_open_hand(night)
        counted = {str(player): whole_chips(night, count) for player, count in counts.items()}
        here = night.seats.filter(player__in=list(counts)).exclude(status=Seat.Status.LEFT).count()
        if here != len(counted):
            raise NotFound("A recount counts the chips of those at the table.")
        stacks = night_accounts.read(night).stacks
        book = {player: stacks.get(player, 0) for player in counted}
        body = {"counts": counted, "book": book, "reason": reason}
        entry = note(actor, night, Entry.Kind.RECOUNT, body, now, entry_id=entry_id)
        moves = night_accounts.Moves().difference(sum(book.values()) - sum(counted.values()))
        for player, count in counted.items():
            moves.chips(player, count - book[player])
        night_accounts.post(night, "adjustment", moves, entry.pk, now, reason)
    return entry


def _is_cashed_out(night: Night, player_id: UUID) -> bool:
    """Whether of all that a player bought and cashed in, what stands and came last is a cash-out."""
    moved = entries_that_stand(night, Kind.BUY_IN, Kind.TOP_UP, Kind.CASH_OUT, player=player_id)
    return bool(moved) and moved[-1].kind == Kind.CASH_OUT


def _seat(night: Night, player_id: UUID) -> Seat:
    seat = night.seats.filter(player=player_id).select_related("player").first()
    if seat is None:
        raise NotFound("This player has no seat at this table.")
    check_not_merged(seat.player)
    return seat
