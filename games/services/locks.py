"""The order in which writers wait for each other: the night first, always. What it guards is read after.

Rows are locked with `no_key`: a foreign key that only refers to one need not wait (docs/accounting.md, Writing).
"""

from functools import cache
from uuid import UUID

from django.db.models import QuerySet

from games.models import Club, Night
from games.models.prepared import Prepared
from games.services.errors import Conflict


def lock_night(**which: UUID) -> Night:
    """The night, locked until the transaction ends: by `pk`, or by what belongs to it (`hands`, `seats`)."""
    ((path, of),) = which.items()
    night = _to_lock(path).first(of=of)
    if night is None:
        raise Night.DoesNotExist
    return night


@cache
def _to_lock(path: str) -> Prepared[Night]:
    nights = Night.objects.select_related("club").select_for_update(of=("self",), no_key=True)
    return Prepared(lambda of: nights.filter(**{path: of}), of=UUID)


def lock_open_night(**which: UUID) -> Night:
    """The same; raises Conflict where the night is closed."""
    night = lock_night(**which)
    if night.status != Night.Status.OPEN:
        raise Conflict("This night is closed.")
    return night


def lock_nights(nights: QuerySet[Night]) -> list[Night]:
    """Several nights, each with its club: always in the order of their ids, so that nobody waits in a circle."""
    rows = nights.select_related("club").select_for_update(of=("self",), no_key=True)
    return list(rows.order_by("pk"))


def lock_club(club_id: UUID) -> Club:
    """One change of a club's people at a time: names and flags are then sure to be free.

    Whoever writes takes the time only then: what is of no night has no other order than that of its entries' times.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)
