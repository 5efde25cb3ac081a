"""A club's settings, who is a member with which role, and its players, as the log has left them.

What came before such entries were made has none: of that nothing is said here.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from games.audit.services.comparison import compared
from games.core.audit_payload import FORGOTTEN
from games.models import Club, Entry, Invite, Member, Player
from ledger.audit import Difference

Kind = Entry.Kind
Stands = dict[str, dict[str, Any]]


def verify_people(club: Club) -> Iterator[Difference]:
    entries = Entry.objects.filter(
        club=club, kind__in=[Kind.CLUB, Kind.MEMBER, Kind.PLAYER, Kind.MERGE, Kind.INVITE]
    ).order_by("at", "pk")
    settings: dict[str, Any] = {}
    members: Stands = defaultdict(dict)
    players: Stands = defaultdict(dict)
    invites: Stands = defaultdict(dict)
    for entry in entries:
        body = entry.body
        if entry.kind == Kind.CLUB:
            settings |= {name: value for name, value in body.items() if value != "" or entry.salt}
        elif entry.kind == Kind.MEMBER:
            _member(entry, members[body["member"]], players)
        elif entry.kind == Kind.INVITE:
            _invite(entry, invites[body["invite"]], players)
        else:
            _player(entry, players)
    yield from compared("club", Club.objects.get(pk=club.pk), settings)
    yield from _rows("member", Member.objects.filter(club=club).order_by("joined_at", "pk"), members)
    yield from _rows("player", Player.objects.filter(club=club).order_by("made_at", "pk"), players)
    yield from _rows("invite", Invite.objects.filter(club=club).order_by("made_at", "pk"), invites)


def _rows(what: str, rows: Any, stands: Stands) -> Iterator[Difference]:
    for row in rows:
        yield from compared(what, row, stands.get(str(row.pk), {}))


def _member(entry: Entry, stands: dict[str, Any], players: Stands) -> None:
    body = entry.body
    if body["what"] == "joined":
        stands |= {"role": body["role"], "is_arbiter": body["is_arbiter"], "joined_at": entry.at, "left_at": None}
        stands |= {"user_id": UUID(body["user"])} if "user" in body else {}
    elif body["what"] == "changed":
        stands |= {name: body[name]["after"] for name in ("role", "is_arbiter") if name in body}
    elif body["what"] == FORGOTTEN:
        for player in body["players"]:
            players[player].pop("name", None)
    else:
        stands |= {"is_arbiter": False, "left_at": entry.at}
        if body.get("player"):
            players[body["player"]]["member_id"] = None


def _invite(entry: Entry, stands: dict[str, Any], players: Stands) -> None:
    body = entry.body
    if body["what"] == "made":
        stands |= {"role": body["role"], "most_uses": body["uses"], "uses": 0, "revoked_at": None}
        stands |= {"made_by_id": entry.by_id, "made_at": entry.at, "player_id": entry.player_id}
    elif body["what"] == "revoked":
        stands |= {"revoked_at": entry.at}
    else:
        stands |= {"uses": stands.get("uses", 0) + 1}
        if entry.player_id:
            players[str(entry.player_id)]["member_id"] = UUID(body["member"])


def _player(entry: Entry, players: Stands) -> None:
    """One that was added, renamed, claimed, or turned out to be another."""
    body, stands = entry.body, players[str(entry.player_id)]
    if entry.kind == Kind.MERGE:
        into = players[body["into"]]
        if member := stands.get("member_id"):
            into["member_id"] = member
        stands |= {"member_id": None, "merged_into_id": UUID(body["into"])}
        for other in players.values():
            if other.get("merged_into_id") == entry.player_id:  # who turned out to be this one before
                other["merged_into_id"] = UUID(body["into"])
        return
    if body["what"] == "added":
        member = UUID(body["member"]) if body["member"] else None
        stands |= {"member_id": member, "merged_into_id": None, "made_at": entry.at}
    elif body["what"] == "claimed":
        stands["member_id"] = UUID(body["member"])
        return
    # a name whose text was removed is nobody's any more
    if entry.salt:
        stands["name"] = body["name"]
