"""A table as people see it: who sits where with what; what lies in the middle comes from `centre`.

Amounts are written here, so that templates only place them.
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from games.console.bet_sizes import Text
from games.console.centre import Piece, centre
from games.console.scene import Card, Document, Scene, hole_as_written
from games.console.seating_plan import around, seated_now, spots
from games.core.formatting import MINUS, Writer
from games.nights.selectors.seats import Present


class Seat(NamedTuple):
    """A place at the table. `said` is a declaration: the word, True where one is made in secret, else False or None.

    `net` is what the hand came to, once it is over. `spot` is where the seat stands; `own` comes first, if the viewer
    sits here. `away` says why who sits there is in no hand, `stack` in a word that it is empty. `note` says how the
    next deal goes without chips, and `rebuy` is where they are bought.
    """

    spot: str
    player: str
    name: str
    own: bool = False
    dealer: bool = False
    acting: bool = False
    live: bool = True
    stack: Text | None = None
    bet: str | None = None
    net: str | None = None
    cards: tuple[Card, ...] = ()
    said: str | bool | None = None
    hole: str | None = None
    away: Text = ""
    note: Text = ""
    rebuy: str = ""


class Drawing(NamedTuple):
    """All that `table/felt.html` needs. `pot` is all that lies in the middle, `side` the side pots within it.

    Once a hand is over, there is no pot.
    """

    seats: tuple[Seat, ...]
    centre: tuple[Piece, ...]
    pot: str | None
    side: tuple[str, ...]
    over: bool


_NOBODY = Present()


def drawing_of(view: Document, write: Writer, viewer: str | None = None, now: Present = _NOBODY) -> Drawing:
    """A hand as `hand_view` tells it; the viewer is a player's id. Of a hand without a table nothing is drawn.

    With who sits there `now`, those who were not dealt in are there too. Once the hand is over they all sit where they
    sit now, with what they have now, and the cards as they lay at its end.
    """
    table = view["table"]
    if not table:
        return Drawing((), (), None, (), True)
    players = {one["player"]: one for one in table["players"]}
    is_open = view["status"] == "open"
    order = around(list(players), now.circle) if is_open or not now.circle else seated_now(now.circle)
    sitting = {one.player: one for one in now.circle}
    scene = Scene(view, write, _winning(view), spots(_from(viewer, order)), sitting, now.stacks)
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
        return _beside(player, viewer, scene)
    table = scene.table
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
        stack=_stack(player, one, scene),
        bet=scene.write.plain(one["bet"]) if one.get("bet") else None,
        net=_net(player, scene),
        cards=tuple(scene.card(name) for name in cards),
        said=None if scene.view["status"] == "void" else one["declared"],
        hole=_hole(player, scene),
        away=_OUT if not scene.is_open and player in scene.sitting and scene.sitting[player].out else "",
    )


def _beside(player: str, viewer: str | None, scene: Scene) -> Seat:
    """Who sits there and was not dealt in."""
    one, stack = scene.sitting[player], scene.stack(player)
    away = _OUT if one.out else _NOT_DEALT if scene.is_open else ""
    has_money = "pot" in scene.table
    return Seat(
        scene.spots[player],
        player,
        one.name,
        own=player == viewer,
        stack=_chips(stack, scene.write) if has_money else None,
        away=away,
    )


def _stack(player: str, one: Document, scene: Scene) -> Text | None:
    """The chips before a player who was dealt in; once the hand is over those they have now, where that is known.

    Who has bet them all is all-in. Where losers match the pot nobody bets: chips there are not are owed.
    """
    if "stack" not in one:
        return None
    if scene.is_open:
        is_all_in = one["live"] and not one["stack"] and "match" not in scene.table["table"]
        return _ALL_IN if is_all_in else scene.write.plain(one["stack"])
    return _chips(scene.stack(player, one["stack"]), scene.write)


def _chips(stack: int | None, write: Writer) -> Text | None:
    """What somebody begins the next hand with: nothing is said by a word, since they are not dealt in."""
    if stack is None:
        return None
    return write.plain(stack) if stack else _NO_CHIPS


_OUT = _("sits out")
_NOT_DEALT = _("not dealt in")
_NO_CHIPS = _("no chips")
_ALL_IN = _("all-in")


def _hole(player: str, scene: Scene) -> str | None:
    """Where a player's peg stands, once the hand is over where it has gone: by the last ruling, else by the rules."""
    pegs = scene.table["table"].get("pegs")
    return hole_as_written(pegs[player] + _moves(scene).get(player, 0)) if pegs else None


def _moves(scene: Scene) -> Mapping[str, int]:
    """How far each peg went, in holes; empty while the hand is played, and where there are none."""
    rulings = scene.view.get("rulings") or ()
    moves: Mapping[str, int] = (scene.view["result"] or {}).get("moves") or {}
    return rulings[-1]["peg_moves"] if moves and rulings else moves


def _net(player: str, scene: Scene) -> str | None:
    """What a player won or lost, or how far their peg went."""
    if moves := _moves(scene):
        return f"{moves[player]:+d}".replace("-", MINUS) if moves[player] else None
    amount = (scene.view["result"] or {}).get("net", {}).get(player)
    return scene.write.signed(amount) if amount else None


def _winning(view: Document) -> frozenset[str]:
    """The cards of every hand that won a part of a pot."""
    pots = (view["result"] or {}).get("pots", ())
    winners = (winner for pot in pots for award in pot["awards"] for winner in award["winners"])
    return frozenset(card for winner in winners for card in winner["cards"] or ())


def noted(drawing: Drawing, players: Collection[str], note: Text, rebuy: Callable[[str], str]) -> Drawing:
    """The same table; these players have this note at their places, and chips are bought there."""
    seats = (
        seat._replace(note=note, rebuy=rebuy(seat.player)) if seat.player in players else seat for seat in drawing.seats
    )
    return drawing._replace(seats=tuple(seats))


NOT_DEALT, ON_CREDIT = _NOT_DEALT, _("on credit")


def seated(now: Present, dealer: str | None, write: Writer) -> Drawing:
    """A table where nothing of a hand lies: who sits there, clockwise, and what lies before them."""
    sitting = {one.player: one for one in now.circle}
    seats = tuple(
        Seat(
            spot=spot,
            player=player,
            name=sitting[player].name,
            dealer=player == dealer,
            stack=_chips((now.stacks or {}).get(player, 0), write),
            away=_OUT if sitting[player].out else "",
        )
        for player, spot in spots(seated_now(now.circle)).items()
    )
    return Drawing(seats, centre=(), pot=None, side=(), over=True)
