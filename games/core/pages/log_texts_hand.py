"""An entry about a hand, or about what was said of one, in one line. What was secret is never told here."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.display_names import title_of
from games.core.entry_labels import said
from games.core.formatting import Writer
from games.core.pages.card_names import short
from games.models import Entry
from games.models.words import word

Kind = Entry.Kind
Names = Mapping[str, str]


def entry_words(entry: Entry, names: Names, write: Writer) -> str:
    """Such as "Ann raised to 3.00". Names are those of the club's players."""
    return _WORDS[Kind(entry.kind)](entry, names, write)


def _of_hand(words: Promise) -> Callable[[Entry, Names, Writer], str]:
    def told(entry: Entry, _names: Names, _write: Writer) -> str:
        number = entry.hand.number if entry.hand else ""
        return str(words) % {"number": number, "reason": entry.body["reason"]}

    return told


def _undo(entry: Entry, names: Names, write: Writer) -> str:
    if entry.takes_back == 0 and entry.hand:
        return _("The deal of %(game)s was undone") % {"game": title_of(entry.hand.game)}
    return _of_hand(gettext_lazy("Hand %(number)s: an entry was taken back"))(entry, names, write)


def _result(entry: Entry, names: Names, write: Writer) -> str:
    nets = (f"{names.get(player, '')} {write.signed(net)}" for player, net in entry.body["net"].items())
    return f"{entry.body['word']}: {', '.join(nets)}"


def _take_back(entry: Entry, _names: Names, _write: Writer) -> str:
    what = word(str(entry.body["kind"]))
    who = entry.player.name if entry.player else ""
    return _("Taken back: %(what)s %(who)s (%(reason)s)") % {"what": what, "who": who, "reason": entry.body["reason"]}


def _action(entry: Entry, names: Names, write: Writer) -> str:
    body = entry.body
    shown = {key: value for key, value in body.items() if key != "as" or not entry.secret}
    return f"{names.get(str(body.get('player')), '')} {said(shown, write.plain, short)}".strip()


def _deal(entry: Entry, names: Names, _write: Writer) -> str:
    body = entry.body
    return _("%(name)s deals %(game)s") % {"name": names.get(body["dealer"], ""), "game": title_of(body["game"])}


def _dispute(entry: Entry, _names: Names, _write: Writer) -> str:
    return _("Dispute: %(text)s") % {"text": entry.body["text"]}


_WORDS: Mapping[Kind, Callable[[Entry, Names, Writer], str]] = {
    Kind.DEAL: _deal,
    Kind.ACTION: _action,
    Kind.UNDO: _undo,
    Kind.RESULT: _result,
    Kind.CORRECTION: _of_hand(gettext_lazy("Hand %(number)s corrected: %(reason)s")),
    Kind.RULING: _of_hand(gettext_lazy("Ruling on hand %(number)s: %(reason)s")),
    Kind.TAKE_BACK: _take_back,
    Kind.DISPUTE: _dispute,
}
IN_ONE_LINE = frozenset(_WORDS)
