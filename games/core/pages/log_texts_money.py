"""An entry about a night's money in one line."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.formatting import Writer
from games.models import Entry, Way

Kind = Entry.Kind
Names = Mapping[str, str]


def entry_words(entry: Entry, names: Names, write: Writer) -> str:
    """Such as "Ann buys in: 20.00, on account". Names are those of the night's players."""
    return _WORDS[Kind(entry.kind)](entry.body, names, write)


def _bought(words: Promise) -> Callable[[Mapping[str, Any], Names, Writer], str]:
    def told(body: Mapping[str, Any], names: Names, write: Writer) -> str:
        return f"{names[body['player']]} {words}: {write.plain(body['amount'])}, {_way(body)}"

    return told


def _cash_out(body: Mapping[str, Any], names: Names, write: Writer) -> str:
    counted = _("%(name)s: %(count)s counted, %(book)s by the book") % {
        "name": names[body["player"]],
        "count": write.plain(body["count"]),
        "book": write.plain(body["book"]),
    }
    return f"{counted}, {_way(body)}"


def _recount(body: Mapping[str, Any], names: Names, write: Writer) -> str:
    counts = (f"{names[player]} {write.plain(count)}" for player, count in body["counts"].items())
    return _("Recount: %(counts)s (%(reason)s)") % {"counts": ", ".join(counts), "reason": body["reason"]}


def _expense(body: Mapping[str, Any], _names: Names, write: Writer) -> str:
    return f"{body['word']}: {write.plain(body['amount'])}"


def _pot(body: Mapping[str, Any], _names: Names, _write: Writer) -> str:
    how = _("Carried pot split") if body["how"] == "split" else _("Carried pot returned")
    return f"{how} ({body['reason']})"


def _difference(body: Mapping[str, Any], names: Names, write: Writer) -> str:
    shares = [f"{names.get(player, '')} {write.signed(amount)}".strip() for player, amount in body["shares"].items()]
    if body["club"]:
        shares.append(_("the club %(amount)s") % {"amount": write.signed(body["club"])})
    told = {"shares": ", ".join(shares), "reason": body["reason"]}
    return _("Difference decided: %(shares)s (%(reason)s)") % told


def _antes(body: Mapping[str, Any], names: Names, write: Writer) -> str:
    name = names[body["player"]]
    if body["owed"] == "pay":
        return _("%(name)s paid the antes owed: %(amount)s") % {"name": name, "amount": write.plain(body["amount"])}
    return _("%(name)s was let off the antes owed (%(reason)s)") % {"name": name, "reason": body["reason"]}


def _forfeit(body: Mapping[str, Any], names: Names, _write: Writer) -> str:
    told = {"name": names[body["player"]], "reason": body["reason"]}
    return _("%(name)s gave up the match (%(reason)s)") % told


def _match_end(body: Mapping[str, Any], _names: Names, _write: Writer) -> str:
    how = _("Match ended for the leader") if body["how"] == "leader" else _("Match ended, stakes returned")
    return f"{how} ({body['reason']})"


def _way(body: Mapping[str, Any]) -> str:
    return _("in cash") if body["way"] == Way.CASH else _("on account")


_WORDS: Mapping[Kind, Callable[[Mapping[str, Any], Names, Writer], str]] = {
    Kind.BUY_IN: _bought(gettext_lazy("buys in")),
    Kind.TOP_UP: _bought(gettext_lazy("tops up")),
    Kind.CASH_OUT: _cash_out,
    Kind.RECOUNT: _recount,
    Kind.EXPENSE: _expense,
    Kind.POT: _pot,
    Kind.DIFFERENCE: _difference,
    Kind.ANTES: _antes,
    Kind.FORFEIT: _forfeit,
    Kind.MATCH_END: _match_end,
}
IN_ONE_LINE = frozenset(_WORDS)
