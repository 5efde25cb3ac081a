"""Invites: secret links by which people come into a club, or claim the player they have been as a guest.

The secret is not kept. It follows from the invite's id and the server's own secret, so that the link and its QR code
can be shown again to whoever could make the invite; the database alone gives nobody away.
"""

import base64
from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from games.accounts.services import users
from games.clubs.services import members
from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import BadValue, Conflict, NotFound
from games.core.event_log import note_of_club
from games.core.ids import free_id
from games.core.permissions import May, allowed, may_not_give, member_for, outranks
from games.core.row_locks import lock_club, lock_nights
from games.models import Device, Entry, Invite, Member, Night, Player, Role
from games.play.services.secret_declarations import check_nothing_secret

DEFAULT_HOURS = 7 * 24
MOST_HOURS = 90 * 24
MOST_USES = 100
NOT_VALID = _("This invite is not valid, or not any more. Ask for a new one.")


def make_invite(
    actor: Actor,
    club_id: UUID,
    role: str = Role.PLAYER,
    player_id: UUID | None = None,
    hours: int = DEFAULT_HOURS,
    uses: int = 1,
    invite_id: UUID | None = None,
) -> Invite:
    """An invite with this role; with a player, for the person who that is, once.

    A scorekeeper invites the players at the table, an admin anybody up to their own role.
    """
    by = member_for(actor, May.INVITE_PLAYERS if player_id else May.MANAGE_MEMBERS, club=club_id)
    _check_may_give(by, role)
    if not 1 <= hours <= MOST_HOURS or not 1 <= uses <= MOST_USES:
        raise BadValue("An invite holds for 1 to {hours} hours and 1 to {uses} uses.", hours=MOST_HOURS, uses=MOST_USES)
    if player_id and (uses != 1 or role != Role.PLAYER):
        raise BadValue("Who claims a player is one person, with the role player.")
    with one_transaction():
        lock_club(club_id)
        now = timezone.now()
        player = _claimable(club_id, player_id) if player_id else None
        invite = Invite(id=free_id(Invite, invite_id, club_id), club=by.club, player=player, role=role, most_uses=uses)
        invite.made_by, invite.made_at, invite.expires_at = actor.user, now, now + timedelta(hours=hours)
        invite.token_hash = users.hash_of(token_of(invite))
        invite.save(force_insert=True)
        body = {"what": "made", "role": role, "uses": uses, "expires_at": invite.expires_at.isoformat()}
        _note(actor, invite, body, now)
    return invite


def revoke_invite(actor: Actor, invite_id: UUID) -> Invite:
    """The link is worthless from now on. A second time changes nothing."""
    invite = _own(actor, invite_id)
    with one_transaction():
        lock_club(invite.club_id)
        now = timezone.now()
        invite = Invite.objects.select_related("made_by").get(pk=invite_id)
        if invite.revoked_at is None:
            invite.revoked_at = now
            invite.save(update_fields=["revoked_at"])
            _note(actor, invite, {"what": "revoked"}, now)
    return invite


def token_for(actor: Actor, invite_id: UUID) -> str:
    """The secret of an invite that still holds, for whoever could make it. Raises Conflict for one that does not."""
    invite = _own(actor, invite_id)
    token = token_of(invite)
    if state_of(invite, timezone.now()) != "open" or users.hash_of(token) != invite.token_hash:
        raise Conflict("This invite does not hold any more: make a new one.")
    return token


def look_at(token: str) -> Invite:
    """What an invite is to, for whoever has it. Raises NotFound for any that does not hold, whatever the reason."""
    found = Invite.objects.filter(token_hash=users.hash_of(token)).select_related("club", "player").first()
    if found is None or state_of(found, timezone.now()) != "open":
        raise NotFound(NOT_VALID)
    return found


def accept(token: str, name: str, password: str, email: str | None, device_name: str) -> tuple[str, Device, Member]:
    """A new account, which is a member from then on, and its first device with the token that is shown this once."""
    user = users.new_account(name, password, email)
    look_at(token)
    with one_transaction():
        users.save_account(user)
        member = _enter(Actor(user), token)
        secret, device = users.add_device(user, device_name)
    return secret, device, member


