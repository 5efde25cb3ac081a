"""Who may do what: one table, asked by every service before it does anything."""

from enum import StrEnum
from functools import cache
from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.core.actor import Actor
from games.core.errors import Forbidden, NotFound
from games.models import Member, Night, Role
from games.models.words import word
from prepared.lookups import Prepared


class May(StrEnum):
    SEE = _("see")
    DECLARE_FOR_SELF = _("declare for oneself")
    KEEP_SCORE = _("keep score")
    CORRECT_HAND = _("correct a finished hand")
    MANAGE_MEMBERS = _("manage members")
    INVITE_PLAYERS = _("invite who plays")
    CLOSE_NIGHT = _("close a night")
    REOPEN_NIGHT = _("reopen a night")
    DECIDE_DIFFERENCE = _("decide who bears a difference")
    ASK_FOR_CHIPS = _("ask for chips")
    SETTLE = _("make a settlement")
    PAY = _("record a payment of one's own")
    SPEAK_FOR_CLUB = _("pay and receive for the club")
    CHANGE_CLUB = _("change the club's settings")
    MERGE_PLAYERS = _("merge players")
    EXPORT_CLUB = _("take out all that the club has")
    DISPUTE = _("dispute what concerns them")
    END_DISPUTE = _("uphold or reject a dispute")
    RULE = _("rule on a hand")
    JUDGE_OWN_CASE = _("end a dispute of their own")
    COME_TO_DESK = _("come to the desk")
    AUDIT = _("start an audit")


_RANK = {Role.PLAYER: 0, Role.SCOREKEEPER: 1, Role.ADMIN: 2, Role.OWNER: 3}

LOWEST_ROLE = {
    May.SEE: Role.PLAYER,
    May.DECLARE_FOR_SELF: Role.PLAYER,
    May.KEEP_SCORE: Role.SCOREKEEPER,
    May.CORRECT_HAND: Role.ADMIN,
    May.CLOSE_NIGHT: Role.SCOREKEEPER,
    May.REOPEN_NIGHT: Role.ADMIN,
    May.DECIDE_DIFFERENCE: Role.SCOREKEEPER,  # or above, where the club says so
    May.ASK_FOR_CHIPS: Role.PLAYER,
    May.SETTLE: Role.SCOREKEEPER,
    May.PAY: Role.PLAYER,
    May.SPEAK_FOR_CLUB: Role.ADMIN,
    May.CHANGE_CLUB: Role.ADMIN,
    May.MERGE_PLAYERS: Role.ADMIN,
    May.MANAGE_MEMBERS: Role.ADMIN,
    May.INVITE_PLAYERS: Role.SCOREKEEPER,
    May.EXPORT_CLUB: Role.OWNER,
    May.DISPUTE: Role.PLAYER,
    May.END_DISPUTE: Role.ADMIN,
    May.JUDGE_OWN_CASE: Role.OWNER,
    May.RULE: Role.OWNER,  # where the arbiter was dealt in, or there is none
    May.COME_TO_DESK: Role.ADMIN,
    May.AUDIT: Role.OWNER,
}
# Whatever role they have.
OF_THE_ARBITER = frozenset({May.END_DISPUTE, May.RULE, May.COME_TO_DESK})


def allowed(member: Member, what: May) -> bool:
    if member.is_arbiter and what in OF_THE_ARBITER:
        return True
    lowest = _RANK[LOWEST_ROLE[what]]
    if what is May.DECIDE_DIFFERENCE:
        lowest = max(lowest, _RANK[Role(member.club.differences_by)])
    return _RANK[Role(member.role)] >= lowest


def member_for(actor: Actor, what: May, **owner: UUID) -> Member:
    """The actor's membership in the club that owns the thing, if it lets them do this.

    `owner` is one look-up from a member: `club=…`, `club__nights=…`, `club__nights__hands=…`.
    Raises NotFound to whom the club is not theirs, as if the thing were not there; Forbidden to its members.
    """
    ((path, of),) = owner.items()
    return permitted(_membership(path).first(user=actor.user.pk, of=of), what)


def the_night(actor: Actor, night_id: UUID) -> Night:
    """Return a night of the actor's clubs, with its club. Raises NotFound."""
    member_for(actor, May.SEE, club__nights=night_id)
    return Night.objects.select_related("club", "box_holder__user").get(pk=night_id)


def permitted(member: Member | None, what: May) -> Member:
    """The membership that was looked up, if there is one and it lets them do this. Raises as `member_for`."""
    if member is None:
        raise NotFound("There is no such thing in your clubs.")
    if not allowed(member, what):
        raise may_not(member, what)
    return member


def may_not(member: Member, what: May) -> Forbidden:
    return Forbidden("A member with the role {role} may not {what}.", role=word(member.role), what=gettext(what))


def may_not_give(by: Member, role: str) -> Forbidden:
    return Forbidden("A member with the role {mine} may not give the role {role}.", mine=word(by.role), role=word(role))


def may_not_change(by: Member, other: Member) -> Forbidden:
    return Forbidden(
        "A member with the role {mine} may not change one with the role {role}.",
        mine=word(by.role),
        role=word(other.role),
    )


@cache
def _membership(path: str) -> Prepared[Member]:
    """A user's membership of the club to which something belongs."""
    members = Member.objects.filter(left_at=None).select_related("club", "player")
    return Prepared(lambda user, of: members.filter(user=user, **{path: of})[:1], user=UUID, of=UUID)


def memberships(actor: Actor, what: May) -> list[Member]:
    """Those of the actor's memberships that let them do this, each with its club. One query."""
    mine = Member.objects.filter(user=actor.user, left_at=None).select_related("club", "player")
    return [member for member in mine if allowed(member, what)]


def runs_the_installation(actor: Actor) -> None:
    """Raises Forbidden for everybody but whoever set this installation up, or was given the same rights there."""
    if not actor.user.is_superuser:
        raise Forbidden("Only who runs this installation may do that.")


def member_of(club: str, actor: Actor) -> dict[str, Any]:
    """For `filter`: what belongs to a club of the actor. `club` is the look-up to the club, empty for clubs themselves.

    Both conditions are of the same membership: who has left is no member.
    """
    members = f"{club}__members" if club else "members"
    return {f"{members}__user": actor.user, f"{members}__left_at": None}


def outranks(member: Member, role: str) -> bool:
    """Whether a member may give or take a role: only one that does not stand above their own."""
    return _RANK[Role(member.role)] >= _RANK[Role(role)]
