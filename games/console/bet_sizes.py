"""The usual sizes of a bet or raise, one tap each."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.formatting import Writer

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


_Place = tuple[int, Text] | None


def sizes(
    offer: Document, view: Document, act: Text, value: Callable[[int], str], write: Writer
) -> tuple[Size | None, ...]:
    """Each usual size in a place of its own, None where it may not be bet now: a thumb finds it where it was.

    In a limit game those of the rules, by what they add; else the least, parts of the pot, the pot. The whole stack is
    among them wherever it is allowed.
    """
    bounds, highest = offer["to"], _highest(view)
    found: list[_Place]
    if "choices" in bounds:
        found = _of_the_rules(bounds, view, highest)
    else:
        found = [*(_usual(bounds, view, highest) if "min" in bounds else ()), _all_in(bounds)]
    adds = "choices" in bounds
    return tuple(
        Size(act, value(place[0]), _label(place[0], highest, adds, write), write.plain(place[0]), place[1])
        if place
        else None
        for place in found
    )


def _all_in(bounds: Document) -> _Place:
    return (bounds["all_in"], _("all-in")) if bounds["all_in"] else None


def _of_the_rules(bounds: Document, view: Document, highest: int) -> list[_Place]:
    """A place for each size that the rules know. All-in takes that of the first bet that is more than the stack."""
    choices = [to for to in bounds["choices"] if to != bounds["all_in"]]
    known = view.get("rules", {}).get("bets") or [to - highest for to in choices]
    by_size: dict[int, _Place] = {to - highest: (to, "") for to in choices}
    found = [by_size.pop(size, None) for size in known] + list(by_size.values())
    if all_in := _all_in(bounds):
        free = (at for at, size in enumerate(known) if found[at] is None and highest + size >= all_in[0])
        at = next(free, len(found))
        found[at : at + 1] = [all_in]
    return found


def _label(to: int, highest: int, adds: bool, write: Writer) -> str:
    return f"+{write.plain(to - highest)}" if adds and highest else write.plain(to)


def _highest(view: Document) -> int:
    """The bet that stands, in minor units."""
    return max((player["bet"] for player in view["table"]["players"]), default=0)


def _usual(bounds: Document, view: Document, highest: int) -> list[_Place]:
    """Amounts in whole chips within the bounds, each with its word. Of two that are the same the later one is there.

    A pot that is more than may be bet is as much as may be bet.
    """
    calls = next((offer["amount"] for offer in view["legal"] if offer["type"] == "call"), 0)
    pot = view["table"]["pot"] + calls
    step, least, most = bounds["step"], bounds["min"], bounds["max"]
    wanted: list[tuple[int, Text]] = [(least, _("least")), (highest + pot // 2, _("½ pot"))]
    wanted.append((3 * highest, "×3") if highest else (2 * pot // 3, _("⅔ pot")))
    wanted.append((highest + pot, _("pot")) if (highest + pot) // step * step <= most else (most, _("most")))
    found: list[_Place] = []
    for amount, word in ((amount // step * step, word) for amount, word in wanted):
        found = [None if place and place[0] == amount else place for place in found]
        found.append((amount, word) if least <= amount <= most and amount != bounds["all_in"] else None)
    return found
