"""The order in which writers wait for each other: the night first, always. What it guards is read after.

Rows are locked with `no_key`: a foreign key that only refers to one need not wait (docs/accounting.md, Writing).
"""

from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import FilteredRelation, Q, QuerySet

from games.core.actor import Actor
from games.core.errors import Conflict
from games.core.permissions import May, permitted
from games.models import Club, Member, Night
from prepared.lookups import Prepared


def _locked(nights: QuerySet[Night]) -> QuerySet[Night]:
    """Each with its club, which is not locked."""
    return nights.select_related("club").select_for_update(of=("self",), no_key=True)


def lock_night(**which: UUID) -> Night:
    """The night, locked until the transaction ends: by `pk`, or by what belongs to it (`hands`, `seats`)."""
    ((path, of),) = which.items()
    night = _to_lock(path).first(of=of)
    if night is None:
        raise Night.DoesNotExist
    return night


@cache
def _to_lock(path: str) -> Prepared[Night]:
    return Prepared(lambda of: _locked(Night.objects.filter(**{path: of})), of=UUID)


def lock_open_night(**which: UUID) -> Night:
    """The same; raises Conflict where the night is closed."""
    return still_open(lock_night(**which))


def still_open(night: Night) -> Night:
    """Raises Conflict where the night is closed."""
    if night.status != Night.Status.OPEN:
        raise Conflict("This night is closed.")
    return night


def lock_night_for(actor: Actor, what: May, **which: UUID) -> tuple[Night, Member]:
    """The night, locked, and the actor's membership in its club, if that lets them do this. Raises as `member_for`.

    One statement where `member_for` and `lock_night` are two, for what is written at every turn of a hand. Who is no
    member waits for nobody.
    """
    ((path, of),) = which.items()
    night: Any = _to_lock_for_member(path).first(user=actor.user.pk, of=of)
    member = permitted(night and night.membership, what)
    member.club = night.club
    return night, member


@cache
def _to_lock_for_member(path: str) -> Prepared[Night]:
    def nights(user: UUID, of: UUID) -> QuerySet[Night]:
        theirs = Q(club__members__left_at=None, club__members__user=user)
        mine = Night.objects.annotate(membership=FilteredRelation("club__members", condition=theirs))
        mine = mine.filter(membership__user=user, **{path: of})
        # the stubs do not know a relation that is named only here
        return _locked(mine).select_related("membership__player")  # type: ignore[misc]

    return Prepared(nights, user=UUID, of=UUID)


def lock_nights(nights: QuerySet[Night]) -> list[Night]:
    """Several nights, each with its club: always in the order of their ids, so that nobody waits in a circle."""
    return list(_locked(nights).order_by("pk"))


def lock_club(club_id: UUID) -> Club:
    """One change of a club's people at a time: names and flags are then sure to be free.

    Whoever writes takes the time only then: what is of no night has no other order than that of its entries' times.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)
