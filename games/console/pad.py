"""`legal` as what a thumb may tap: buttons, sizes, words, cards to pick. Knows no game by name.

A button's value is the action as the hand file writes it. Where an action still needs what is typed or picked, that key
is null in the value, and comes in a field of its name.
"""

import json
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.console.bet_sizes import Size, Text, sizes
from games.core.formatting import Writer
from games.core.pages.form_fields import Amount

Document = Mapping[str, Any]

# What an offer may ask to be filled in by cards.
CARD_KEYS = ("cards", "discard", "card")
_WRITES = json.JSONEncoder(separators=(",", ":"))
# Kinds of action that may be entered behind another that is still on its way: their order is free.
_FREE = frozenset({"declare", "show", "muck"})
_SAID: Mapping[str, Text] = {
    "fold": _("Fold"),
    "check": _("Check"),
    "call": _("Call"),
    "bet": _("Bet"),
    "raise": _("Raise"),
    "exchange": _("Buys a card"),
    "stand": _("Stands"),
    "accept": _("Accepts"),
    "reject": _("Passes"),
    "double": _("Double or fold"),
    "muck": _("Mucks"),
    "show": _("Shows"),
    "reveal": _("Turn cards"),
    "play": _("Lays a card"),
}
_TAKES = _("Takes it, discards")
_WORDS: Mapping[str, Text] = {"high": _("High"), "low": _("Low"), "both": _("Both"), "in": _("In"), "out": _("Out")}


class Button(NamedTuple):
    """What one tap enters; `kind` is the type of the action or its word, `amount` what it costs.

    `player` is whose it is, `who` their name where it has to be said. `free` may go behind one that is on its way.
    `other` is a button of somebody else than who is asked: it stands apart from theirs.
    """

    value: str
    label: Text
    kind: str
    amount: str | None = None
    player: str | None = None
    who: str = ""
    free: bool = False
    other: bool = False


class Row(NamedTuple):
    """A player and the words they may say."""

    player: str
    name: str
    buttons: tuple[Button, ...]


class Picker(NamedTuple):
    """An action that needs `size` cards in the field `key`: those that `can` be, those that `must` be among them."""

    button: Button
    key: str
    size: int
    can: str
    must: str


class Stakes(NamedTuple):
    """Amounts of a bet or raise. `button` enters what is typed, where more than the sizes is allowed.

    Each of the `sizes` has its place among `places`; one of None is empty now.
    """

    label: Text
    sizes: tuple[Size, ...]
    button: Button | None
    least: str
    most: str
    point: str
    places: tuple[Size | None, ...]


class Pad(NamedTuple):
    """All that may be tapped now, and who is asked (`says`). `void` enters a misdeal."""

    says: str
    buttons: tuple[Button, ...]
    stakes: Stakes | None
    rows: tuple[Row, ...]
    pickers: tuple[Picker, ...]
    void: str | None


def pad_of(view: Document, write: Writer) -> Pad:
    """What may come next in a hand, as `hand_view` tells it."""
    legal, names = view["legal"], view["players"]
    plain = [offer for offer in legal if not _asks_more(offer)]
    return Pad(
        says=_says(view, write),
        buttons=_buttons(plain, write, names, _on_turn(view)),
        stakes=next((_stakes(offer, view, write) for offer in legal if "to" in offer), None),
        rows=_rows(legal, names),
        pickers=_pickers(legal, view),
        void=next((_value(offer, "reason") for offer in legal if "reason" in offer), None),
    )


def declaring(view: Document, player: str) -> Row | None:
    """The words this player may say now, for their own phone."""
    return next((row for row in _rows(view["legal"], view["players"]) if row.player == player), None)


def _asks_more(offer: Document) -> bool:
    return any(key in offer for key in ("to", "as", "count", "reason", *CARD_KEYS))


def _on_turn(view: Document) -> str | None:
    """Whose turn it is: of those who are asked the first who may do most."""
    kinds = Counter(offer.get("player") for offer in view["legal"])
    return max(view["to_act"], key=kinds.__getitem__, default=None)


def _value(offer: Document, open_key: str | None = None, **said: Any) -> str:
    """The action that an offer stands for, as the hand file writes it."""
    action = {key: offer[key] for key in ("type", "player") if key in offer} | said
    if open_key:
        action[open_key] = None
    return _WRITES.encode(action)


def _buttons(
    plain: Sequence[Document], write: Writer, names: Mapping[str, str], on_turn: str | None
) -> tuple[Button, ...]:
    """Those of who is asked come first. Where there are others' too, each says whose it is."""
    asked = [offer for offer in plain if offer.get("player") in (None, on_turn)]
    others = [offer for offer in plain if offer not in asked]
    named = names if others else {}
    return (
        *(_button(offer, write, named) for offer in asked),
        *(_button(offer, write, named)._replace(other=True) for offer in others),
    )


