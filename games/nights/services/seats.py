"""Who sits where, and who is dealt in. Positions run clockwise from 0."""

from datetime import datetime
from uuid import UUID

from django.utils import timezone

from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import BadValue, Conflict, NotFound
from games.core.event_log import note, note_of_club
from games.core.ids import free_id
from games.core.permissions import May, member_for
from games.core.row_locks import lock_open_night
from games.core.row_signals import stated_anew
from games.core.table_state import dealt_in, open_hand
from games.core.validators import reason_of
from games.models import Entry, Night, Player, Seat
from games.money.services import chip_requests, night_accounts
from games.play.services import owed_antes
from games.play.services.dealing import antes_owed

MOST_SEATS = 100


def take_seat(
    actor: Actor, night_id: UUID, player_id: UUID, position: int | None = None, seat_id: UUID | None = None
) -> Seat:
    """Seat a player, at the first free position unless one is given; who left earlier comes back to the same seat id.

    Raises Conflict where the player sits already or the position is taken.
    """
    by = member_for(actor, May.KEEP_SCORE, club__nights=night_id)
    with one_transaction():
        night = lock_open_night(pk=night_id)
        player = Player.objects.filter(pk=player_id, club=by.club).first()
        if player is None:
            raise NotFound("There is no such player in this club.")
        if player.merged_into_id:
            raise Conflict("This player turned out to be another one: seat that one.")
        seat = night.seats.filter(player=player).first()
        if seat and seat.status != Seat.Status.LEFT:
            raise Conflict("This player sits at the table already.")
        if seat is None:
            seat = Seat(id=free_id(Seat, seat_id, night.club_id), night=night, player=player)
        seat.position = _free_position(night, position)
        seat.status = Seat.Status.IN
        seat.save()
        _note(actor, night, seat)
    return seat


def sit_out(actor: Actor, seat_id: UUID) -> Seat:
    """Keep the place, be dealt no more hands. A hand that is on goes on."""
    return _set_status(actor, seat_id, Seat.Status.OUT)


def sit_in(actor: Actor, seat_id: UUID) -> Seat:
    """Be dealt in again from the next hand."""
    return _set_status(actor, seat_id, Seat.Status.IN)


def move_seat(actor: Actor, seat_id: UUID, position: int) -> Seat:
    """Move to another position; whoever sits there takes the old one. The open hand keeps its order."""
    member_for(actor, May.KEEP_SCORE, club__nights__seats=seat_id)
    _check_position(position)
    with one_transaction():
        night = lock_open_night(seats=seat_id)
        seat = _present(seat_id)
        other = night.seats.filter(position=position).exclude(pk=seat.pk).first()
        if other:
            _change_places(seat, other)
        else:
            seat.position = position
            seat.save(update_fields=["position"])
        _note(actor, night, seat)
    return seat


def leave(actor: Actor, seat_id: UUID, owed: str | None = None, reason: str = "") -> Seat:
    """Leave the table, cashed out before. Raises Conflict with chips left, or dealt in to the open hand.

    Who owes the next antes says what becomes of them: `owed="pay"` takes them from the balance into the pot,
    `owed="waive"` needs a reason.
    """
    member_for(actor, May.KEEP_SCORE, club__nights__seats=seat_id)
    now = timezone.now()
    with one_transaction():
        night = lock_open_night(seats=seat_id)
        seat = _present(seat_id)
        player = str(seat.player_id)
        _check_may_leave(night, player)
        if owed_antes.payer(night) == player:
            _end_debt(actor, night, seat, owed, reason, now)
        chip_requests.close_for(actor, night, seat.player_id)
        seat.status = Seat.Status.LEFT
        seat.position = None
        seat.save(update_fields=["status", "position"])
        _note(actor, night, seat)
    return seat


def _check_may_leave(night: Night, player: str) -> None:
    if player in dealt_in(open_hand(night)):
        raise Conflict("This player is in the hand that is being played.")
    if night_accounts.read(night).stacks.get(player):
        raise Conflict("This player has chips: cash out first.")


