"""An entry about a club's people and settings, its seats and its settlements in one line."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.audit_payload import FORGOTTEN
from games.core.formatting import Writer
from games.models import Entry
from games.models.words import word

Kind = Entry.Kind
Names = Mapping[str, str]


def entry_words(entry: Entry, names: Names, write: Writer) -> str:
    """Such as "Ann is called Anna now". Names are those of the club's players and members."""
    about = names.get(str(entry.player_id), "")
    return _WORDS[Kind(entry.kind)](entry.body, about, names, write)


def _player(body: Mapping[str, Any], about: str, names: Names, _write: Writer) -> str:
    if body["what"] == "claimed":
        return _("%(name)s plays as %(player)s") % {"name": names.get(body["member"], ""), "player": about}
    if not body["name"]:
        return _("A player, whose name was removed since, was %(what)s") % {"what": word(body["what"])}
    if body["what"] == "renamed":
        return _("%(before)s is called %(name)s now") % {"before": body["former_name"], "name": body["name"]}
    return _("%(name)s was added as a player") % {"name": body["name"]}


def _member(body: Mapping[str, Any], _about: str, names: Names, _write: Writer) -> str:
    name = names.get(body["member"], "")
    if body["what"] == "joined":
        return _("%(name)s joined as %(role)s") % {"name": name, "role": word(body["role"])}
    if body["what"] == "changed":
        return f"{name}: {', '.join(_changes(body))}"
    return f"{name} {_ENDED[body['what']]}"


_ENDED = {
    "left": gettext_lazy("left the club"),
    "removed": gettext_lazy("was taken out of the club"),
    FORGOTTEN: gettext_lazy("was pseudonymised"),
}


def _changes(body: Mapping[str, Any]) -> list[str]:
    found = []
    if role := body.get("role"):
        found.append(_("%(after)s, no longer %(before)s") % {name: word(value) for name, value in role.items()})
    if arbiter := body.get("is_arbiter"):
        found.append(_("arbiter") if arbiter["after"] else _("arbiter no longer"))
    return found


def _club(body: Mapping[str, Any], _about: str, _names: Names, _write: Writer) -> str:
    changes = (f"{word(name)}: {_setting(value)}" for name, value in body.items() if value != "")
    return _("Settings: %(changes)s") % {"changes": ", ".join(changes)}


def _setting(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return word(str(value))


def _merge(body: Mapping[str, Any], about: str, names: Names, _write: Writer) -> str:
    told = {"name": about, "other": names.get(body["into"], ""), "reason": body["reason"]}
    return _("%(name)s turned out to be %(other)s (%(reason)s)") % told


def _invite(body: Mapping[str, Any], about: str, names: Names, _write: Writer) -> str:
    told = _("Invite %(what)s") % {"what": word(body["what"])}
    whom = names.get(body.get("member", ""), "") or about
    return f"{told}: {whom}" if whom else told


def _seat(body: Mapping[str, Any], about: str, _names: Names, _write: Writer) -> str:
    told = f"{about} {_SEATED[body['status']]}"
    if body["position"] is None:
        return told
    return _("%(told)s, seat %(number)s") % {"told": told, "number": body["position"] + 1}


_SEATED = {
    "in": gettext_lazy("plays"),
    "out": gettext_lazy("sits out"),
    "left": gettext_lazy("left the table"),
}


def _request(body: Mapping[str, Any], about: str, _names: Names, write: Writer) -> str:
    told = _("%(name)s: request for chips %(status)s") % {"name": about, "status": word(body["status"])}
    return f"{told}, {write.plain(body['amount'])}" if "amount" in body else told


def _settlement(body: Mapping[str, Any], _about: str, _names: Names, write: Writer) -> str:
    paid = ", ".join(write.plain(transfer["amount"]) for transfer in body["transfers"])
    told = _("Settled anew: %(paid)s") if body.get("replaces") else _("Settled: %(paid)s")
    return told % {"paid": paid or _("nobody owes anything")}


def _payment(body: Mapping[str, Any], _about: str, _names: Names, write: Writer) -> str:
    told = _("Payment %(what)s") % {"what": word(body["what"])}
    if "amount" in body:
        return f"{told}: {write.plain(body['amount'])}"
    return f"{told} ({body['reason']})" if body["reason"] else told


def _open(body: Mapping[str, Any], _about: str, _names: Names, write: Writer) -> str:
    told = {"name": body["name"], "chip": write.plain(body["chip"])}
    return _("Night opened: %(name)s, smallest chip %(chip)s") % told


def _close(_body: Mapping[str, Any], _about: str, _names: Names, _write: Writer) -> str:
    return _("Night closed")


def _reopen(body: Mapping[str, Any], _about: str, _names: Names, _write: Writer) -> str:
    return _("Night opened again (%(reason)s)") % {"reason": body["reason"]}


def _repair(body: Mapping[str, Any], _about: str, _names: Names, _write: Writer) -> str:
    count = len(body["removed"])
    told = ngettext(
        "Chain repaired: %(count)s link that a dry run had left was taken out",
        "Chain repaired: %(count)s links that a dry run had left were taken out",
        count,
    )
    return told % {"count": count}


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
    Kind.OPEN: _open,
    Kind.CLOSE: _close,
    Kind.REOPEN: _reopen,
    Kind.REPAIR: _repair,
}
IN_ONE_LINE = frozenset(_WORDS)
