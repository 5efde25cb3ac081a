"""A finished hand in two lines: who gets what and why, and what follows from it. Knows no game by name."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.console.scene import hole_as_written
from games.core.formatting import Writer
from games.engine.ranking import translated

Document = Mapping[str, Any]
Names = Mapping[str, str]


class Part(NamedTuple):
    """What one player has got, or has to do: their name, what in a few words, how much, and with what."""

    name: str
    what: str
    amount: str = ""
    why: str = ""


class Told(NamedTuple):
    """`won`: who gets what, and why. `then`: who failed, who pays, how the pegs went on.

    `totals` is what the dealer pushes to whom, most first, where somebody gets several parts; else `won` says it.
    `nobody` says that no one has won. `carry` is what lies in the next pot, empty where nothing does.
    """

    won: tuple[Part, ...]
    then: tuple[Part, ...]
    carry: str = ""
    totals: tuple[Part, ...] = ()
    nobody: str = ""


def told(explained: Document, write: Writer, layout: list[list[str | None]] | None = None, match_pot: int = 0) -> Told:
    """From `hand_explain`. With a layout it is said which column or row a hand used.

    `match_pot` is what the members of a match have staked together, in minor units.
    """
    names = explained["players"]
    if "pegs" in explained:
        return _pegs(explained, names, write.plain(match_pot) if match_pot else "")
    if "net" in explained:
        return Told(tuple(_net(explained["net"], names, write)), ())
    pots = explained.get("pots", ())
    won = tuple(_winnings(pots, names, write, layout))
    then = (*_failures(pots, names), *_paid_in(explained, names, write))
    return Told(
        won,
        then,
        write.plain(explained["carry"]) if explained.get("carry") else "",
        tuple(_totals(pots, names, write)) if len({part.name for part in won}) < len(won) else (),
        "" if won else _("Everybody is out: nobody wins the pot."),
    )


def _totals(pots: list[Document], names: Names, write: Writer) -> Iterator[Part]:
    """All that each player gets, of all pots and halves."""
    sums: dict[str, int] = {}
    for pot in pots:
        for (player, _share), amount in _shared_out(pot).items():
            sums[player] = sums.get(player, 0) + amount
    for player, amount in sorted(sums.items(), key=lambda one: -one[1]):
        yield Part(names[player], _("gets"), write.plain(amount))


def _winnings(
    pots: list[Document], names: Names, write: Writer, layout: list[list[str | None]] | None
) -> Iterator[Part]:
    """A part for each player and share, of the main pot and of all side pots; over all pots where they went one way."""
    sums: dict[tuple[str, str, str], int] = {}
    hands: dict[tuple[str, str, str], str] = {}
    apart = len({tuple(_shared_out(pot)) for pot in pots}) > 1
    for at, pot in enumerate(pots):
        which = ("side" if at else "main") if apart else "all"
        for (player, share), amount in _shared_out(pot).items():
            got = which, player, share
            sums[got] = sums.get(got, 0) + amount
            hands.setdefault(got, _hand(pot, player, share, layout))
    for (which, player, share), amount in sums.items():
        what = str(_SHARES[which].get(share, share))
        yield Part(names[player], what, write.plain(amount), hands[which, player, share])


def _shared_out(pot: Document) -> dict[tuple[str, str], int]:
    """What of a pot went to whom: amounts by player and share."""
    return {
        (winner["player"], award["share"]): winner["amount"] for award in pot["awards"] for winner in award["winners"]
    }


def _hand(pot: Document, player: str, share: str, layout: list[list[str | None]] | None) -> str:
    """The hand that won a share, and where it lay."""
    for claim in pot["claims"]:
        if claim["player"] == player and claim["won"] and claim["hand"] and share in (claim["direction"], "all"):
            where = _where(claim["cards"], layout) if layout else ""
            return f"{translated(claim['hand'], _)} {where}".strip()
    return ""


def _where(cards: list[str], layout: list[list[str | None]]) -> str:
    """Which column, or which row, of the layout these cards are from."""
    used = [(at, place) for at, row in enumerate(layout) for place, name in enumerate(row) if name in cards]
    rows, columns = {at for at, _place in used}, {place for _at, place in used}
    if len(columns) == 1:
        return _("with column {number}").format(number=columns.pop() + 1)
    if len(rows) == 1:
        return _("in the top row") if rows == {0} else _("in the bottom row")
    return ""


def _failures(pots: list[Document], names: Names) -> Iterator[Part]:
    """Who lost all, once each: having declared both, or mucked."""
    said: dict[str, str] = {}
    for pot in pots:
        for one in pot["failed"]:
            said.setdefault(one["player"], _WHY[one["why"]].format(way=one["direction"] or ""))
    for player, why in said.items():
        yield Part(names[player], why)


def _paid_in(explained: Document, names: Names, write: Writer) -> Iterator[Part]:
    """Who pays for the next deal."""
    for match in explained.get("matches", ()):
        yield Part(names[match["player"]], _("pays into the next pot"), write.plain(match["amount"]))
    if explained.get("antes_paid_by"):
        yield Part(names[explained["antes_paid_by"]], _("pays all the next antes"))


def _net(net: Mapping[str, int], names: Names, write: Writer) -> Iterator[Part]:
    for player, amount in sorted(net.items(), key=lambda one: -one[1]):
        if amount:
            yield Part(names[player], "", write.signed(amount))


def _pegs(explained: Document, names: Names, match_pot: str) -> Told:
    """The winner of a match for a stake takes the match pot; until then it waits."""
    won = tuple(_peg(one, names) for one in explained["pegs"] if one["won"])
    lost = tuple(_peg(one, names) for one in explained["pegs"] if not one["won"])
    status = explained["match"]["status"]
    players = ", ".join(names[player] for player in explained["match"]["players"])
    then = list(lost)
    if status == "won" and match_pot:
        then.append(Part(players, _("wins the match and the match pot:"), match_pot))
    else:
        then += [Part(players, str(_MATCH[status]))] if status in _MATCH else []
        then += [Part("", _("In the match pot:"), match_pot)] if match_pot else []
    return Told(won, tuple(then))


def _peg(one: Document, names: Names) -> Part:
    """How a peg went, and to where."""
    move, to = one["move"], hole_as_written(one["to"])
    if not move:
        moved = _("stays on {to}").format(to=to)
    else:
        holes = ngettext("{count} hole forward, to {to}", "{count} holes forward, to {to}", move)
        back = ngettext("{count} hole back, to {to}", "{count} holes back, to {to}", -move)
        moved = (holes if move > 0 else back).format(count=abs(move), to=to)
    return Part(names[one["player"]], moved, why=translated(one["hand"] or "", _) if one["won"] else "")


_SHARES: Mapping[str, Mapping[str, str | Promise]] = {
    "all": {
        "high": gettext_lazy("high half"),
        "low": gettext_lazy("low half"),
        "all": gettext_lazy("the pot"),
        "uncontested": gettext_lazy("the pot, nobody else is left"),
    },
    "main": {
        "high": gettext_lazy("high half of the main pot"),
        "low": gettext_lazy("low half of the main pot"),
        "all": gettext_lazy("the main pot"),
        "uncontested": gettext_lazy("the main pot, nobody else is left in it"),
    },
    "side": {
        "high": gettext_lazy("high half of the side pot"),
        "low": gettext_lazy("low half of the side pot"),
        "all": gettext_lazy("the side pot"),
        "uncontested": gettext_lazy("the side pot, nobody else is left in it"),
    },
}
_WHY: Mapping[str, Any] = {
    "mucked": gettext_lazy("mucked"),
    "beaten": gettext_lazy("said both, beaten for {way}"),
    "tied": gettext_lazy("said both, tied for {way}"),
}
_MATCH: Mapping[str, str | Promise] = {
    "won": gettext_lazy("wins the match"),
    "tiebreak": gettext_lazy("tied: one more hand"),
}
