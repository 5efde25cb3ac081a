"""An entry in one line, whatever its kind: what was entered, and about whom. What was secret is never told here."""

from collections.abc import Iterable
from copy import copy
from typing import NamedTuple

from games.models import Club, Entry, Member, Player
from games.pages import telling_club, telling_hand, telling_money
from games.reports.writing import writer_of
from games.services.chained import TEXTS


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
    # what was forgotten of who left (games.services.forgetting) is told without its words
    entry.body = dict.fromkeys(TEXTS, "") | entry.body
    currency = entry.night.currency if entry.night else club.currency
    (telling,) = (one for one in (telling_hand, telling_money, telling_club) if entry.kind in one.IN_ONE_LINE)
    return telling.entry_words(entry, names, writer_of(club, currency))
