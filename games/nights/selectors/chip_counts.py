"""What was counted at the end of a night, and where counts and book went apart."""

from typing import Any
from uuid import UUID

from games.core.actor import Actor
from games.core.display_names import names_of
from games.core.night_entries import entries_that_stand
from games.core.permissions import May, member_for
from games.models import Entry, Night

Kind = Entry.Kind
# What a scorekeeper may have entered by mistake
TAKEN_BACK = (
    *(Kind.BUY_IN, Kind.TOP_UP, Kind.CASH_OUT, Kind.RECOUNT, Kind.EXPENSE, Kind.POT, Kind.DIFFERENCE, Kind.ANTES),
    *(Kind.FORFEIT, Kind.MATCH_END),
)


def off_the_book(actor: Actor, night_id: UUID) -> list[dict[str, Any]]:
    """The counts that stand and differ from the book, in order: entry, names, counted, book and off (chips too many).

    Amounts are of all that were counted at once.
    """
    member_for(actor, May.SEE, club__nights=night_id)
    entries = entries_that_stand(Night(pk=night_id), Kind.CASH_OUT, Kind.RECOUNT)
    counts = {entry.pk: _counted(entry) for entry in entries}
    off = [(entry, *counts[entry.pk]) for entry in entries if sum(counts[entry.pk][0].values()) != counts[entry.pk][1]]
    names = names_of({player for _, counted, _ in off for player in counted})
    return [
        {
            "entry": entry,
            "names": [names[player] for player in counted],
            "counted": sum(counted.values()),
            "book": book,
            "off": sum(counted.values()) - book,
        }
        for entry, counted, book in off
    ]


def mistakes_possible(actor: Actor, night_id: UUID) -> list[dict[str, Any]]:
    """What could be taken back, newest first: each entry, and whether it was `gone` already."""
    member_for(actor, May.SEE, club__nights=night_id)
    found = Entry.objects.filter(night=night_id, kind__in=[*TAKEN_BACK, Kind.TAKE_BACK])
    entries = list(found.select_related("player", "by").order_by("-told", "-at", "-id"))
    gone = {entry.body["takes_back"] for entry in entries if entry.kind == Kind.TAKE_BACK}
    return [{"entry": one, "gone": str(one.pk) in gone} for one in entries if one.kind != Kind.TAKE_BACK]


def _counted(entry: Entry) -> tuple[dict[str, int], int]:
    """By player, and what the book said of them together."""
    body = entry.body
    if entry.kind == Kind.CASH_OUT:
        return {body["player"]: body["count"]}, body["book"]
    return dict(body["counts"]), sum(body["book"].values())
