"""Disputes: what each is about, who said what in it, and how it stands after what was said last."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from games.audit.services.comparison import compared
from games.core.night_entries import in_order
from games.models import Club, Dispute, DisputeMessage, Entry
from ledger.audit import Difference

Kind, State, Side = Entry.Kind, Dispute.State, DisputeMessage.Side


def verify_disputes(club: Club) -> Iterator[Difference]:
    said: dict[str, list[Entry]] = defaultdict(list)
    for entry in in_order(Entry.objects.filter(club=club, kind=Kind.DISPUTE)):
        said[entry.body["dispute"]].append(entry)
    for dispute in Dispute.objects.filter(club=club).order_by("opened_at", "pk").prefetch_related("messages"):
        entries = said.pop(str(dispute.pk), [])
        sides = {message.entry_id: message.side for message in dispute.messages.all()}
        if not entries:
            yield Difference("dispute", dispute.pk, "one that was opened", "no entry of it")
            continue
        yield from compared("dispute", dispute, _left(entries, sides))
        yield from _sides(entries, sides)
    for lost in said:
        yield Difference("dispute", UUID(lost), "as it was entered", "none")


def _left(entries: list[Entry], sides: dict[UUID, str]) -> dict[str, Any]:
    """A dispute that was answered waits for its opener; whatever else was said last is how it stands."""
    opened, last = entries[0], entries[-1]
    state = last.body["what"]
    ended = state not in ("opened", "said")
    if not ended:
        state = State.OPEN if sides.get(last.pk) == Side.OPENER else State.ANSWERED
    return {
        **{f"{name}_id": _id(opened.body.get(name)) for name in ("hand", "entry", "payment")},
        "night_id": opened.night_id,
        "player_id": opened.player_id,
        "opened_by_id": opened.by_id,
        "opened_at": opened.at,
        "state": state,
        "remedy_id": _id(last.body.get("remedy")),
        "ended_by_id": last.by_id if ended else None,
        "ended_at": last.at if ended else None,
    }


def _sides(entries: list[Entry], sides: dict[UUID, str]) -> Iterator[Difference]:
    """Which side spoke: entries of before it was noted do not say."""
    for entry in entries:
        found = sides.pop(entry.pk, None)
        if found is None or found != entry.body.get("side", found):
            yield Difference("side of entry", entry.pk, str(entry.body.get("side", "one")), str(found))
    for pk in sides:
        yield Difference("side of entry", pk, "none: it is of another dispute", "one")


def _id(text: str | None) -> UUID | None:
    return UUID(text) if text else None