def _button(offer: Document, write: Writer, named: Mapping[str, str]) -> Button:
    kind, player = offer["type"], offer.get("player")
    amount = write.plain(offer["amount"]) if offer.get("amount") else None
    return Button(_value(offer), _said(offer), kind, amount, player, named.get(player or "", ""), kind in _FREE)


def _said(offer: Document) -> Text:
    if "discard" in offer:
        return _TAKES
    kind = str(offer["type"])
    return _SAID.get(kind, kind.capitalize())


def _stakes(offer: Document, view: Document, write: Writer) -> Stakes:
    bounds = offer["to"]
    value = Button(_value(offer, "to"), _said(offer), offer["type"])
    places = sizes(offer, view, _said(offer), lambda to: _value(offer, to=to), write)
    ranged = "min" in bounds and bounds["min"] < bounds["max"]
    least, most = (write.plain(bounds[end]) if ranged else "" for end in ("min", "max"))
    found = tuple(size for size in places if size)
    return Stakes(_said(offer), found, value if ranged else None, least, most, Amount(write).point, places)


def _rows(legal: Sequence[Document], names: Mapping[str, str]) -> tuple[Row, ...]:
    """A row for each player who chooses among words or numbers."""
    return tuple(
        Row(offer["player"], names[offer["player"]], tuple(_choices(offer)))
        for offer in legal
        if "as" in offer or "count" in offer
    )


def _choices(offer: Document) -> Iterable[Button]:
    kind = offer["type"]
    if "as" in offer:
        for word in offer["as"]["choices"]:
            label = _WORDS.get(word, word)
            yield Button(_value(offer, **{"as": word}), label, word, player=offer["player"], free=kind in _FREE)
    else:
        for count in range(offer["count"]["min"], offer["count"]["max"] + 1):
            yield Button(_value(offer, count=count), str(count), kind, player=offer["player"])


def _pickers(legal: Sequence[Document], view: Document) -> tuple[Picker, ...]:
    """Who is asked comes first; then who may of their own will."""
    found = [(offer, key) for offer in legal for key in CARD_KEYS if key in offer]
    found.sort(key=lambda one: one[0].get("player") not in view["to_act"])
    names: Mapping[str | None, str] = view["players"] if len(found) > 1 else {}
    return tuple(_picker(offer, key, names) for offer, key in found)


def _picker(offer: Document, key: str, names: Mapping[str | None, str]) -> Picker:
    asked = offer[key]
    kind, player = offer["type"], offer.get("player")
    button = Button(_value(offer, key), _said(offer), kind, None, player, names.get(player, ""), kind in _FREE)
    return Picker(button, key, asked["count"], "".join(asked["can"]), " ".join(asked["must"]))


def _says(view: Document, write: Writer) -> str:
    """Who is asked for what, in a few words."""
    waiting, names = view["to_act"], view["players"]
    kinds = {offer["type"]: offer for offer in view["legal"]}
    if "reveal" in kinds:
        dealer, count = names[view["table"]["dealer"]], kinds["reveal"]["cards"]["count"]
        return ngettext("{name} turns a card", "{name} turns {count} cards", count).format(name=dealer, count=count)
    if not waiting:
        return ""
    if len(waiting) > 1 and "declare" in kinds:
        return _("Everybody declares: waiting for {count}").format(count=len(waiting))
    name = names[_on_turn(view) or waiting[0]]
    said = str(_asked(view["phase"], kinds)).format(name=name)
    call = kinds.get("call")
    return f"{said} · " + _("{amount} to call").format(amount=write.plain(call["amount"])) if call else said


def _asked(phase: str, kinds: Container[str]) -> Text:
    """What is asked in a phase. Who has no card left to lay is told why little else is offered (rules 4.4, 4.5)."""
    if phase == "play" and "play" not in kinds:
        return _LEVEL if "stand" in kinds else _BEATEN
    return _ASKS.get(phase, _("{name} to act"))


_LEVEL = _("{name} has laid all five cards and is level with the best: stands, or folds")
_BEATEN = _("{name} has laid all five cards and is beaten: can only fold")
_ASKS: Mapping[str, Text] = {
    "exchange": _("{name}: buys a card?"),
    "circulation": _("{name}: takes the card, or passes?"),
    "declare": _("{name} declares"),
    "draw": _("{name} draws how many?"),
    "play": _("{name} lays a card"),
    "answer": _("{name}: accepts the double?"),
    "showdown": _("{name} shows"),
}
