"""An entry in one line, whatever its kind: what was entered, and about whom. What was secret is never told here."""

from collections.abc import Iterable
from copy import copy
from typing import NamedTuple

from games.core.audit_payload import TEXTS
from games.core.formatting import writer_of
from games.core.pages import log_texts_club, log_texts_hand, log_texts_money
from games.models import Club, Entry, Member, Player


class Told(NamedTuple):
    entry: Entry
    words: str


def words_of(entries: Iterable[Entry], club: Club) -> list[Told]:
    """Two queries, however many there are."""
    entries = list(entries)
    names = _names_of(club) if entries else {}
    return [Told(entry, _words(entry, club, names)) for entry in entries]


def _names_of(club: Club) -> dict[str, str]:
    """Of its players and its members, whoever has left among them."""
    people = Player.objects.filter(club=club).values_list("pk", "name")
    members = Member.objects.filter(club=club).values_list("pk", "user__name")
    return {str(pk): name for some in (people, members) for pk, name in some}


def _words(entry: Entry, club: Club, names: dict[str, str]) -> str:
    entry = copy(entry)
    # what was forgotten of who left (games.clubs.services.anonymisation) is told without its words
    entry.body = dict.fromkeys(TEXTS, "") | entry.body
    currency = entry.night.currency if entry.night else club.currency
    (telling,) = (one for one in (log_texts_hand, log_texts_money, log_texts_club) if entry.kind in one.IN_ONE_LINE)
    return telling.entry_words(entry, names, writer_of(club, currency))
