"""Invites as those see them who could make them, and as those do who hold one."""

from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet
from django.utils import timezone

from games.core.actor import Actor
from games.core.permissions import May, allowed, member_for
from games.models import Invite


def invites_of(actor: Actor, club_id: UUID) -> QuerySet[Invite]:
    """Newest first. Who invites players only sees only the invites of players."""
    by = member_for(actor, May.INVITE_PLAYERS, club=club_id)
    found = Invite.objects.filter(club=club_id).select_related("made_by").order_by("-made_at", "id")
    return found if allowed(by, May.MANAGE_MEMBERS) else found.filter(player__isnull=False)


def open_invites(actor: Actor, club_id: UUID) -> QuerySet[Invite]:
    """Those of `invites_of` that still hold."""
    found = invites_of(actor, club_id).filter(revoked_at=None, expires_at__gt=timezone.now())
    return found.filter(uses__lt=F("most_uses")).select_related("player")


def invite_for(actor: Actor, invite_id: UUID) -> Invite:
    """One that the actor could have made, whether it holds or not. Raises NotFound, Forbidden."""
    member_for(actor, May.INVITE_PLAYERS, club__invites=invite_id)
    invite = Invite.objects.select_related("club", "player").get(pk=invite_id)
    if not invite.player_id:
        member_for(actor, May.MANAGE_MEMBERS, club__invites=invite_id)
    return invite


def invitation(invite: Invite) -> dict[str, Any]:
    """No more than a stranger with the link needs to know what it is."""
    return {
        "club": invite.club.name,
        "role": invite.role,
        "player": invite.player.name if invite.player else None,
        "expires_at": invite.expires_at,
    }
