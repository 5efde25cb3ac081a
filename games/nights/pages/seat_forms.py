"""What is written about who sits where: taken, moved, left."""

from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

from games.clubs.services import clubs
from games.core.actor import Actor
from games.core.errors import NotFound
from games.core.pages.form_fields import amounts_at, id_of, number_of
from games.core.pages.form_view import write
from games.core.pages.return_to import back_from, onward
from games.core.permissions import the_night
from games.money.services import chips
from games.nights.pages.chip_forms import count_out
from games.nights.selectors.seats import never_played, seat_of
from games.nights.services import seats


@write
def take_seat(request: HttpRequest, actor: Actor, night_id: UUID) -> str:
    """A player of the club, or a member who becomes one; with chips at once, or to buy in on the page that follows."""
    given = request.POST
    if given.get("member"):
        player = _as_player(actor, night_id, id_of(given["member"]))
    else:
        player = id_of(given.get("player", ""))
    return _seated(request, actor, night_id, player)


@write
def seat_somebody_new(request: HttpRequest, actor: Actor, night_id: UUID) -> str:
    """A new player of the club, who sits down as others do."""
    given = request.POST
    player = clubs.add_player(actor, the_night(actor, night_id).club_id, given.get("name", ""))
    return _seated(request, actor, night_id, player.pk)


def _seated(request: HttpRequest, actor: Actor, night_id: UUID, player: UUID) -> str:
    seat = seats.take_seat(actor, night_id, player)
    bought = request.POST.get("chips", "")
    if not bought:
        return onward(request, _seat(seat.pk))
    amount = amounts_at(the_night(actor, night_id)).read(bought)
    chips.buy_in(actor, night_id, player, amount)
    return onward(request, reverse("night-seating", args=[night_id]))


@write
def sit_out(request: HttpRequest, actor: Actor, seat_id: UUID) -> str:
    return back_from(request, seats.sit_out(actor, seat_id).night_id)


@write
def sit_in(request: HttpRequest, actor: Actor, seat_id: UUID) -> str:
    return back_from(request, seats.sit_in(actor, seat_id).night_id)


@write
def move(request: HttpRequest, actor: Actor, seat_id: UUID) -> str:
    return back_from(request, seats.move_seat(actor, seat_id, number_of(request.POST.get("position", ""))).night_id)


@write
def come_back(request: HttpRequest, actor: Actor, seat_id: UUID) -> str:
    """Who has left sits down again, at the first place that is free."""
    seat = seat_of(actor, seat_id)
    return onward(request, _seat(seats.take_seat(actor, seat.night_id, seat.player_id).pk))


@write
def leave(request: HttpRequest, actor: Actor, seat_id: UUID) -> str:
    """With the chips counted, where there are any; and with what becomes of antes that are owed."""
    given = request.POST
    seat = seat_of(actor, seat_id)
    if "count" in given:
        count_out(actor, seat, given)
    seats.leave(actor, seat_id, given.get("owed"), given.get("reason", ""))
    return back_from(request, seat.night_id)


def _as_player(actor: Actor, night_id: UUID, member_id: UUID) -> UUID:
    member = never_played(actor, night_id).filter(pk=member_id).first()
    if member is None:
        raise NotFound("This member is a player of the club already.")
    return clubs.add_player(actor, member.club_id, member.user.name, member.pk).pk


def _seat(seat_id: UUID) -> str:
    return reverse("seat-page", args=[seat_id])
