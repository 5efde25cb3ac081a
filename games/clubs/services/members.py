"""Who belongs to a club, with which role, from when until when. Every change is an entry of the club."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import BadValue, Conflict, Money
from games.core.event_log import note_of_club
from games.core.permissions import May, may_not_change, may_not_give, member_for, outranks
from games.core.row_locks import lock_club
from games.models import Club, Entry, Member, Night, Player, Role, User
from games.money.services import parties


def join(
    actor: Actor,
    club: Club,
    user: User,
    role: str,
    now: datetime,
    *,
    is_arbiter: bool = False,
    member_id: UUID | None = None,
    invite: UUID | None = None,
) -> Member:
    """Make somebody a member; who was one before is the same member again. Whether it is allowed was asked before."""
    member = Member.objects.filter(club=club, user=user).first()
    if member is None:
        member = Member(id=member_id or uuid4(), club=club, user=user)
    member.role, member.is_arbiter = role, is_arbiter
    member.joined_at, member.left_at = now, None
    member.save()
    body = {"what": "joined", "role": role, "is_arbiter": is_arbiter, "user": str(user.pk)}
    _note(actor, member, body | ({"invite": str(invite)} if invite else {}), now)
    return member


def change_member(actor: Actor, member_id: UUID, role: str | None = None, is_arbiter: bool | None = None) -> Member:
    """Another role, or the arbiter's flag given or taken. Nobody gives or takes a role above their own.

    Raises Conflict where a club would lose its last owner, or have a second arbiter.
    """
    by = member_for(actor, May.MANAGE_MEMBERS, club__members=member_id)
    if role is not None and role not in Role.values:
        raise BadValue("A role is one of {roles}.", roles=", ".join(Role.values))
    with one_transaction():
        member = _locked(by.club_id, member_id)
        _check_rank(by, member)
        changes: dict[str, Any] = {}
        if role is not None and role != member.role:
            if not outranks(by, role):
                raise may_not_give(by, role)
            _check_not_last_owner(member)
            changes["role"] = {"before": member.role, "after": role}
            member.role = role
        if is_arbiter is not None and is_arbiter != member.is_arbiter:
            if is_arbiter and Member.objects.filter(club=by.club_id, is_arbiter=True).exists():
                raise Conflict("The club has an arbiter already.")
            changes["is_arbiter"] = {"before": member.is_arbiter, "after": is_arbiter}
            member.is_arbiter = is_arbiter
        if changes:
            member.save(update_fields=list(changes))
            _note(actor, member, {"what": "changed", **changes}, timezone.now())
    return member


def remove_member(actor: Actor, member_id: UUID, *, unsettled: bool = False) -> Member:
    """Somebody is no member any more. What they did stays in their name, and their player stays as a guest.

    Raises Conflict for the last owner, and for who holds the cash box of an open night. What the member owes or is
    owed stays with their player or box; it is a Conflict too, unless the caller accepts it by `unsettled`.
    """
    by = member_for(actor, May.MANAGE_MEMBERS, club__members=member_id)
    with one_transaction():
        member = _locked(by.club_id, member_id)
        _check_rank(by, member)
        return _end(actor, member, "removed", unsettled)


def leave_club(actor: Actor, club_id: UUID, *, unsettled: bool = False) -> Member:
    """Oneself. Raises Conflict as `remove_member` does."""
    by = member_for(actor, May.SEE, club=club_id)
    with one_transaction():
        return _end(actor, _locked(club_id, by.pk), "left", unsettled)


def _end(actor: Actor, member: Member, what: str, accepted: bool) -> Member:
    _check_not_last_owner(member)
    if Night.objects.filter(box_holder=member, status=Night.Status.OPEN).exists():
        raise Conflict("This member holds the cash box of an open night: close it first.")
    if not accepted:
        _check_settled(member)
    now = timezone.now()
    member.left_at, member.is_arbiter = now, False
    member.save(update_fields=["left_at", "is_arbiter"])
    player = Player.objects.filter(member=member).first()
    if player:
        player.member = None
        player.save(update_fields=["member"])
    _note(actor, member, {"what": what, "player": str(player.pk) if player else None}, now)
    return member


def _locked(club_id: UUID, member_id: UUID) -> Member:
    """The member, whom nobody else changes meanwhile. Raises Conflict for who has left."""
    lock_club(club_id)
    member = Member.objects.select_related("user", "club").get(pk=member_id)
    if member.left_at is not None:
        raise Conflict("This member has left the club.")
    return member


def _check_rank(by: Member, member: Member) -> None:
    if not outranks(by, member.role):
        raise may_not_change(by, member)


def _check_not_last_owner(member: Member) -> None:
    if member.role != Role.OWNER:
        return
    others = Member.objects.filter(club=member.club_id, role=Role.OWNER, left_at=None).exclude(pk=member.pk)
    if not others.exists():
        raise Conflict("A club keeps its last owner: make somebody else an owner first.")


def _check_settled(member: Member) -> None:
    """Raises Conflict where the member owes money, or is owed some; `unsettled` names it by currency."""
    left = parties.unsettled_of(member.club, [member]).get(member.pk, {})
    for currency, amount in left.items():
        said = "{name} still owes {sum}." if amount < 0 else "{name} is still owed {sum}."
        sum = Money(abs(amount), currency, member.club)
        raise Conflict(said, name=member.user.name, sum=sum, unsettled=left)


def _note(actor: Actor, member: Member, body: dict[str, Any], now: datetime) -> None:
    note_of_club(actor, member.club_id, Entry.Kind.MEMBER, {"member": str(member.pk), **body}, now)
