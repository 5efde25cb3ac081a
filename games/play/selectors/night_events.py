"""What happened in a night, numbered: its entries as events, for those who look on.

An event is never changed, so it reads the same for every member and at every time.
"""

from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import Max

from games.core.actor import Actor
from games.core.permissions import May, member_for
from games.models import Device, Dispute, Entry, Member
from games.play.selectors.disclosure import told_body
from prepared.lookups import Prepared

_FIELDS = ("id", "told", "kind", "body", "secret", "ends", "reveals", "number", "hand_id", "player_id", "at")


def may_listen(actor: Actor, night_id: UUID) -> None:
    """Raises NotFound to whoever is no member of the night's club."""
    member_for(actor, May.SEE, club__nights=night_id)


def last_told(night_id: UUID) -> int:
    """The number of the night's last event, 0 before the first."""
    return _told(night_id).aggregate(last=Max("told"))["last"] or 0


def last_told_of(dispute_id: UUID) -> int:
    """The same of the night that a dispute is of; 0 where it is of none."""
    night = Dispute.objects.filter(pk=dispute_id).values_list("night", flat=True).first()
    return last_told(night) if night else 0


def events_after(night_id: UUID, after: int, most: int) -> list[dict[str, Any]]:
    """The events that follow a number, in order; who may see them is asked before (`may_listen`).

    number, kind, hand (id, or null), version (of the hand, with this), ended (whether the hand was over with it),
    reveals (whether with it all had declared), player, entry (ids), created_at, and `body`: what was entered.
    """
    return [_event(entry) for entry in _following(most).rows(night=night_id, after=after)]


def who_may_still(listening: set[tuple[UUID, UUID]], devices: set[UUID]) -> tuple[set[tuple[UUID, UUID]], set[UUID]]:
    """Of pairs of night and user those who still may look on, and of devices those that still speak for somebody."""
    nights, users = {night for night, _ in listening}, {user for _, user in listening}
    members = Member.objects.filter(club__nights__in=nights, user__in=users, user__is_active=True, left_at=None)
    able = set(members.values_list("club__nights", "user"))
    alive = Device.objects.filter(pk__in=devices, revoked_at=None).values_list("pk", flat=True)
    return listening & able, set(alive) if devices else set()


@cache
def _following(most: int) -> "Prepared[Entry]":
    """For each of the few lengths that somebody reads at once: how many is a part of the statement."""
    return Prepared(
        lambda night, after: _told(night).filter(told__gt=after).order_by("told").only(*_FIELDS)[:most],
        night=UUID,
        after=int,
    )


def _told(night_id: UUID) -> Any:
    return Entry.objects.filter(night=night_id, told__isnull=False)


def _event(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.told,
        "kind": entry.kind,
        "hand": str(entry.hand_id) if entry.hand_id else None,
        "version": entry.number,
        "ended": entry.ends,
        "reveals": entry.reveals,
        "player": str(entry.player_id) if entry.player_id else None,
        "entry": str(entry.pk),
        "created_at": entry.at,
        "body": told_body(entry),
    }
