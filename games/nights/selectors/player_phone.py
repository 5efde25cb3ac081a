"""What a member who looks on needs of a night, in few queries."""

from typing import NamedTuple
from uuid import UUID

from games.core.actor import Actor
from games.core.permissions import May, member_for
from games.models import BuyInRequest, Hand, Member, Night, Seat
from games.money.selectors.stacks import Stack, stack_of
from games.money.services import night_accounts
from games.nights.selectors.seats import Present, present_in
from games.play.selectors.night_events import last_told


class Watched(NamedTuple):
    """A night as a member finds it. `told` is the number of the last event that is surely in it.

    `hand` is the last one, open or over. `seat` is their own at this table, none for who only looks on or has left;
    `stack` what lies before them; `request` the last they asked for chips. `present` is everyone with a place.
    """

    by: Member
    night: Night
    hand: Hand | None
    told: int
    seat: Seat | None
    stack: Stack
    request: BuyInRequest | None
    present: Present


def watched(actor: Actor, night_id: UUID) -> Watched:
    """Raises NotFound for another club's night."""
    by = member_for(actor, May.SEE, club__nights=night_id)
    told = last_told(night_id)  # before all else: what comes while this is read is read again
    night = Night.objects.select_related("club").get(pk=night_id)
    hand = Hand.objects.filter(night=night_id).select_related("night__club").order_by("-number").first()
    seat = _seat(by, night)
    stacks = night_accounts.read(night).stacks
    present = present_in(night, stacks)
    if seat is None:
        return Watched(by, night, hand, told, None, Stack(0, 0, 0), None, present)
    asked = BuyInRequest.objects.filter(night=night_id, player=seat.player_id).select_related("entry")
    request, player = asked.order_by("-asked_at", "-id").first(), str(seat.player_id)
    stack = stack_of(player, stacks.get(player, 0), hand)
    return Watched(by, night, hand, told, seat, stack, request, present)


def _seat(by: Member, night: Night) -> Seat | None:
    if by.own_player is None:
        return None
    return night.seats.exclude(status=Seat.Status.LEFT).filter(player=by.own_player).first()
