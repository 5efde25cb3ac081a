"""Writing down what somebody entered."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models.expressions import RawSQL

from games.core.actor import Actor
from games.core.atomic import link, tells
from games.core.audit_payload import entry_body
from games.core.ids import free_id
from games.core.table_state import last_hand_number
from games.models import Club, Entry, Hand, Night, Player
from prepared.rows import insert

_NEXT_TOLD = "SELECT COALESCE(MAX(told), 0) + %s FROM games_entry WHERE night_id = %s"
_NUMBER = Entry._meta.get_field("told")


def note(
    actor: Actor,
    night: Night,
    kind: str,
    body: Mapping[str, Any],
    now: datetime,
    *,
    player: Player | None = None,
    hand: Hand | None = None,
    entry_id: UUID | None = None,
) -> Entry:
    """An entry of a night that is no step of a hand, though it may concern one. Raises Conflict for a taken id.

    `after_hand` in its body is the number of the night's last hand: what was counted then rests on that hand.
    """
    body = {**body, "after_hand": last_hand_number(night)}
    book = night.club.book
    return _note(actor, night.club_id, book, kind, body, now, entry_id, night_id=night.pk, hand=hand, player=player)


def note_of_club(
    actor: Actor,
    club_id: UUID,
    kind: str,
    body: Mapping[str, Any],
    now: datetime,
    *,
    night_id: UUID | None = None,
    player: Player | None = None,
    entry_id: UUID | None = None,
) -> Entry:
    """An entry on which no hand of a night rests: a settlement, a payment, a setting.

    A night that is named must be locked: its entries are numbered in the order in which they are committed.
    """
    book = Club.objects.values_list("book", flat=True).get(pk=club_id)
    return _note(actor, club_id, book, kind, dict(body), now, entry_id, night_id=night_id, player=player)


def _note(
    actor: Actor,
    club_id: UUID,
    book: UUID,
    kind: str,
    body: dict[str, Any],
    now: datetime,
    entry_id: UUID | None,
    *,
    night_id: UUID | None,
    **about: Any,
) -> Entry:
    id = free_id(Entry, entry_id, club_id)
    if night_id:
        tells(night_id)
    entry = Entry(
        id=id,
        club_id=club_id,
        night_id=night_id,
        kind=kind,
        body=body,
        told=next_told(night_id) if night_id else None,
        by=actor.user,
        device=actor.device,
        at=now,
        phone_at=actor.phone_at,
        **about,
    )
    insert([entry])
    _chain(book, [entry])
    return entry


def next_told(night_id: UUID, ahead: int = 1) -> RawSQL:
    """The number of a night's next event (or one further ahead), worked out as the entry is inserted.

    It costs no query, and holds because the writers of a night wait for each other.
    """
    key = Entry._meta.pk.get_db_prep_value(night_id, connection)
    return RawSQL(_NEXT_TOLD, (ahead, key), _NUMBER)  # noqa: S611  nothing in it came from outside


def first_entry(actor: Actor, night: Night, hand: Hand, now: datetime) -> Entry:
    """The first line of a hand's log, not yet saved: its set-up, so that the log alone tells the hand."""
    assert hand.set_up is not None
    return _line(actor, night, hand, 0, Entry.Kind.DEAL, hand.set_up, now)


def next_entry(
    actor: Actor, night: Night, hand: Hand, kind: str, body: Mapping[str, Any], now: datetime, **marks: Any
) -> Entry:
    """The next step in a hand's log, not yet saved; the hand's version moves on to it."""
    hand.version += 1
    return _line(actor, night, hand, hand.version, kind, body, now, **marks)


def keep_steps(entries: list[Entry]) -> None:
    """Save steps of a hand that were entered together, in one statement: each sees only what was there before it."""
    night = entries[0].night
    assert night is not None
    for ahead, entry in enumerate(entries, 1):
        entry.told = next_told(night.pk, ahead)
    insert(entries)
    _chain(night.club.book, entries)


def _chain(book: UUID, entries: Sequence[Entry]) -> None:
    link(book, (entry_body(entry) for entry in entries))


def _line(
    actor: Actor, night: Night, hand: Hand, number: int, kind: str, body: Mapping[str, Any], now: datetime, **marks: Any
) -> Entry:
    tells(night.pk)
    return Entry(
        club_id=night.club_id,
        night=night,
        hand_id=hand.pk,
        player_id=None,
        number=number,
        kind=kind,
        body=dict(body),
        by_id=actor.user.pk,
        device_id=actor.device.pk if actor.device else None,
        at=now,
        phone_at=actor.phone_at,
        **marks,
    )
