"""What was counted at the end of a night, and where counts and book went apart."""

from typing import Any
from uuid import UUID

from games.core.actor import Actor
from games.core.display_names import names_of
from games.core.night_entries import entries_that_stand
from games.core.permissions import May, member_for
from games.models import Entry, Night
from games.money.services import effects, money_moves
from games.nights.services import entry_reversal

Kind = Entry.Kind


def off_the_book(actor: Actor, night_id: UUID) -> list[dict[str, Any]]:
    """The counts that stand and differ from the book, in order: entry, names, counted, book and off (chips too many).

    Amounts are of all that were counted at once.
    """
    member_for(actor, May.SEE, club__nights=night_id)
    entries = entries_that_stand(Night(pk=night_id), Kind.CASH_OUT, Kind.RECOUNT)
    counts = [(one, effects.counted(one.kind, one.body), over_short(one)) for one in entries]
    names = names_of({player for _, counted, off in counts for player in counted if off})
    return [
        {
            "entry": entry,
            "names": [names[player] for player in counted],
            "counted": sum(counted.values()),
            "book": sum(counted.values()) - off,
            "off": off,
        }
        for entry, counted, off in counts
        if off
    ]


def over_short(entry: Entry) -> int:
    """What a count found too much, or, negative, too little."""
    return money_moves.fold(effects.effects(entry.kind, entry.body)).over_short


def over_short_decided(entry: Entry) -> int:
    """What was over, or, negative, short, where a decision says who bears it: that takes it off the account."""
    return -over_short(entry)


def mistakes_possible(actor: Actor, night_id: UUID) -> list[dict[str, Any]]:
    """What could be taken back, newest first: each entry, and whether it was `gone` already."""
    member_for(actor, May.SEE, club__nights=night_id)
    found = Entry.objects.filter(night=night_id, kind__in=[*entry_reversal.KINDS, Kind.TAKE_BACK])
    entries = list(found.select_related("player", "by").order_by("-told", "-at", "-id"))
    gone = {entry.body["takes_back"] for entry in entries if entry.kind == Kind.TAKE_BACK}
    return [{"entry": one, "gone": str(one.pk) in gone} for one in entries if one.kind != Kind.TAKE_BACK]
