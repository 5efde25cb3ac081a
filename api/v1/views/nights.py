"""Nights and who sits at their table."""

from uuid import UUID

from django.db.models import QuerySet

from api.v1 import filters
from api.v1.operations import Ask, Told, read_operation, write_operation
from api.v1.problems import Problem
from api.v1.serializers.nights import (
    DecideOverShort,
    DecidePot,
    Empty,
    LeaveSeat,
    NightSummary,
    OpenNight,
    Seat,
    TakeSeat,
    UpdateSeat,
)
from api.v1.serializers.settlements import Reason
from api.v1.serializers.table import Night, NightSettlement
from api.v1.view import ApiView
from games import models
from games.clubs.selectors import clubs as select_people
from games.core.actor import Actor
from games.nights.selectors import nights as select
from games.nights.services import nights, seats
from games.settlement.selectors.settlements import settlement_view

NIGHTS = (
    filters.word("status", models.Night.Status.values, "How it stands."),
    filters.SINCE,
    filters.UNTIL,
    filters.order("opened_at"),
)
SEATS = (
    filters.word("status", models.Seat.Status.values, "Whether they play."),
    filters.player(lambda seats, one: seats.filter(player=one), "Whose it is."),
)


class Nights(ApiView):
    @read_operation("listNights", NightSummary, "The nights of your clubs", many=True, filters=NIGHTS)
    def get(self, actor: Actor) -> QuerySet[models.Night]:
        """Of all your clubs, newest first."""
        return select.nights_of(actor)


class ClubNights(ApiView):
    @read_operation("listClubNights", NightSummary, "The nights of a club", many=True, filters=NIGHTS)
    def get(self, actor: Actor, club_id: UUID) -> QuerySet[models.Night]:
        """Newest first."""
        return select.nights_of(actor, club_id)

    @write_operation("openNight", OpenNight, Night, "Open a night", at=("nights/{id}/",))
    def post(self, ask: Ask, club_id: UUID) -> Told:
        """Currency and time zone are the club's unless given; who opens it holds the cash box, or whoever is named."""
        return _shown(ask.actor, nights.open_night(ask.actor, club_id, **ask.given))


class OneNight(ApiView):
    @read_operation("readNight", Night, "A night as it stands")
    def get(self, actor: Actor, night_id: UUID) -> Told:
        """Everything a scorekeeper's screen needs: seats with chips and results, box, pot, over or short, the hand."""
        return Told(select.night_view(actor, night_id))


class Pot(ApiView):
    @write_operation(
        "decidePot",
        DecidePot,
        Night,
        "Decide what becomes of a carried pot",
        fails=("bad_amount",),
        at=("nights/{night_id}/money/",),
    )
    def post(self, ask: Ask, night_id: UUID) -> Told:
        """A pot that waits for the next deal must be played for, or go back, before the night closes."""
        return _shown(ask.actor, nights.decide_pot(ask.actor, night_id, **ask.given))


class Difference(ApiView):
    @write_operation(
        "decideOverShort",
        DecideOverShort,
        Night,
        "Decide who bears what counts and book differ by",
        at=("nights/{night_id}/money/",),
    )
    def post(self, ask: Ask, night_id: UUID) -> Told:
        """Named players in equal parts, or the club. The night cannot close before."""
        return _shown(ask.actor, nights.decide_difference(ask.actor, night_id, **ask.given))


class Close(ApiView):
    @write_operation("closeNight", Empty, Night, "Close a night", status=200)
    def post(self, ask: Ask, night_id: UUID) -> Told:
        """When everyone has cashed out, and pot and difference are decided."""
        return _shown(ask.actor, nights.close_night(ask.actor, night_id))


class Reopen(ApiView):
    @write_operation("reopenNight", Reason, Night, "Reopen a closed night", status=200)
    def post(self, ask: Ask, night_id: UUID) -> Told:
        """What was settled stands; only what changes is settled anew."""
        return _shown(ask.actor, nights.reopen_night(ask.actor, night_id, **ask.given))


class SettlementOfNight(ApiView):
    @read_operation("readNightSettlement", NightSettlement, "Who pays whom")
    def get(self, actor: Actor, night_id: UUID) -> Told:
        """What the night has moved on each account, and the fewest payments that would settle it. Reads only."""
        return Told(settlement_view(actor, night_id))


class Seats(ApiView):
    @read_operation("listSeats", Seat, "Who sits at the table, clockwise", many=True, filters=SEATS)
    def get(self, actor: Actor, night_id: UUID) -> QuerySet[models.Seat]:
        """Who has left stands last, without a position."""
        return select_people.seats_of(actor, night_id)

    @write_operation("takeSeat", TakeSeat, Seat, "Seat a player", at=("nights/{night_id}/seats/",))
    def post(self, ask: Ask, night_id: UUID) -> models.Seat:
        """Who left earlier comes back to the same seat id."""
        return seats.take_seat(ask.actor, night_id, **ask.given)


class OneSeat(ApiView):
    @write_operation("updateSeat", UpdateSeat, Seat, "Sit out, sit in again, or move", status=200)
    def patch(self, ask: Ask, seat_id: UUID) -> models.Seat:
        """A hand that is on goes on as it was dealt."""
        given, seat = ask.given, None
        if "position" in given:
            seat = seats.move_seat(ask.actor, seat_id, given["position"])
        if "status" in given:
            change = seats.sit_in if given["status"] == models.Seat.Status.IN else seats.sit_out
            seat = change(ask.actor, seat_id)
        if seat is None:
            raise Problem("bad_format", "Say a status or a position.")
        return seat


class Leave(ApiView):
    @write_operation("leaveSeat", LeaveSeat, Seat, "Leave the table", status=200)
    def post(self, ask: Ask, seat_id: UUID) -> models.Seat:
        """After cashing out."""
        return seats.leave(ask.actor, seat_id, **ask.given)


def _shown(actor: Actor, night: models.Night) -> Told:
    return Told(select.night_view(actor, night.pk))
