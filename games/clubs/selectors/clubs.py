"""Clubs and their people, as far as the actor's own clubs go."""

from uuid import UUID

from django.db.models import IntegerField, QuerySet, Value
from django.db.models.functions import Coalesce

from games.core.actor import Actor
from games.core.permissions import May, member_for, member_of
from games.models import Club, Device, Entry, Member, Player, Seat
from games.nights.services.seats import MOST_SEATS


def clubs_of(actor: Actor) -> QuerySet[Club]:
    return Club.objects.filter(**member_of("", actor)).order_by("name", "id")


def club(actor: Actor, club_id: UUID) -> Club:
    """Raises NotFound for another's club."""
    return member_for(actor, May.SEE, club=club_id).club


def members_of(actor: Actor, club_id: UUID) -> QuerySet[Member]:
    member_for(actor, May.SEE, club=club_id)
    return (
        Member.objects.filter(club=club_id, left_at=None).select_related("user", "player").order_by("joined_at", "id")
    )


def players_of(actor: Actor, club_id: UUID) -> QuerySet[Player]:
    member_for(actor, May.SEE, club=club_id)
    return Player.objects.filter(club=club_id).order_by("name", "id")


def entries_of(actor: Actor, club_id: UUID) -> QuerySet[Entry]:
    """What was entered beside the steps of hands, which have logs of their own, and secrets in them.

    What nights repeat of the club's entries is left out.
    """
    member_for(actor, May.SEE, club=club_id)
    found = Entry.objects.filter(club=club_id, number=None).exclude(body__has_key="of_club")
    return found.select_related("by", "device").order_by("-at", "-id")


def player(actor: Actor, player_id: UUID) -> Player:
    member_for(actor, May.SEE, club__players=player_id)
    return Player.objects.get(pk=player_id)


def seats_of(actor: Actor, night_id: UUID) -> QuerySet[Seat]:
    """The seats of a night, clockwise, who left last."""
    member_for(actor, May.SEE, club__nights=night_id)
    # a page goes on from a value, which who has left has none of
    place = Coalesce("position", Value(MOST_SEATS), output_field=IntegerField())
    seats = Seat.objects.filter(night=night_id).select_related("player")
    return seats.annotate(place=place).order_by("place", "id")


def devices_of(actor: Actor) -> QuerySet[Device]:
    return Device.objects.filter(user=actor.user).order_by("-made_at", "id")
