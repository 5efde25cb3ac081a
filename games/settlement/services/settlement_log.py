"""Entries about settlements and payments, written where each night of the settlement shows them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.core.actor import Actor
from games.core.event_log import note_of_club
from games.models import Settlement


def note_of_settlement(actor: Actor, settlement: Settlement, kind: str, body: Mapping[str, Any], now: datetime) -> None:
    """Write down what concerns a settlement where its nights tell it. They must be locked.

    Of a settlement of the club there is one entry of the club, and each night repeats it: `of_club` says which.
    """
    entry = note_of_club(actor, settlement.club_id, kind, body, now, night_id=settlement.night_id)
    if settlement.night_id is None:
        repeated = {**body, "of_club": str(entry.pk)}
        for night in settlement.night_ids():
            note_of_club(actor, settlement.club_id, kind, repeated, now, night_id=night)
