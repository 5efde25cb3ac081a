"""What is written about a club and its people."""

from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

from games.clubs.pages.clubs import ADDING
from games.clubs.selectors import clubs as select
from games.clubs.services import clubs, invites, members, player_merge
from games.core.actor import Actor
from games.core.formatting import writer_of
from games.core.pages.form_fields import Amount, id_of, number_of
from games.core.pages.form_view import write
from games.models import Role
from games.nights.services import nights
from games.settlement.services import settlements

# A box that is not ticked is not sent: it is off.
TICKED = ("hands_by_link", "holds_back_disputed", "arbiter_may_play")


@write
def found_club(request: HttpRequest, actor: Actor) -> str:
    given = request.POST
    club = clubs.create_club(actor, given.get("club", ""), given.get("currency", ""), given.get("time_zone", ""))
    return reverse("club-page", args=[club.pk])


@write
def start_night(request: HttpRequest, actor: Actor, club_id: UUID) -> str:
    club = select.club(actor, club_id)
    chip = Amount(writer_of(club, club.currency)).read(request.POST.get("chip", ""))
    night = nights.open_night(actor, club_id, request.POST.get("name", ""), chip)
    return reverse("night-seating", args=[night.pk])


@write
def change_club(request: HttpRequest, actor: Actor, club_id: UUID) -> str:
    given = request.POST
    clubs.change_club(
        actor,
        club_id,
        name=given.get("name"),
        default_way=given.get("default_way"),
        differences_by=given.get("differences_by"),
        expenses_by=given.get("expenses_by"),
        locale=given.get("locale"),
        dispute_days=number_of(given.get("dispute_days", "")),
        **{name: given.get(name) == "yes" for name in TICKED},
    )
    return reverse("club-page", args=[club_id])


@write
def settle_club(request: HttpRequest, actor: Actor, club_id: UUID) -> str:
    settlement = settlements.settle_club(actor, club_id, request.POST.get("currency"))
    return reverse("stored-settlement", args=[settlement.pk])


@write
def add_member(request: HttpRequest, actor: Actor, club_id: UUID) -> str:
    clubs.add_member(actor, club_id, request.POST.get("login", ""), request.POST.get("role", Role.PLAYER))
    return _people(club_id)


@write
def change_member(request: HttpRequest, actor: Actor, member_id: UUID) -> str:
    """Role and the arbiter's flag are one form: a box that is not ticked is not sent."""
    is_arbiter = request.POST.get("is_arbiter") == "yes"
    return _people(members.change_member(actor, member_id, request.POST.get("role"), is_arbiter).club_id)


@write
def remove_member(request: HttpRequest, actor: Actor, member_id: UUID) -> str:
    return _people(members.remove_member(actor, member_id, unsettled=_accepted(request)).club_id)


@write
def leave_club(request: HttpRequest, actor: Actor, club_id: UUID) -> str:
    members.leave_club(actor, club_id, unsettled=_accepted(request))
    return reverse("front")


@write
def invite(request: HttpRequest, actor: Actor, club_id: UUID) -> str:
    """For so many people with a role; or, with a player, for the one who that is."""
    given = request.POST
    player = id_of(given["player"]) if given.get("player") else None
    uses = number_of(given.get("uses", "1"))
    made = invites.make_invite(actor, club_id, given.get("role", Role.PLAYER), player, uses=uses)
    return reverse("invite-page", args=[made.pk])


@write
def revoke_invite(_request: HttpRequest, actor: Actor, invite_id: UUID) -> str:
    return _people(invites.revoke_invite(actor, invite_id).club_id)


@write
def add_player(request: HttpRequest, actor: Actor, club_id: UUID) -> str:
    """Who has one name to add has often more: the form is open again, and empty."""
    clubs.add_player(actor, club_id, request.POST.get("name", ""))
    return f"{_people(club_id)}?{ADDING}"


@write
def rename_player(request: HttpRequest, actor: Actor, player_id: UUID) -> str:
    return _people(clubs.rename_player(actor, player_id, request.POST.get("name", "")).club_id)


@write
def claim_player(_request: HttpRequest, actor: Actor, player_id: UUID) -> str:
    """The guest is who says so."""
    return reverse("player-page", args=[invites.claim_player(actor, player_id).pk])


@write
def merge_players(request: HttpRequest, actor: Actor, player_id: UUID) -> str:
    """This player turned out to be another one."""
    survivor = id_of(request.POST.get("into", ""))
    return _people(player_merge.merge_players(actor, player_id, survivor, request.POST.get("reason", "")).club_id)


def _people(club_id: UUID) -> str:
    return reverse("club-people", args=[club_id])


def _accepted(request: HttpRequest) -> bool:
    """Whether the form says that what is unsettled may stay so."""
    return request.POST.get("unsettled") == "yes"
