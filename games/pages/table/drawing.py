"""A table as people see it: who sits where with what, and what lies in the middle.

What a game puts on the table is told by the keys of its `table` document; each key that lies in the middle has one
template in `table/centre/`. Amounts are written here, so that templates only place them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext, ngettext

from games.engine.ranking import translated
from games.pages.table.sitting import around, spots
from games.reports.writing import MINUS, Writer
from games.selectors.seats import Sitting

Document = Mapping[str, Any]


class Card(NamedTuple):
    """A place for a card: one by its name, None where none can be read.

    `lit` is one of a winning five. `next` is as which the place is turned now, from 1; 0 where it is not. `empty` is a
    place where nothing lies yet, not even face down.
    """

    name: str | None
    lit: bool = False
    next: int = 0
    empty: bool = False


class Seat(NamedTuple):
    """A place at the table. `said` is a declaration: the word, True where one is made in secret, else False or None.

    `net` is what the hand came to, once it is over. `spot` is where the seat stands; `own` comes first, if the viewer
    sits here. `out` is who sits out, whom nothing else need be known of.
    """

    spot: str
    player: str
    name: str
    own: bool = False
    dealer: bool = False
    acting: bool = False
    live: bool = True
    stack: str | None = None
    bet: str | None = None
    net: str | None = None
    cards: tuple[Card, ...] = ()
    said: str | bool | None = None
    hole: int | None = None
    out: bool = False


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


class Piece(NamedTuple):
    """One thing in the middle: the template that draws it, and what it is."""

    template: str
    what: Any


class Drawing(NamedTuple):
    """All that `table/felt.html` needs. `pot` is all that lies in the middle, `side` the side pots within it.

    Once a hand is over, there is no pot.
    """

    seats: tuple[Seat, ...]
    centre: tuple[Piece, ...]
    pot: str | None
    side: tuple[str, ...]
    over: bool


class Scene(NamedTuple):
    """What is drawn, and how: `lit` are the cards of winning hands, `spots` where the players sit, in order.

    `out` are the names of those who sit out, by id.
    """

    view: Document
    write: Writer
    lit: frozenset[str]
    spots: Mapping[str, str]
    out: Mapping[str, str]

    @property
    def table(self) -> Document:
        """What is on the table for everybody; its own `table` is what this game lays out."""
        found: Document = self.view["table"]
        return found

    @property
    def is_open(self) -> bool:
        return bool(self.view["status"] == "open")

    @property
    def to_turn(self) -> int:
        """How many cards the dealer is waited for to turn."""
        return sum(offer["cards"]["count"] for offer in self.view["legal"] if offer["type"] == "reveal")

    def card(self, name: str | None, following: int = 0) -> Card:
        return Card(name, name in self.lit, following)


def drawing_of(view: Document, write: Writer, viewer: str | None = None, circle: Sequence[Sitting] = ()) -> Drawing:
    """A hand as `hand_view` tells it; the viewer is a player's id. Of a hand without a table nothing is drawn.

    With the circle that the players of tonight sit in, those who sit out are there too.
    """
    table = view["table"]
    if not table:
        return Drawing((), (), None, (), True)
    players = {one["player"]: one for one in table["players"]}
    order = around(list(players), circle)
    out = {one.player: one.name for one in circle if one.out}
    scene = Scene(view, write, _winning(view), spots(_from(viewer, order)), out)
    pots = [pot["amount"] for pot in table.get("pots", ())]
    return Drawing(
        seats=tuple(_seat(player, players.get(player), viewer, scene) for player in scene.spots),
        centre=tuple(_centre(scene)),
        pot=write.plain(table["pot"]) if "pot" in table and scene.is_open else None,
        side=tuple(write.plain(amount) for amount in pots[1:]),
        over=not scene.is_open,
    )


def _from(viewer: str | None, players: list[str]) -> list[str]:
    """The players clockwise, beginning with the viewer where they play."""
    first = players.index(viewer) if viewer in players else 0
    return [*players[first:], *players[:first]]


def _seat(player: str, one: Document | None, viewer: str | None, scene: Scene) -> Seat:
    """What lies before a player. Who sits out from now on was still in the hand while it was played."""
    if one is None:
        return Seat(scene.spots[player], player, scene.out[player], own=player == viewer, out=True)
    table, write = scene.table, scene.write
    extra = table["table"]
    cards = extra["laid"][player] if "laid" in extra else one["known"]
    return Seat(
        spot=scene.spots[player],
        player=player,
        name=scene.view["players"][player],
        own=player == viewer,
        dealer=player == table["dealer"],
        acting=player in table["to_act"],
        live=one["live"],
        stack=write.plain(one["stack"]) if "stack" in one else None,
        bet=write.plain(one["bet"]) if one.get("bet") else None,
        net=_net(player, scene),
        cards=tuple(scene.card(name) for name in cards),
        said=one["declared"],
        hole=extra.get("pegs", {}).get(player),
        out=player in scene.out and not scene.is_open,
    )


def _net(player: str, scene: Scene) -> str | None:
    """What a player won or lost, or how far their peg went."""
    result = scene.view["result"] or {}
    if moves := result.get("moves"):
        return f"{moves[player]:+d}".replace("-", MINUS) if moves[player] else None
    amount = result.get("net", {}).get(player)
    return scene.write.signed(amount) if amount else None


def _winning(view: Document) -> frozenset[str]:
    """The cards of every hand that won a part of a pot."""
    pots = (view["result"] or {}).get("pots", ())
    winners = (winner for pot in pots for award in pot["awards"] for winner in award["winners"])
    return frozenset(card for winner in winners for card in winner["cards"] or ())


def _centre(scene: Scene) -> Iterator[Piece]:
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


def _to_beat(best: Document | None, scene: Scene) -> str | None:
    """The best hand showing, while it may still be beaten."""
    return translated(best["hand"], gettext) if best and scene.is_open else None


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


def seated(circle: Sequence[Sitting], stacks: Mapping[str, int], dealer: str | None, write: Writer) -> Drawing:
    """A table where nothing of a hand lies: who sits there, clockwise, and what lies before them."""
    sitting = {one.player: one for one in circle}
    order = around([one.player for one in circle if not one.out], circle)
    seats = tuple(
        Seat(
            spot=spot,
            player=player,
            name=sitting[player].name,
            dealer=player == dealer,
            stack=write.plain(stacks.get(player, 0)),
            out=sitting[player].out,
        )
        for player, spot in spots(order).items()
    )
    return Drawing(seats, centre=(), pot=None, side=(), over=True)
