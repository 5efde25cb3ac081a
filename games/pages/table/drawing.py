"""A table as people see it: who sits where with what, and what lies in the middle.

What a game puts on the table is told by the keys of its `table` document; each key that lies in the middle has one
template in `table/centre/`. Amounts are written here, so that templates only place them.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games.reports.writing import MINUS, Writer

Document = Mapping[str, Any]

# A board as it is laid at card tables, where a game turns its cards side by side.
BOARD = 5
# Games that say in these keys where the turned cards lie have no board beside them.
_LIE_ELSEWHERE = frozenset({"layout", "offer", "laid"})


class Card(NamedTuple):
    """A card by its name, None face down. `lit` is one of a winning five, `next` is about to be turned."""

    name: str | None
    lit: bool = False
    next: bool = False


class Seat(NamedTuple):
    """A place at the table. `said` is a declaration: the word, True where one is made in secret, else False or None.

    `net` is what the hand came to, once it is over. `place` counts clockwise from the bottom of the oval, where `own`
    sits if the viewer plays.
    """

    place: int
    player: str
    name: str
    own: bool
    dealer: bool
    acting: bool
    live: bool
    stack: str | None
    bet: str | None
    net: str | None
    cards: tuple[Card, ...]
    said: str | bool | None
    hole: int | None


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


def drawn(view: Document, write: Writer, viewer: str | None = None) -> Drawing:
    """A hand as `hand_view` tells it; the viewer is a player's id. Of a hand without a table nothing is drawn."""
    table = view["table"]
    if not table:
        return Drawing((), (), None, (), True)
    lit = _winning(view)
    pots = [pot["amount"] for pot in table.get("pots", ())]
    return Drawing(
        seats=_seats(view, write, viewer, lit),
        centre=_centre(view, write, lit),
        pot=write.plain(table["pot"]) if "pot" in table and view["status"] == "open" else None,
        side=tuple(write.plain(amount) for amount in pots[1:]),
        over=view["status"] != "open",
    )


def _seats(view: Document, write: Writer, viewer: str | None, lit: frozenset[str]) -> tuple[Seat, ...]:
    """Clockwise, beginning with the viewer where they play."""
    players = view["table"]["players"]
    first = next((at for at, one in enumerate(players) if one["player"] == viewer), 0)
    return tuple(
        _seat(place, one, view, write, viewer, lit) for place, one in enumerate([*players[first:], *players[:first]])
    )


def _seat(
    place: int,
    one: Document,
    view: Document,
    write: Writer,
    viewer: str | None,
    lit: frozenset[str],
) -> Seat:
    player, table = one["player"], view["table"]
    extra = table["table"]
    cards = extra["laid"][player] if "laid" in extra else one["known"]
    return Seat(
        place=place,
        player=player,
        name=view["players"][player],
        own=player == viewer,
        dealer=player == table["dealer"],
        acting=player in table["to_act"],
        live=one["live"],
        stack=write.plain(one["stack"]) if "stack" in one else None,
        bet=write.plain(one["bet"]) if one.get("bet") else None,
        net=_net(view, player, write),
        cards=tuple(Card(name, name in lit) for name in cards),
        said=one["declared"],
        hole=extra.get("pegs", {}).get(player),
    )


def _net(view: Document, player: str, write: Writer) -> str | None:
    """What a player won or lost, or how far their peg went."""
    result = view["result"] or {}
    if moves := result.get("moves"):
        return f"{moves[player]:+d}".replace("-", MINUS) if moves[player] else None
    amount = result.get("net", {}).get(player)
    return write.signed(amount) if amount else None


def _winning(view: Document) -> frozenset[str]:
    """The cards of every hand that won a part of a pot."""
    pots = (view["result"] or {}).get("pots", ())
    winners = (winner for pot in pots for award in pot["awards"] for winner in award["winners"])
    return frozenset(card for winner in winners for card in winner["cards"] or ())


def _centre(view: Document, write: Writer, lit: frozenset[str]) -> tuple[Piece, ...]:
    table = view["table"]
    extra: Document = table["table"]
    pieces = []
    if not _LIE_ELSEWHERE & extra.keys():
        pieces.append(Piece("table/centre/board.html", _board(view, lit)))
    for key, draw in _PIECES.items():
        what = draw(extra[key], view, write, lit) if key in extra else None
        if what is not None:
            pieces.append(Piece(f"table/centre/{key}.html", what))
    return tuple(pieces)


def _board(view: Document, lit: frozenset[str]) -> tuple[Card, ...]:
    """The cards turned, those about to be, and the places that are still empty."""
    turned: list[str] = view["table"]["board"]
    coming = len(turned) + _to_turn(view)
    size = max(BOARD, coming)
    return tuple(
        Card(turned[place], turned[place] in lit) if place < len(turned) else Card(None, next=place < coming)
        for place in range(size)
    )


def _to_turn(view: Document) -> int:
    """How many cards the dealer is waited for to turn."""
    return sum(offer["cards"]["count"] for offer in view["legal"] if offer["type"] == "reveal")


def _layout(rows: list[list[str | None]], view: Document, write: Writer, lit: frozenset[str]) -> Any:
    """Rows of cards; those about to be turned are told by the game, and marked while the dealer is waited for."""
    marked = {tuple(place) for place in view["table"]["table"]["turning"]} if _to_turn(view) else set()
    return [
        [Card(name, name in lit, (at, place) in marked) for place, name in enumerate(row)]
        for at, row in enumerate(rows)
    ]


def _low_ranks(count: int, view: Document, write: Writer, lit: frozenset[str]) -> Any:
    """Whether the board plays low, and how near it is."""
    extra = view["table"]["table"]
    return {"count": count, "low": extra["plays_low"], "high": extra["plays_high"]}


def _offer(offer: Document | None, view: Document, write: Writer, lit: frozenset[str]) -> Any:
    """The card that goes round, where it came from, and who decides; the dead one once it has stopped."""
    turned = view["table"]["board"]
    if offer is None:
        return {"card": Card(turned[-1]), "to": None, "by": None} if turned else {"card": Card(None), "to": None}
    names = view["players"]
    return {
        "card": Card(offer["card"]),
        "to": names[offer["to"]],
        "by": names.get(offer["discarded_by"]),
        "passed": offer["passed"],
    }


def _match(amount: int, view: Document, write: Writer, lit: frozenset[str]) -> Any:
    """What a loser pays, while somebody may still lose."""
    return write.plain(amount) if view["status"] == "open" else None


def _to_beat(best: Document | None, view: Document, write: Writer, lit: frozenset[str]) -> Any:
    """The best hand showing, while it may still be beaten."""
    return best["hand"] if best and view["status"] == "open" else None


def _multiplier(times: int, view: Document, write: Writer, lit: frozenset[str]) -> Any:
    return times


def _double(player: str | None, view: Document, write: Writer, lit: frozenset[str]) -> Any:
    return view["players"][player] if player else None


_PIECES: Mapping[str, Callable[[Any, Document, Writer, frozenset[str]], Any]] = {
    "layout": _layout,
    "low_ranks": _low_ranks,
    "offer": _offer,
    "match": _match,
    "to_beat": _to_beat,
    "multiplier": _multiplier,
    "double_declared_by": _double,
}
