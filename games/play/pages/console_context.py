"""Addresses and texts for the console's templates (`games/console/templates/console`), which only place them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.urls import get_script_prefix, reverse
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.console.drawing import Drawing
from games.console.pad import Pad
from games.models import Night
from games.nights.selectors.console import AtTable


class Status(NamedTuple):
    """The head: the hand or the night, the pot, how many things are `waiting` in the menu and the same in words."""

    title: str
    number: int | None
    pot: str | None
    side: tuple[str, ...]
    waiting: int
    waits: tuple[str, ...]
    menu: str


class Foot(NamedTuple):
    """What is `said` to the scorekeeper, what an undo would take back (None where nothing), and where to ask for it.

    Where nothing has been entered since the deal, `void` is the action that takes back the deal.
    """

    said: str
    undo: str | None
    take_back: str
    void: str | None = None


class Entering(NamedTuple):
    """A hand that is played: where its actions go, after which version, and what may be tapped."""

    enter: str
    hand: str
    version: int
    pad: Pad
    foot: Foot


class Console(NamedTuple):
    """The whole. It shows all that came up to event `told` of the night, and is drawn `again`, by that address, when
    more does. Where no hand is played (`entering` is None) it is `between` hands, drawn as a page is.
    """

    told: int
    night: UUID
    again: str
    status: Status
    felt: Drawing
    entering: Entering | None
    between: SafeString


def address(name: str, *ids: UUID | str) -> str:
    """Of a page by its name: a night's are the same with every tap, and Django works out each of them anew."""
    return _address(get_script_prefix(), name, *ids)


@lru_cache(maxsize=1024)
def _address(_prefix: str, name: str, *ids: UUID | str) -> str:
    return reverse(name, args=ids)


def status_of(hand: Mapping[str, Any] | None, drawing: Drawing | None, found: AtTable) -> Status:
    return Status(
        title=hand["title"] if hand else found.night.name,
        number=hand["number"] if hand else None,
        pot=drawing.pot if drawing else None,
        side=drawing.side if drawing else (),
        waiting=found.asked + found.disputed,
        waits=tuple(_waits(found)),
        menu=address("console-menu", found.night.pk),
    )


def _waits(found: AtTable) -> Iterator[str]:
    if found.asked:
        yield ngettext("{count} request", "{count} requests", found.asked).format(count=found.asked)
    if found.disputed:
        yield ngettext("{count} dispute", "{count} disputes", found.disputed).format(count=found.disputed)


def foot_of(night: Night, hand: Mapping[str, Any] | None, said: str, void: str | None = None) -> Foot:
    if not hand:
        return Foot(said, None, "")
    return Foot(said, hand["undo"], address("take-back", night.pk, hand["id"]), void)


def entering(night: Night, hand: Mapping[str, Any], pad: Pad, foot: Foot) -> Entering:
    return Entering(address("enter", night.pk, hand["id"]), hand["id"], hand["version"], pad, foot)