def join(actor: Actor, token: str) -> Member:
    """Somebody who has an account becomes a member, or the player whom the invite is for."""
    look_at(token)
    with one_transaction():
        return _enter(actor, token)


def claim_player(actor: Actor, player_id: UUID) -> Player:
    """A member is this guest: as by an invite of their own making, for whoever may invite who plays.

    Raises Conflict as using one does. Body: `{"what": "claimed", "member"}`.
    """
    club_id = member_for(actor, May.INVITE_PLAYERS, club__players=player_id).club_id
    with one_transaction():
        _lock_for_claim(club_id)
        member = member_for(actor, May.INVITE_PLAYERS, club__players=player_id)
        player = _claim(member, player_id)
        body = {"what": "claimed", "member": str(member.pk)}
        note_of_club(actor, club_id, Entry.Kind.PLAYER, body, timezone.now(), player=player)
    return player


def may_claim(by: Member, player: Player) -> bool:
    """So that a page offers no more than is done."""
    return allowed(by, May.INVITE_PLAYERS) and not by.own_player and _is_guest(player)


def state_of(invite: Invite, now: datetime) -> str:
    if invite.revoked_at is not None:
        return "revoked"
    if invite.uses >= invite.most_uses:
        return "used"
    return "expired" if invite.expires_at <= now else "open"


def token_of(invite: Invite) -> str:
    digest = salted_hmac("tableside.invite", str(invite.pk), algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _enter(actor: Actor, token: str) -> Member:
    """Use an invite, of several at once only one its last."""
    found = look_at(token)
    if found.player_id:
        _lock_for_claim(found.club_id)
    else:
        lock_club(found.club_id)
    invite, now = look_at(token), timezone.now()
    member = Member.objects.filter(club=invite.club_id, user=actor.user, left_at=None).first()
    if member and not invite.player_id:
        raise Conflict("You are a member of this club already.")
    if member is None:
        member = members.join(actor, invite.club, actor.user, invite.role, now, invite=invite.pk)
    if invite.player_id:
        _claim(member, invite.player_id)
    invite.uses += 1
    invite.save(update_fields=["uses"])
    _note(actor, invite, {"what": "used", "member": str(member.pk)}, now)
    return member


def _lock_for_claim(club_id: UUID) -> None:
    """The open nights, as always first: whoever declares in a hand waits, or is waited for (`check_nothing_secret`)."""
    lock_nights(Night.objects.filter(club=club_id, status=Night.Status.OPEN))
    lock_club(club_id)


def _claim(member: Member, player_id: UUID) -> Player:
    """The guest is this member from now on."""
    if Player.objects.filter(member=member).exists():
        raise Conflict("You have a player in this club already; an admin can merge the two.")
    player = _claimable(member.club_id, player_id)
    check_nothing_secret(player)
    player.member = member
    player.save(update_fields=["member"])
    return player


def _claimable(club_id: UUID, player_id: UUID) -> Player:
    """A guest of the club. Raises NotFound, and Conflict for one who has an account or turned out to be another."""
    player = Player.objects.filter(pk=player_id, club=club_id).first()
    if player is None:
        raise NotFound("There is no such player in this club.")
    if not _is_guest(player):
        raise Conflict("This player is no guest any more.")
    return player


def _is_guest(player: Player) -> bool:
    return player.member_id is None and player.merged_into_id is None


def _own(actor: Actor, invite_id: UUID) -> Invite:
    """An invite of the actor's club that they could have made."""
    by = member_for(actor, May.INVITE_PLAYERS, club__invites=invite_id)
    invite = Invite.objects.select_related("club", "player").get(pk=invite_id)
    if not invite.player_id:
        by = member_for(actor, May.MANAGE_MEMBERS, club__invites=invite_id)
    _check_may_give(by, invite.role)
    return invite


def _check_may_give(by: Member, role: str) -> None:
    if role not in Role.values:
        raise BadValue("A role is one of {roles}.", roles=", ".join(Role.values))
    if not outranks(by, role):
        raise may_not_give(by, role)


def _note(actor: Actor, invite: Invite, body: dict[str, object], now: datetime) -> None:
    note_of_club(
        actor, invite.club_id, Entry.Kind.INVITE, {"invite": str(invite.pk), **body}, now, player=invite.player
    )
