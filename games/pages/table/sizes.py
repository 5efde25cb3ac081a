"""The usual sizes of a bet or raise, one tap each."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.reports.writing import Writer

Document = Mapping[str, Any]
Text = str | Promise


class Size(NamedTuple):
    """An amount to bet or raise to. `label` is what the table says; `to` the player's total, `word` what it is.

    `act` says what is done, for who hears the button.
    """

    act: Text
    value: str
    label: str
    to: str
    word: Text


def sizes(offer: Document, view: Document, act: Text, value: Callable[[int], str], write: Writer) -> tuple[Size, ...]:
    """Ascending. In a limit game each that is allowed, by what it adds; else the least, parts of the pot, the pot.

    The whole stack is among them wherever it is allowed.
    """
    bounds, highest = offer["to"], _highest(view)
    if "choices" in bounds:
        found: dict[int, Text] = dict.fromkeys(bounds["choices"], "")
    elif "min" in bounds:
        found = _usual(bounds, view, highest)
    else:
        found = {}
    if bounds["all_in"]:
        found[bounds["all_in"]] = _("all-in")
    return tuple(
        Size(act, value(to), _label(to, highest, "choices" in bounds, write), write.plain(to), word)
        for to, word in sorted(found.items())
    )


def _label(to: int, highest: int, adds: bool, write: Writer) -> str:
    return f"+{write.plain(to - highest)}" if adds and highest else write.plain(to)


def _highest(view: Document) -> int:
    """The bet that stands, in minor units."""
    return max((player["bet"] for player in view["table"]["players"]), default=0)


def _usual(bounds: Document, view: Document, highest: int) -> dict[int, Text]:
    """Amounts in whole chips within the bounds, each with its word; of two that are the same the later word holds."""
    calls = next((offer["amount"] for offer in view["legal"] if offer["type"] == "call"), 0)
    pot = view["table"]["pot"] + calls
    step, least, most = bounds["step"], bounds["min"], bounds["max"]
    wanted: list[tuple[int, Text]] = [(least, _("least"))]
    wanted += [(3 * highest, "×3")] if highest else [(pot // 3, _("⅓ pot"))]
    wanted += [(highest + pot // 2, _("½ pot")), (highest + pot, _("pot"))]
    inside = ((min(max(amount // step * step, least), most), word) for amount, word in wanted)
    return dict(inside)
