"""Who may do what: one table, asked by every service before it does anything."""

from enum import StrEnum
from uuid import UUID

from games.models import Member, Role
from games.services.actor import Actor
from games.services.errors import Forbidden, NotFound


class May(StrEnum):
    SEE = "see"
    DECLARE_FOR_SELF = "declare for oneself"
    KEEP_SCORE = "keep score"
    MANAGE_MEMBERS = "manage members"
    CLOSE_NIGHT = "close a night"


_RANK = {Role.PLAYER: 0, Role.SCOREKEEPER: 1, Role.ADMIN: 2, Role.OWNER: 3}

LOWEST_ROLE = {
    May.SEE: Role.PLAYER,
    May.DECLARE_FOR_SELF: Role.PLAYER,
    May.KEEP_SCORE: Role.SCOREKEEPER,
    May.CLOSE_NIGHT: Role.SCOREKEEPER,
    May.MANAGE_MEMBERS: Role.ADMIN,
}


def allowed(member: Member, what: May) -> bool:
    return _RANK[Role(member.role)] >= _RANK[LOWEST_ROLE[what]]


def member_for(actor: Actor, what: May, **owner: UUID) -> Member:
    """The actor's membership in the club that owns the thing, if it lets them do this.

    `owner` is one look-up from a member: `club=…`, `club__nights=…`, `club__nights__hands=…`.
    Raises NotFound to whom the club is not theirs, as if the thing were not there; Forbidden to its members.
    """
    member = Member.objects.filter(user=actor.user, **owner).select_related("club", "player").first()
    if member is None:
        raise NotFound("There is no such thing in your clubs.")
    if not allowed(member, what):
        raise Forbidden(f"A {member.role} may not {what}.")
    return member


def outranks(member: Member, role: str) -> bool:
    """Whether a member may give or take a role: only one that does not stand above their own."""
    return _RANK[Role(member.role)] >= _RANK[Role(role)]
