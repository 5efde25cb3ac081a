"""Why a hand ended as it did, pot by pot: who claimed what with which five cards, and by which rule it went on."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.formatting import Writer
from games.engine.ranking import translated
from games.engine.wording import named
from games.play.pages.peg_board import hole_text

Document = Mapping[str, Any]


class Claim(NamedTuple):
    """One player's wish for a pot: `hand` and `cards` where they were shown, and what became of it."""

    name: str
    way: str
    hand: str
    cards: tuple[str, ...]
    won: bool
    outcome: str
    rule: str


class Line(NamedTuple):
    """A sentence about a player, how much it is about, and the number of its rule."""

    name: str
    words: str
    amount: str
    rule: str


class Pot(NamedTuple):
    title: str
    amount: str
    contenders: str
    claims: tuple[Claim, ...]
    lines: tuple[Line, ...]


class Peg(NamedTuple):
    name: str
    hand: str
    cards: tuple[str, ...]
    won: bool
    words: str
    rule: str


class Explained(NamedTuple):
    """Of a game for money its pots, and what goes on to the next deal; of one for pegs how each went."""

    pots: tuple[Pot, ...]
    then: tuple[Line, ...]
    pegs: tuple[Peg, ...]


def explained(explanation: Document, write: Writer) -> Explained:
    """From `explanation_of` a hand that is over; empty where there is nothing to explain."""
    names = explanation["players"]
    pots = explanation.get("pots", ())
    return Explained(
        pots=tuple(_pot(pot, place, len(pots), names, write) for place, pot in enumerate(pots)),
        then=tuple(_then(explanation, names, write)),
        pegs=tuple(_peg(peg, names) for peg in explanation.get("pegs", ())),
    )


def _pot(pot: Document, place: int, count: int, names: Mapping[str, str], write: Writer) -> Pot:
    title = _("The pot") if count == 1 else _("Main pot") if not place else _("Side pot %(number)s") % {"number": place}
    return Pot(
        title=title,
        amount=write.plain(pot["amount"]),
        contenders=", ".join(names[player] for player in pot["contenders"]),
        claims=tuple(_claim(claim, names) for claim in sorted(pot["claims"], key=_place)),
        lines=(
            *(_failed(one, names) for one in pot["failed"]),
            *(line for award in pot["awards"] for line in _award(award, names, write)),
        ),
    )


def _claim(claim: Document, names: Mapping[str, str]) -> Claim:
    return Claim(
        name=names[claim["player"]],
        way=str(_WAYS.get(claim["direction"], "")),
        hand=translated(claim["hand"] or "", _),
        cards=tuple(claim["cards"] or ()),
        won=claim["won"],
        outcome=_outcome(claim),
        rule=claim["rule"] if claim["cards"] else "",
    )


def _place(claim: Document) -> tuple[str, bool]:
    """High before low, and who has won before who has not."""
    return claim["direction"], not claim["won"]


def _outcome(claim: Document) -> str:
    if claim["given_up"]:
        return _("mucked")
    if claim["won"]:
        return _("wins") if claim["contested"] else _("wins, nobody else is left")
    return _("does not win")


def _failed(one: Document, names: Mapping[str, str]) -> Line:
    words = str(_FAILED[one["why"]]).format(way=_WAYS.get(one["direction"], ""))
    return Line(names[one["player"]], words, "", one["rule"])


def _award(award: Document, names: Mapping[str, str], write: Writer) -> list[Line]:
    words = _SHARED if len(award["winners"]) > 1 else _SHARES
    share = str(words[award["share"]])
    won = [Line(names[one["player"]], share, write.plain(one["amount"]), award["rule"]) for one in award["winners"]]
    odd = [
        Line(names[one["player"]], _odd(award, names), write.plain(one["amount"]), one["rule"])
        for one in award["odd_chips"]
    ]
    return won + odd


def _odd(award: Document, names: Mapping[str, str]) -> str:
    """Why this player has the odd chip of a low half, where others would have been asked first."""
    said = _("of this what could not be split")
    if not award["asked_last"]:
        return said
    others = named([names[player] for player in award["asked_last"]], _)
    return _("%(odd)s; %(players)s had an odd chip in the high half") % {"odd": said, "players": others}


def _then(explanation: Document, names: Mapping[str, str], write: Writer) -> list[Line]:
    """What a game takes along into its next deal."""
    lines = [
        Line(
            names[one["player"]],
            _("stayed in and lost: pays into the next pot"),
            write.plain(one["amount"]),
            one["rule"],
        )
        for one in explanation.get("matches", ())
    ]
    if explanation.get("carry"):
        lines.append(Line("", _("In the pot of the next deal"), write.plain(explanation["carry"]), ""))
    if payer := explanation.get("antes_paid_by"):
        lines.append(Line(names[payer], _("pays all antes of the next deal"), "", explanation["carry_rule"]))
    return lines


def _peg(peg: Document, names: Mapping[str, str]) -> Peg:
    way = {"from": hole_text(peg["from"]), "to": hole_text(peg["to"]), "times": peg["multiplier"]}
    words = _("from %(from)s to %(to)s, at %(times)sX") % way
    return Peg(
        names[peg["player"]], translated(peg["hand"] or "", _), tuple(peg["cards"]), peg["won"], words, peg["rule"]
    )


_WAYS: Mapping[str | None, str | Promise] = {"high": gettext_lazy("for high"), "low": gettext_lazy("for low")}
_SHARES: Mapping[str, str | Promise] = {
    "high": gettext_lazy("gets the high half"),
    "low": gettext_lazy("gets the low half"),
    "all": gettext_lazy("gets the pot"),
    "uncontested": gettext_lazy("gets the pot: nobody else is left"),
}
_SHARED: Mapping[str, str | Promise] = {
    "high": gettext_lazy("shares the high half"),
    "low": gettext_lazy("shares the low half"),
    "all": gettext_lazy("shares the pot"),
}
_FAILED: Mapping[str, Any] = {
    "mucked": gettext_lazy("declared both and mucked: fails"),
    "beaten": gettext_lazy("declared both and was beaten {way}: fails"),
    "tied": gettext_lazy("declared both and tied {way}: fails"),
}
