"""What lies in the middle of a table, piece by piece: each by the key of the game's `table` document that tells it.

Each key has one template in `table/centre/`. Amounts are written here, so that templates only place them.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext, ngettext

from games.console.scene import Card, Document, Scene
from games.engine.ranking import translated


class LowRanks(NamedTuple):
    """Whether the board plays low or high, and while it may be either, how near it is to low."""

    low: bool
    high: bool
    told: str


class Offer(NamedTuple):
    """The card that goes round, who decides at which spot, and where it came from; the dead one once it stopped."""

    card: Card
    to: str | None = None
    by: str | None = None
    spot: str | None = None


class ToBeat(NamedTuple):
    """The cards of the best hand showing, and what they are in words."""

    cards: tuple[Card, ...]
    hand: str


class Piece(NamedTuple):
    """One thing in the middle: the template that draws it, and what it is."""

    template: str
    what: Any


def centre(scene: Scene) -> Iterator[Piece]:
    """In the order in which they are drawn."""
    extra: Document = scene.table["table"]
    for key, draw in _PIECES.items():
        what = draw(extra[key], scene) if key in extra else None
        if what is not None:
            yield Piece(f"table/centre/{key}.html", what)


def _board(places: int, scene: Scene) -> tuple[Card, ...]:
    """The cards turned, those about to be, and the places that are still empty."""
    turned: list[str] = scene.table["board"]
    empty = range(1, places - len(turned) + 1)
    return (*map(scene.card, turned), *(_empty(number, scene) for number in empty))


def _empty(number: int, scene: Scene) -> Card:
    """A place for the next card, the one after that, and so on, counted from 1."""
    return Card(None, next=number if number <= scene.to_turn else 0, empty=True)


def _layout(rows: list[list[str | None]], scene: Scene) -> tuple[tuple[Card, ...], ...]:
    """Rows of cards; those about to be turned are told by the game, and marked while the dealer is waited for."""
    turning = scene.table["table"]["turning"] if scene.to_turn else ()
    marked = {tuple(place): number for number, place in enumerate(turning, 1)}
    return tuple(
        tuple(scene.card(name, marked.get((at, place), 0)) for place, name in enumerate(row))
        for at, row in enumerate(rows)
    )


def _low_ranks(count: int, scene: Scene) -> LowRanks:
    extra = scene.table["table"]
    told = ngettext("{count} low card", "{count} low cards", count).format(count=count) if count else ""
    if count == 2:  # one more makes it low
        told = gettext("2 low cards: could still turn")
    return LowRanks(extra["plays_low"], extra["plays_high"], told)


def _offer(offer: Document | None, scene: Scene) -> Offer:
    if offer is None:
        turned = scene.table["board"]
        return Offer(Card(turned[-1]) if turned else _empty(1, scene))
    names = scene.view["players"]
    return Offer(Card(offer["card"]), names[offer["to"]], names.get(offer["discarded_by"]), scene.spots[offer["to"]])


def _match(amount: int, scene: Scene) -> str | None:
    """What a loser pays, while somebody may still lose."""
    return scene.write.plain(amount) if scene.is_open else None


def _to_beat(best: Document | None, scene: Scene) -> ToBeat | None:
    """The best hand showing, while it may still be beaten; of several as good that of the first."""
    if not best or not scene.is_open:
        return None
    laid = scene.table["table"]["laid"][best["players"][0]]
    return ToBeat(tuple(map(scene.card, laid)), translated(best["hand"], gettext))


def _multiplier(times: int, _scene: Scene) -> int:
    return times


def _double(player: str | None, scene: Scene) -> str | None:
    return scene.view["players"][player] if player else None


_PIECES: Mapping[str, Callable[[Any, Scene], Any]] = {
    "board": _board,
    "layout": _layout,
    "low_ranks": _low_ranks,
    "offer": _offer,
    "match": _match,
    "to_beat": _to_beat,
    "multiplier": _multiplier,
    "double_declared_by": _double,
}
