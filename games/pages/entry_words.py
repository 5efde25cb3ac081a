"""An entry in one line, whatever its kind: what was entered, and about whom. What was secret is never told here."""

from collections.abc import Iterable
from copy import copy
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.models import Club, Entry, Player
from games.pages.telling_money import entry_words
from games.reports.writing import writer_for
from games.selectors.labels import said
from games.selectors.names import names_of
from games.selectors.postings import title_of
from games.services.chained import TEXTS
from games.templatetags.tableside import short

Kind = Entry.Kind
_IN_ONE_LINE = frozenset(
    {
        Kind.BUY_IN, Kind.TOP_UP, Kind.CASH_OUT, Kind.RECOUNT, Kind.EXPENSE, Kind.POT, Kind.DIFFERENCE, Kind.ANTES,
        Kind.FORFEIT, Kind.MATCH_END,
    }
)  # fmt: skip


class Told(NamedTuple):
    entry: Entry
    words: str


def words_of(entries: Iterable[Entry], club: Club) -> list[Told]:
    """Two queries, however many there are."""
    entries = list(entries)
    names = names_of(set(Player.objects.filter(club=club).values_list("pk", flat=True))) if entries else {}
    return [Told(entry, _words(entry, club, names)) for entry in entries]


def _words(entry: Entry, club: Club, names: dict[str, str]) -> str:
    entry = copy(entry)
    # what was forgotten of who left (games.services.forgetting) is told without its words
    body: dict[str, Any] = dict.fromkeys(TEXTS, "") | entry.body
    entry.body = body
    currency = entry.night.currency if entry.night else club.currency
    write = writer_for(club.locale, club.time_zone, currency)
    if entry.kind in _IN_ONE_LINE:
        return entry_words(entry, names, write)
    if entry.kind == Kind.CORRECTION and entry.hand:
        return _("Hand %(number)s corrected: %(reason)s") % {"number": entry.hand.number, "reason": body["reason"]}
    if entry.kind == Kind.RULING and entry.hand:
        return _("Ruling on hand %(number)s: %(reason)s") % {"number": entry.hand.number, "reason": body["reason"]}
    if entry.kind == Kind.TAKE_BACK:
        what = _(str(body["kind"]).replace("_", " "))
        who = entry.player.name if entry.player else ""
        return _("Taken back: %(what)s %(who)s (%(reason)s)") % {"what": what, "who": who, "reason": body["reason"]}
    if entry.kind == Kind.ACTION:
        shown = {key: value for key, value in body.items() if key != "as" or not entry.secret}
        return f"{names.get(str(body.get('player')), '')} {said(shown, write.plain, short)}".strip()
    if entry.kind == Kind.DEAL:
        return _("%(name)s deals %(game)s") % {"name": names.get(body["dealer"], ""), "game": title_of(body["game"])}
    if entry.kind == Kind.DISPUTE:
        return _("Dispute: %(text)s") % {"text": body["text"]}
    if entry.kind == Kind.UNDO and entry.hand:
        return _("Hand %(number)s: an entry was taken back") % {"number": entry.hand.number}
    return str(Kind(entry.kind).label)
