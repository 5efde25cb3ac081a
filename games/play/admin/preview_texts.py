"""What a correction or a ruling would move, as rows to be read: who had what, would have what, and where."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.core.display_names import title_of
from games.core.formatting import Writer
from games.models.words import word
from games.play.pages.matches import status_words
from games.play.pages.peg_board import hole_text, signed_holes
from games.play.services.corrections import Preview

Names = Mapping[str, str]


class Row(NamedTuple):
    """A player of a hand: what they won or lost in it before, after, and what lies between."""

    name: str
    before: str
    after: str
    moved: str


class Hand(NamedTuple):
    title: str
    rows: list[Row]


class Told(NamedTuple):
    """`hands` begins with the one that is corrected. `moves` is what each account moves by.

    `blocked` is why it cannot be played through the night; `adjustment` what can be done in money alone.
    """

    hands: list[Hand]
    moves: list[tuple[str, str]]
    warnings: list[str]
    blocked: str
    adjustment: list[tuple[str, str]]
    may_adjust: bool


def told(preview: Preview, names: Names, write: Writer) -> Told:
    document = preview.document()
    blocked, adjustment = document["blocked"], document["adjustment"]
    return Told(
        hands=[_hand(one, names, write) for one in (document["hand"], *document["later"])],
        moves=_moves(document["moves"], names, write),
        warnings=list(document["warnings"].values()),
        blocked=_("Hand %(number)s could not have been played so: %(why)s")
        % {"number": blocked["number"], "why": blocked["detail"]}
        if blocked
        else "",
        adjustment=_adjusted(adjustment, names, write) if adjustment else [],
        may_adjust=bool(adjustment),
    )


class RulingTold(NamedTuple):
    """`rows` are of the hand that is ruled on, `later` the hands that change with it, `ends` how matches then stand.

    `called_off` are, by id, the numbers of the hands that are called off with it.
    """

    rows: list[Row]
    later: list[Hand]
    called_off: list[tuple[str, int]]
    ends: list[str]
    moves: list[tuple[str, str]]
    in_chips: bool
    in_money: bool
    warnings: list[str]


def ruling_told(document: Mapping[str, Any], names: Names, write: Writer) -> RulingTold:
    """Of the document of a ruling that was looked at."""
    moves = document["moves"]
    rows = [_row(names.get(player, player), change, write.signed) for player, change in document["net"].items()]
    rows += [_row(names.get(player, player), one, signed_holes) for player, one in document["peg_moves"].items()]
    return RulingTold(
        rows=rows,
        later=[_hand(one, names, write) for one in document["later"]],
        called_off=[(one["hand"], one["number"]) for one in document["later"] if one["hand"] in document["called_off"]],
        ends=[_end(one, names) for one in document["matches"]],
        moves=_moves(moves, names, write),
        in_chips=bool(moves["chips"]),
        in_money=bool(moves["balances"]),
        warnings=list(document["warnings"].values()),
    )


def _end(one: Mapping[str, Any], names: Names) -> str:
    """Where the pegs of a match would stand in the end, and who would lead it."""
    pegs = ", ".join(f"{names.get(player, player)} {hole_text(at['after'])}" for player, at in one["pegs"].items())
    leaders = [names.get(player, player) for player in one["leaders"]["after"]]
    return f"{pegs}. {status_words(one['status']['after'], leaders)}"


def _hand(one: Mapping[str, Any], names: Names, write: Writer) -> Hand:
    title = _("Hand %(number)s: %(game)s") % {"number": one["number"], "game": title_of(one["game"])}
    rows = [_row(names.get(player, player), change, write.signed) for player, change in one["net"].items()]
    rows += [_row(names.get(player, player), change, hole_text) for player, change in one["pegs"].items()]
    if one["carry"]:
        rows.append(_row(_("Pot of the next deal"), one["carry"], write.signed))
    if one["antes_paid_by"]:
        change = one["antes_paid_by"]
        who = {key: names.get(str(change[key]), "–") for key in ("before", "after")}
        rows.append(Row(_("Pays the next antes"), who["before"], who["after"], ""))
    status = one["status"]
    if status["before"] != status["after"]:
        rows.append(Row(_("The hand"), word(status["before"]), word(status["after"]), ""))
    return Hand(title, rows)


def _row(name: str, change: Mapping[str, Any], write: Any) -> Row:
    before, after = change["before"] or 0, change["after"] or 0
    return Row(name, write(before), write(after), write(after - before) if after != before else "")


def _moves(moves: Mapping[str, Any], names: Names, write: Writer) -> list[tuple[str, str]]:
    """Chips and accounts by player, then what is nobody's; only what moves."""
    rows = [(_("%(name)s, chips") % {"name": names.get(of, of)}, by) for of, by in moves["chips"].items()]
    rows += [(_("%(name)s, account") % {"name": names.get(of, of)}, by) for of, by in moves["balances"].items()]
    rows += [(_("The carried pot"), moves["pot"]), (_("Over/short of the night"), -moves["difference"])]
    rows += [(_("The match pot"), by) for by in moves["matches"].values()]
    known = {_("the cash box"): moves.get("box", 0), _("the club"): moves.get("club", 0)}
    rows += list(known.items())
    return [(name, write.signed(amount)) for name, amount in rows if amount]


def _adjusted(adjustment: Mapping[str, Any], names: Names, write: Writer) -> list[tuple[str, str]]:
    rows = [(_("%(name)s, account") % {"name": names.get(of, of)}, by) for of, by in adjustment["balances"].items()]
    rows.append((_("Over/short of the night"), -adjustment["difference"]))
    return [(name, write.signed(amount)) for name, amount in rows if amount]
