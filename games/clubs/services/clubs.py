"""Clubs, their members, and who may sit at their tables."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.utils import timezone

from games.accounts.services.users import by_login
from games.clubs.services import members
from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import BadValue, Conflict, NotFound
from games.core.event_log import note_of_club
from games.core.ids import free_id
from games.core.permissions import May, may_not_give, member_for, outranks
from games.core.row_locks import lock_club, lock_nights
from games.core.unicode_names import key_of
from games.core.validators import currency_of, locale_of, name_of, time_zone_of, way_of
from games.models import Bearers, Club, Entry, Member, Night, Player, Role, User, Way
from games.money.services import night_accounts
from games.settlement.services import offsets

MOST_DISPUTE_DAYS = 365
DECIDING_ROLES = (Role.SCOREKEEPER, Role.ADMIN, Role.OWNER)


def create_club(
    actor: Actor,
    name: str,
    currency: str,
    time_zone: str,
    default_way: str = Way.ACCOUNT,
    club_id: UUID | None = None,
) -> Club:
    """A new club with its ledger book; whoever makes it is its owner. Raises Conflict where the id is taken."""
    name, currency, time_zone = name_of(name), currency_of(currency), time_zone_of(time_zone)
    way = way_of(default_way)
    now = timezone.now()
    with one_transaction():
        club = Club.objects.create(
            id=free_id(Club, club_id, None),
            name=name,
            book=night_accounts.open_book(),
            currency=currency,
            time_zone=time_zone,
            default_way=way,
            made_at=now,
        )
        members.join(actor, club, actor.user, Role.OWNER, now)
    return club


def change_club(actor: Actor, club_id: UUID, **given: Any) -> Club:
    """Other settings of a club, by their names in `Club`: what is not given, or None, stays.

    Without `hands_by_link` the links that were given to people outside are dead. Raises BadValue.
    """
    member_for(actor, May.CHANGE_CLUB, club=club_id)
    changes = {name: _SETTINGS[name](value) for name, value in given.items() if value is not None}
    with one_transaction():
        nights = _released(club_id) if changes.get("holds_back_disputed") is False else []
        club, now = lock_club(club_id), timezone.now()
        for field, value in changes.items():
            setattr(club, field, value)
        club.save(update_fields=list(changes))
        note_of_club(actor, club.pk, Entry.Kind.CLUB, changes, now)
        if nights:
            offsets.offset_opposites(actor, club, nights, now)
    return club


def _released(club_id: UUID) -> list[Night]:
    """The locked nights of what may be offset once nothing is held back any more."""
    return lock_nights(Night.objects.filter(offsets.nights_to_lock(Club.objects.get(pk=club_id))))


def _deciding_role(role: str) -> str:
    if role not in DECIDING_ROLES:
        raise BadValue("Differences are decided by {roles} and above.", roles=", ".join(DECIDING_ROLES))
    return role


def _dispute_days(days: int) -> int:
    if not 1 <= days <= MOST_DISPUTE_DAYS:
        raise BadValue("A dispute has 1 to {most} days.", most=MOST_DISPUTE_DAYS)
    return days


def _bearers(word: str) -> str:
    if word not in Bearers.values:
        raise BadValue("Expenses are borne by one of {bearers}.", bearers=", ".join(Bearers.values))
    return word


def add_member(
    actor: Actor,
    club_id: UUID,
    login: str,
    role: str = Role.PLAYER,
    is_arbiter: bool = False,
    member_id: UUID | None = None,
) -> Member:
    """Take a person with an account, by name or e-mail, into the club. Nobody gives a role above their own."""
    by = member_for(actor, May.MANAGE_MEMBERS, club=club_id)
    if role not in Role.values:
        raise BadValue("A role is one of {roles}.", roles=", ".join(Role.values))
    if not outranks(by, role):
        raise may_not_give(by, role)
    with one_transaction():
        lock_club(club_id)
        user = User.objects.filter(by_login(login), is_active=True).first()
        if user is None:
            raise NotFound("There is no account with this name or e-mail address.")
        if Member.objects.filter(club=club_id, user=user, left_at=None).exists():
            raise Conflict("This person is a member already.")
        member_id = free_id(Member, member_id, club_id)
        if is_arbiter and Member.objects.filter(club=club_id, is_arbiter=True).exists():
            raise Conflict("The club has an arbiter already.")
        return members.join(actor, by.club, user, role, timezone.now(), is_arbiter=is_arbiter, member_id=member_id)


def add_player(
    actor: Actor, club_id: UUID, name: str, member_id: UUID | None = None, player_id: UUID | None = None
) -> Player:
    """Somebody who sits at the table; without a member, a guest. Raises Conflict where the name is taken.

    Body: `{"what": "added", "name", "member"}`.
    """
    by = member_for(actor, May.KEEP_SCORE, club=club_id)
    name = name_of(name)
    with one_transaction():
        lock_club(club_id)
        now = timezone.now()
        _check_name_free(club_id, name)
        player_id = free_id(Player, player_id, club_id)
        member = _free_member(club_id, member_id) if member_id else None
        player = Player.objects.create(id=player_id, club=by.club, name=name, member=member, made_at=now)
        body = {"what": "added", "name": name, "member": str(member.pk) if member else None}
        note_of_club(actor, club_id, Entry.Kind.PLAYER, body, now, player=player)
    return player


def rename_player(actor: Actor, player_id: UUID, name: str) -> Player:
    """Another display name; hands keep the player's id, so that nothing of the past changes.

    Body: `{"what": "renamed", "name", "former_name"}`. The same name once more is no entry.
    """
    by = member_for(actor, May.KEEP_SCORE, club__players=player_id)
    name = name_of(name)
    with one_transaction():
        lock_club(by.club_id)
        _check_name_free(by.club_id, name, but=player_id)
        player = Player.objects.get(pk=player_id)
        if name != player.name:
            body = {"what": "renamed", "name": name, "former_name": player.name}
            player.name = name
            player.save(update_fields=["name"])
            note_of_club(actor, by.club_id, Entry.Kind.PLAYER, body, timezone.now(), player=player)
    return player


def _check_name_free(club_id: UUID, name: str, but: UUID | None = None) -> None:
    """Raises Conflict where another player of the club has the name, or one that people would take for it."""
    key = key_of(name)
    for player, other in Player.objects.filter(club=club_id).values_list("pk", "name"):
        if player != but and key_of(other) == key:
            raise Conflict("There is a player called {name} in this club: take a name that differs more.", name=other)


def _free_member(club_id: UUID, member_id: UUID) -> Member:
    member = Member.objects.filter(pk=member_id, club=club_id, left_at=None).select_related("player").first()
    if member is None:
        raise NotFound("There is no such member in this club.")
    if member.own_player:
        raise Conflict("This member is a player already.")
    return member


# How each setting is checked, and what is kept of it.
_SETTINGS: dict[str, Callable[[Any], Any]] = {
    "name": name_of,
    "locale": locale_of,
    "default_way": way_of,
    "differences_by": _deciding_role,
    "dispute_days": _dispute_days,
    "arbiter_may_play": bool,
    "holds_back_disputed": bool,
    "hands_by_link": bool,
    "expenses_by": _bearers,
}
