"""Every entry held against its link, and the events of each night against the order of the chain."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Max, Q

from games.core.audit_payload import ENTRY, FORGOTTEN, entry_body, without_texts
from games.models import Club, Entry, Member
from ledger.audit import Chained, Difference
from ledger.reading import ids_of

Body = dict[str, Any]


class Line(NamedTuple):
    """An entry as it is compared: rows of the model would take longer than all else."""

    pk: UUID
    club_id: UUID
    night_id: UUID | None
    hand_id: UUID | None
    player_id: UUID | None
    number: int | None
    kind: str
    body: Body
    salt: str
    secret: bool
    reveals: bool
    ends: bool
    takes_back: int | None
    by_id: UUID
    device_id: UUID | None
    at: datetime
    phone_at: datetime | None


def chained(club: Club) -> Chained:
    return Chained(ENTRY, _bodies, lambda: ids_of(Entry.objects.filter(club=club).order_by("pk")))


def _bodies(said: Mapping[UUID, Body]) -> dict[UUID, Body]:
    found = Entry.objects.filter(pk__in=list(said)).values_list(*Line._fields)
    return {line.pk: _body(line, said[line.pk]) for line in map(Line._make, found)}


def _body(entry: Line, said: Body) -> Body:
    """What the chain would have to say. What texts were that are removed, or never came here, only itself knows."""
    body = entry_body(entry)
    there = said.get("body")
    if not entry.salt and isinstance(there, dict) and _same_but_texts(entry, there):
        body["body"] = there
    return body


def _same_but_texts(entry: Line, said: Body) -> bool:
    """Whether nothing but texts is missing. A secret correction that came from elsewhere lacks its declarations."""
    mine, chains = (without_texts(body, secret=entry.secret) for body in (entry.body, said))
    if entry.secret and entry.kind == Entry.Kind.CORRECTION:
        for body in (mine, chains):
            body["actions"] = [one for one in body.get("actions") or () if one.get("type") != "declare"]
    return mine == chains


def removed_texts(club: Club) -> Iterator[Difference]:
    """Texts were removed only from entries by or about who was pseudonymised; a secret that came without its word."""
    members = Entry.objects.filter(club=club, kind=Entry.Kind.MEMBER, body__what=FORGOTTEN)
    bodies = list(members.values_list("body", flat=True))
    users = Member.objects.filter(pk__in=[body["member"] for body in bodies]).values("user")
    players = [player for body in bodies for player in body["players"]]
    bare = Entry.objects.filter(club=club, salt="", secret=False).exclude(Q(by__in=users) | Q(player__in=players))
    for pk in bare.order_by("at", "pk").values_list("pk", flat=True):
        yield Difference("salt of entry", pk, "one, as nobody was to be forgotten", "none")


def events(club: Club) -> Iterator[Difference]:
    """The events of a night are numbered from 1, without gaps; an entry of no night has no such number."""
    told = Entry.objects.filter(club=club, told__isnull=False, night__isnull=False).order_by().values("night")
    for row in told.annotate(count=Count("pk"), last=Max("told")).order_by("night"):
        if row["count"] != row["last"]:
            yield Difference("events of night", row["night"], f"1 to {row['count']}", f"up to {row['last']}")
    stray = Entry.objects.filter(club=club, told__isnull=False, night__isnull=True).order_by("at", "pk")
    for pk, number in stray.values_list("pk", "told"):
        yield Difference("event number of entry", pk, "none: it is of no night", str(number))
