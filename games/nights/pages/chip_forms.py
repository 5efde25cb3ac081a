"""What is written about chips: bought, asked for, counted, paid out."""

from uuid import UUID

from django.http import HttpRequest, QueryDict
from django.urls import reverse

from games.core.actor import Actor
from games.core.errors import BadValue
from games.core.pages.form_fields import amounts_at, by_id
from games.core.pages.form_view import write
from games.core.pages.return_to import back_from
from games.core.permissions import the_night
from games.models import Seat
from games.money.services import chip_requests, chips
from games.nights.selectors.seats import seat_of
from games.nights.services import entry_reversal


@write
def buy_in(request: HttpRequest, actor: Actor, seat_id: UUID) -> str:
    """The amount of the button that was tapped, or the one that was typed."""
    seat, given = seat_of(actor, seat_id), request.POST
    amount = amounts_at(seat.night).read(given.get("preset") or given.get("amount", ""))
    chips.buy_in(actor, seat.night_id, seat.player_id, amount, given.get("way"))
    return back_from(request, seat.night_id)


@write
def cash_out(request: HttpRequest, actor: Actor, seat_id: UUID) -> str:
    """Counted and paid out; the player keeps the place, and sits out."""
    seat = seat_of(actor, seat_id)
    count_out(actor, seat, request.POST)
    return back_from(request, seat.night_id)


@write
def count_up(request: HttpRequest, actor: Actor, night_id: UUID) -> str:
    """The end of the evening: everybody whose count was typed is cashed out."""
    night = the_night(actor, night_id)
    field, counts = amounts_at(night), list(by_id(request.POST, "count"))
    if not counts:
        raise BadValue("Type what was counted: 0 for who has no chips left.")
    for player, typed in counts:
        chips.cash_out(actor, night_id, player, field.read(typed), request.POST.get("way"))
    return reverse("night-count", args=[night_id])


@write
def recount(request: HttpRequest, actor: Actor, night_id: UUID) -> str:
    """Between hands: those whose count was typed have that much from now on."""
    field = amounts_at(the_night(actor, night_id))
    counts = {player: field.read(typed) for player, typed in by_id(request.POST, "count")}
    chips.recount(actor, night_id, counts, request.POST.get("reason", ""))
    return back_from(request, night_id)


@write
def grant(request: HttpRequest, actor: Actor, request_id: UUID) -> str:
    return back_from(request, chip_requests.grant(actor, request_id).night_id)


@write
def refuse(request: HttpRequest, actor: Actor, request_id: UUID) -> str:
    return back_from(request, chip_requests.refuse(actor, request_id, request.POST.get("reason", "")).night_id)


@write
def take_back(request: HttpRequest, actor: Actor, entry_id: UUID) -> str:
    """An entry about money that was a mistake. From the count, it leads back to the count."""
    entry = entry_reversal.take_back(actor, entry_id, request.POST.get("reason", ""))
    to = "night-count" if request.POST.get("counting") else "night-money"
    return reverse(to, args=[entry.night_id])


def count_out(actor: Actor, seat: Seat, given: QueryDict) -> None:
    count = amounts_at(seat.night).read(given.get("count", ""))
    chips.cash_out(actor, seat.night_id, seat.player_id, count, given.get("way"))