def undo_change(actor: Actor, night: Night, entry: Entry) -> None:
    """Put a seat back to where it was before an entry that changed it. The night is locked.

    A cash-out changed it too: the player sat out from then on. Raises Conflict where the place is taken, or where the
    player would have to leave and cannot.
    """
    seat = night.seats.select_related("player").get(player=entry.player_id)
    status, position = _before(night, entry)
    if entry.kind == Entry.Kind.CASH_OUT:
        position = seat.position
    if (seat.status, seat.position) == (status, position):
        return
    if status == Seat.Status.LEFT:
        _check_may_leave(night, str(seat.player_id))
        chip_requests.close_for(actor, night, seat.player_id)
    other = night.seats.filter(position=position).exclude(pk=seat.pk).first() if position is not None else None
    if other and seat.position is None:
        raise Conflict("Somebody sits there already.")
    if other:
        _change_places(seat, other)
    seat.status, seat.position = status, position
    seat.save(update_fields=["status", "position"])
    _note(actor, night, seat, takes_back=str(entry.pk))


def _before(night: Night, entry: Entry) -> tuple[str, int | None]:
    """The status and the position of a player's seat before an entry, from the log."""
    status: str = Seat.Status.LEFT
    position = None
    kinds = [Entry.Kind.SEAT, Entry.Kind.CASH_OUT]
    earlier = night.entries.filter(kind__in=kinds, player=entry.player_id, told__lt=entry.told).order_by("told")
    for one in earlier:
        if one.kind == Entry.Kind.SEAT:
            status, position = one.body["status"], one.body["position"]
        elif status == Seat.Status.IN:
            status = Seat.Status.OUT
    return status, position


def _change_places(seat: Seat, other: Seat) -> None:
    """Put `other` where `seat` sits. A position is held by one seat at every moment, so it takes three steps."""
    theirs = other.position
    Seat.objects.filter(pk=other.pk).update(position=MOST_SEATS)
    mine, seat.position = seat.position, theirs
    seat.save(update_fields=["position"])
    Seat.objects.filter(pk=other.pk).update(position=mine)
    stated_anew(Seat, [other.pk])


def _end_debt(actor: Actor, night: Night, seat: Seat, owed: str | None, reason: str, now: datetime) -> None:
    """Pay the antes that are owed into the pot, or waive them with a reason (rules 3.6)."""
    if owed not in ("pay", "waive"):
        raise Conflict("This player owes the antes of the next deal: pay them into the pot, or waive them.")
    reason = reason_of(reason, needed=owed == "waive")
    amount = antes_owed(night) if owed == "pay" else 0
    hand = owed_antes.hand_of(night)
    entry = note(
        actor,
        night,
        Entry.Kind.ANTES,
        {"player": str(seat.player_id), "owed": owed, "amount": amount, "reason": reason},
        now,
        player=seat.player,
        hand=hand,
    )
    moves = night_accounts.Moves().balance(str(seat.player_id), -amount).pot(amount)
    night_accounts.post(night, "adjustment", moves, entry.pk, now, reason)


def _set_status(actor: Actor, seat_id: UUID, status: Seat.Status) -> Seat:
    member_for(actor, May.KEEP_SCORE, club__nights__seats=seat_id)
    with one_transaction():
        night = lock_open_night(seats=seat_id)
        seat = _present(seat_id)
        seat.status = status
        seat.save(update_fields=["status"])
        _note(actor, night, seat)
    return seat


def _note(actor: Actor, night: Night, seat: Seat, **more: str) -> None:
    """Where the player sits now, written down for those who look on and for later."""
    body = {"seat": str(seat.pk), "player": str(seat.player_id), "position": seat.position, "status": seat.status}
    body |= more
    kind = Entry.Kind.SEAT
    note_of_club(actor, night.club_id, kind, body, timezone.now(), night_id=night.pk, player=seat.player)


def _present(seat_id: UUID) -> Seat:
    seat = Seat.objects.select_related("player").get(pk=seat_id)
    if seat.status == Seat.Status.LEFT:
        raise Conflict("This player has left the table.")
    return seat


def _check_position(position: int) -> None:
    if type(position) is not int or not 0 <= position < MOST_SEATS:
        raise BadValue("A position is a number from 0 to {last}.", last=MOST_SEATS - 1)


def _free_position(night: Night, wanted: int | None) -> int:
    taken = set(night.seats.exclude(position=None).values_list("position", flat=True))
    if wanted is not None:
        _check_position(wanted)
        if wanted in taken:
            raise Conflict("Somebody sits there already.")
        return wanted
    free = next((place for place in range(MOST_SEATS) if place not in taken), None)
    if free is None:
        raise Conflict("The table is full.")
    return free
