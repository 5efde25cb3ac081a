"""What dry runs of imports left in a chain: links to entries that were rolled back, and so never kept.

Versions before this one queued the links of a dry run outside of its savepoint. One dry run left one unbroken run of
links, all by the same person in one request, in the order in which an import enters hands. Nothing else looks like
that: entries deleted by hand have left postings, numbers of events, or links elsewhere that name them.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

from games.core.audit_payload import ENTRY
from games.models import Club, Entry, Hand, Night, Player, Seat
from ledger.models import Link

BATCH = 500
# Between two entries of one import. Each takes milliseconds; whoever enters them by hand takes longer for many.
LONGEST_PAUSE = timedelta(seconds=10)

Kind = Entry.Kind
_TABLE = frozenset({Kind.SEAT, Kind.BUY_IN, Kind.TOP_UP})
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


_IDS = ("club", "night", "hand", "player")
_KEYS = frozenset(
    {
        "type",
        "id",
        "number",
        "kind",
        "takes_back",
        "secret",
        "reveals",
        "ends",
        "by",
        "device",
        "at",
        "phone_at",
        "body",
    }
    | {*_IDS}
)


class Orphan(NamedTuple):
    """A link to an entry that there is not."""

    sequence: int
    text: str
    body: dict[str, Any]

    @property
    def is_whole(self) -> bool:
        """Whether it has the form of a link to an entry, so that the rest of it can be read."""
        body = self.body
        if body.keys() != _KEYS or not isinstance(body["body"], dict):
            return False
        try:
            datetime.fromisoformat(body["at"])
            return all(str(UUID(body[name])) == body[name] for name in _IDS if body[name] is not None)
        except (ValueError, TypeError, AttributeError):
            return False

    @property
    def at(self) -> datetime:
        return datetime.fromisoformat(self.body["at"])

    @property
    def request(self) -> tuple[Any, ...]:
        """What all entries of one request have in common."""
        return self.body["by"], self.body["device"], self.body["phone_at"]


@dataclass(slots=True)
class Trace:
    """The links of one dry run. `doubts` say why they may be something else."""

    links: list[Orphan]
    doubts: list[str] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        return all(link.is_whole for link in self.links)

    @property
    def night(self) -> str | None:
        """The night that the hands were for."""
        return next((link.body["night"] for link in self.links if link.body["night"]), None)

    @property
    def opens(self) -> bool:
        return self.links[0].body["kind"] == Kind.OPEN

    @property
    def hands(self) -> list[str]:
        return [link.body["hand"] for link in self.links if link.body["kind"] == Kind.DEAL]

    @property
    def made(self) -> set[str]:
        """Ids of what there would be, had the import not been a dry run."""
        players = {link.body["player"] for link in self.links if link.body["kind"] == Kind.PLAYER}
        nights = {self.night} if self.opens else set()
        return {id for id in ({link.body["id"] for link in self.links} | {*self.hands} | players | nights) if id}

    def takes(self, link: Orphan) -> bool:
        """Whether this link can be the next one of the same dry run."""
        last = self.links[-1]
        if not (link.is_whole and last.is_whole):
            return False
        night = link.body["night"]
        return (
            link.sequence == last.sequence + 1
            and link.request == last.request
            and link.body["kind"] != Kind.OPEN
            and (night is None or self.night in (None, night))
            and timedelta() <= link.at - last.at <= LONGEST_PAUSE
            and (_may_follow(link, last) or not _may_follow(link, None))
        )


def traces_of(club: Club) -> list[Trace]:
    """Every link to an entry that there is not, by dry run, with whatever does not fit one."""
    found: list[Trace] = []
    for orphan in _orphans(club):
        if not (found and found[-1].takes(orphan)):
            found.append(Trace([orphan]))
        else:
            found[-1].links.append(orphan)
    for trace in found:
        trace.doubts += _doubts(trace, club)
    _doubt_what_is_named_elsewhere(found, club)
    return found


def _orphans(club: Club) -> Iterator[Orphan]:
    links = Link.objects.filter(book=club.book).order_by("sequence").values_list("sequence", "body")
    rest = links.iterator(chunk_size=BATCH)
    while batch := list(islice(rest, BATCH)):
        told = [Orphan(sequence, text, body) for sequence, text in batch if (body := _entry(text)) is not None]
        ids = [orphan.body["id"] for orphan in told]
        there = set(map(str, Entry.objects.filter(pk__in=ids).values_list("pk", flat=True)))
        yield from (orphan for orphan in told if orphan.body["id"] not in there)


def _entry(text: str) -> dict[str, Any] | None:
    """The body of a link to an entry. What cannot be read is for the audit to name."""
    try:
        body = json.loads(text)
        return body if body["type"] == ENTRY and str(UUID(body["id"])) == body["id"] else None
    except (ValueError, TypeError, KeyError, RecursionError, AttributeError):
        return None


def _doubts(trace: Trace, club: Club) -> Iterator[str]:
    if not trace.is_whole:
        yield "a link has another form than that of an entry"
        return
    if any(link.body["club"] != str(club.pk) for link in trace.links):
        yield "a link is of another club"
    yield from _out_of_order(trace)
    if not trace.opens and trace.night and not Night.objects.filter(pk=trace.night, club=club).exists():
        yield f"the night {trace.night} is gone, and was not opened by the import"
    for model in (Hand, Night, Player):
        for pk in model._default_manager.filter(pk__in=trace.made).values_list("pk", flat=True):
            yield f"{model._meta.verbose_name} {pk} is there"
    yield from _seats_without_entry(trace)


def _seats_without_entry(trace: Trace) -> Iterator[str]:
    """A seat that was taken before the import has an entry of its own."""
    if trace.night is None:
        return
    night = UUID(trace.night)
    moved = {link.body["body"].get("seat") for link in trace.links if link.body["kind"] == Kind.SEAT}
    there = set(map(str, Seat.objects.filter(night=night).values_list("pk", flat=True)))
    for seat in sorted(moved & there):
        if not Entry.objects.filter(night=night, kind=Kind.SEAT, body__seat=seat).exists():
            yield f"seat {seat} is there, and nothing else says that it was taken"


def _out_of_order(trace: Trace) -> Iterator[str]:
    """An import enters the night, guests, then for each hand seats and buy-ins, the deal, and all actions at once."""
    earlier: Orphan | None = None
    for link in trace.links:
        if not _may_follow(link, earlier):
            yield f"link {link.sequence} is no entry that an import makes there"
        earlier = link
    if (last := trace.links[-1].body)["kind"] == Kind.ACTION and not last["ends"]:
        yield f"the hand {last['hand']} has no end"


def _may_follow(link: Orphan, earlier: Orphan | None) -> bool:
    body, before = link.body, earlier.body if earlier else None
    kind, last = body["kind"], before["kind"] if before else None
    if body["takes_back"] is not None:
        return False
    if kind == Kind.ACTION:
        return before is not None and earlier is not None and _is_next_action(link, earlier)
    if last == Kind.DEAL or (last == Kind.ACTION and before is not None and not before["ends"]):
        return False  # a hand goes on, or nothing does
    match kind:
        case Kind.OPEN:
            return last is None
        case Kind.PLAYER:
            return last in (None, Kind.OPEN, Kind.PLAYER) and body["body"].get("what") == "added"
        case Kind.DEAL:
            return body["number"] == 0 and body["hand"] is not None
    return kind in _TABLE and body["hand"] is None and body["night"] is not None


def _is_next_action(link: Orphan, earlier: Orphan) -> bool:
    """All actions of a hand come in one entry of the import, at one time."""
    body, before = link.body, earlier.body
    if before["kind"] not in (Kind.DEAL, Kind.ACTION) or before["ends"]:
        return False
    same_time = before["kind"] == Kind.DEAL or body["at"] == before["at"]
    return same_time and body["hand"] == before["hand"] and body["number"] == before["number"] + 1


def _doubt_what_is_named_elsewhere(found: Iterable[Trace], club: Club) -> None:
    """Doubt each trace whose ids another link names: nothing can refer to rows that were never stored."""
    by_id = {id: trace for trace in found for id in _made(trace)}
    if not by_id:
        return
    own = {link.sequence for trace in by_id.values() for link in trace.links}
    links = Link.objects.filter(book=club.book).order_by("sequence").values_list("sequence", "body")
    for sequence, text in links.iterator(chunk_size=BATCH):
        if sequence in own or _is_repair(text):
            continue
        for id in by_id.keys() & set(_UUID.findall(text)):
            by_id[id].doubts.append(f"link {sequence} names {id}, too")


def _made(trace: Trace) -> set[str]:
    return trace.made if trace.is_whole else set()


def _is_repair(text: str) -> bool:
    """What an earlier repair took out, its entry has."""
    body = _entry(text)
    return body is not None and body.get("kind") == Kind.REPAIR
