"""A table as people see it: who sits where with what; what lies in the middle comes from `centre`.

Amounts are written here, so that templates only place them.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.pages.table.centre import Piece, centre
from games.pages.table.scene import Card, Document, Scene
from games.pages.table.sitting import around, spots
from games.reports.writing import MINUS, Writer
from games.selectors.seats import Sitting


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


class Drawing(NamedTuple):
    """All that `table/felt.html` needs. `pot` is all that lies in the middle, `side` the side pots within it.

    Once a hand is over, there is no pot.
    """

    seats: tuple[Seat, ...]
    centre: tuple[Piece, ...]
    pot: str | None
    side: tuple[str, ...]
    over: bool


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
        centre=tuple(centre(scene)),
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
