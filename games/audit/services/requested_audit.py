"""An audit that somebody asks for: of all there is, done as other work of the outbox is."""

from uuid import UUID

from games.core import task_queue
from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import Conflict, NotFound
from games.core.permissions import May, member_for
from games.core.row_locks import lock_club
from games.models import Club, Task


def ask_for_audit(actor: Actor, club_id: UUID, task_id: UUID | None = None) -> Task:
    """By an owner of the club, or whoever runs the installation. Raises Conflict while one that was asked for waits."""
    club = _of_installation(club_id) if actor.user.is_superuser else member_for(actor, May.AUDIT, club=club_id).club
    with one_transaction():
        lock_club(club.pk)
        if Task.objects.filter(club=club, kind=Task.Kind.AUDIT, state__in=Task.WAITING).exists():
            raise Conflict("An audit is under way already.")
        return task_queue.write(actor, club, Task.Kind.AUDIT, {}, task_id)


def _of_installation(club_id: UUID) -> Club:
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        raise NotFound("There is no such club.")
    return club
