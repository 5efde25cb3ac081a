"""What an observer may see of a hand: the one place where the engine lets a secret out, and only to its owner."""

from __future__ import annotations

from typing import Any

from games.engine.cards import NAMES, cards_in
from games.engine.pots import side_pots
from games.engine.seats import seats_of
from games.engine.stages.declaration import Declaring
from games.engine.state import State


def observe(state: State, viewer: str | None = None) -> dict[str, Any]:
    """The table as `viewer`, the name of a player, or anybody (None) sees it; amounts in minor units.

    Only cards that lie open or are known to all are in it, since the engine knows no others. While declarations are
    simultaneous and not all in, `declared` is true or false for the others, and the word only for the viewer.
    """
    setup = state.setup
    document: dict[str, Any] = {
        "game": setup.game.name,
        "status": state.status,
        "phase": state.phase,
        "to_act": [setup.names[seat] for seat in state.to_act],
        "dealer": setup.names[setup.dealer],
        "board": [NAMES[card] for card in state.cards.board],
        "table": setup.game.table(state),
        "players": [_player(state, seat, viewer) for seat in range(len(setup.names))],
        "events": [event.document(setup) for event in state.events],
    }
    if setup.game.has_money:
        chips = state.chips
        document["pot"] = chips.middle
        document["pots"] = [
            {"amount": pot.amount, "contenders": [setup.names[seat] for seat in seats_of(pot.contenders)]}
            for pot in (side_pots(chips, state.live) if state.live else ())
            if pot.amount
        ]
    return document


def _player(state: State, seat: int, viewer: str | None) -> dict[str, Any]:
    setup = state.setup
    name = setup.names[seat]
    document: dict[str, Any] = {
        "player": name,
        "live": bool(state.live >> seat & 1),
        "known": [NAMES[card] for card in cards_in(state.cards.known[seat])],
        "declared": _declared(state, seat, viewer == name),
    }
    if setup.game.has_money:
        document["stack"] = state.chips.stacks[seat]
        document["bet"] = state.chips.bets[seat]
        document["paid"] = state.chips.paid[seat]
    return document


def _declared(state: State, seat: int, own: bool) -> str | bool | None:
    """The word once it is in the open (or one's own); before, whether there is one; None where none is asked for."""
    if state.declared[seat] is not None or not isinstance(state.work, Declaring):
        return state.declared[seat]
    word = state.work.words[seat]
    if state.work.open or own:
        return word
    return word is not None
