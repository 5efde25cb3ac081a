"""An entry about a club's people and settings, its seats and its settlements in one line."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.models import Entry
from games.reports.writing import Writer
from games.services.chained import FORGOTTEN

Kind = Entry.Kind
Names = Mapping[str, str]


def entry_words(entry: Entry, names: Names, write: Writer) -> str:
    """Such as "Ann is called Anna now". Names are those of the club's players and members."""
    about = names.get(str(entry.player_id), "")
    return _WORDS[Kind(entry.kind)](entry.body, about, names, write)


def _player(body: Mapping[str, Any], _about: str, _names: Names, _write: Writer) -> str:
    if not body["name"]:
        return _("A player, whose name was removed since, was %(what)s") % {"what": _(body["what"])}
    if body["what"] == "renamed":
        return _("%(before)s is called %(name)s now") % {"before": body["former_name"], "name": body["name"]}
    return _("%(name)s was added as a player") % {"name": body["name"]}


def _member(body: Mapping[str, Any], _about: str, names: Names, _write: Writer) -> str:
    name = names.get(body["member"], "")
    if body["what"] == "joined":
        return _("%(name)s joined as %(role)s") % {"name": name, "role": _(body["role"])}
    if body["what"] == "changed":
        return f"{name}: {', '.join(_changes(body))}"
    return f"{name} {_(_ENDED[body['what']])}"


_ENDED = {"left": "left the club", "removed": "was taken out of the club", FORGOTTEN: "was pseudonymised"}


def _changes(body: Mapping[str, Any]) -> list[str]:
    found = []
    if role := body.get("role"):
        found.append(_("%(after)s, no longer %(before)s") % {name: _(value) for name, value in role.items()})
    if arbiter := body.get("is_arbiter"):
        found.append(_("arbiter") if arbiter["after"] else _("arbiter no longer"))
    return found


def _club(body: Mapping[str, Any], _about: str, _names: Names, _write: Writer) -> str:
    changes = (f"{_(name.replace('_', ' '))}: {value}" for name, value in body.items() if value != "")
    return f"{_('Settings')}: {', '.join(changes)}"


def _merge(body: Mapping[str, Any], about: str, names: Names, _write: Writer) -> str:
    told = {"name": about, "other": names.get(body["into"], ""), "reason": body["reason"]}
    return _("%(name)s turned out to be %(other)s (%(reason)s)") % told


def _invite(body: Mapping[str, Any], about: str, names: Names, _write: Writer) -> str:
    told = f"{_('Invite')} {_(body['what'])}"
    whom = names.get(body.get("member", ""), "") or about
    return f"{told}: {whom}" if whom else told


def _seat(body: Mapping[str, Any], about: str, _names: Names, _write: Writer) -> str:
    told = f"{about} {_(_SEATED[body['status']])}"
    return told if body["position"] is None else f"{told}, {_('seat')} {body['position'] + 1}"


_SEATED = {"in": "plays", "out": "sits out", "left": "left the table"}


def _request(body: Mapping[str, Any], about: str, _names: Names, write: Writer) -> str:
    told = f"{about}: {_('request for chips')} {_(body['status'])}"
    return f"{told}, {write.plain(body['amount'])}" if "amount" in body else told


def _settlement(body: Mapping[str, Any], _about: str, _names: Names, write: Writer) -> str:
    paid = ", ".join(write.plain(transfer["amount"]) for transfer in body["transfers"])
    return f"{_('Settled')}: {paid or _('nobody owes anything')}"


def _payment(body: Mapping[str, Any], _about: str, _names: Names, write: Writer) -> str:
    told = f"{_('Payment')} {_(body['what'])}"
    if "amount" in body:
        return f"{told}: {write.plain(body['amount'])}"
    return f"{told} ({body['reason']})" if body["reason"] else told


def _close(_body: Mapping[str, Any], _about: str, _names: Names, _write: Writer) -> str:
    return _("Night closed")


def _reopen(body: Mapping[str, Any], _about: str, _names: Names, _write: Writer) -> str:
    return _("Night opened again (%(reason)s)") % {"reason": body["reason"]}


_WORDS: Mapping[Kind, Callable[[Mapping[str, Any], str, Names, Writer], str]] = {
    Kind.PLAYER: _player,
    Kind.MEMBER: _member,
    Kind.CLUB: _club,
    Kind.MERGE: _merge,
    Kind.INVITE: _invite,
    Kind.SEAT: _seat,
    Kind.REQUEST: _request,
    Kind.SETTLEMENT: _settlement,
    Kind.PAYMENT: _payment,
    Kind.CLOSE: _close,
    Kind.REOPEN: _reopen,
}
IN_ONE_LINE = frozenset(_WORDS)
