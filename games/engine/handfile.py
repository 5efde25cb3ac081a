"""The exchange format: one hand as plain JSON (hand-file)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine import actions, hand, setup, strict_json
from games.engine.actions import Action, dump_action
from games.engine.editions import FIRST
from games.engine.foreign import format_of
from games.engine.games import GAMES
from games.engine.refusal import Refusal
from games.engine.setup import Setup, dump_setup
from games.engine.state import State


def parse(text: str) -> object:
    """The document that a JSON text holds. Raises `bad_format` for what is no JSON, or would say two things at once.

    Where it is a file of another format, the refusal's `why` names it (`foreign.format_of`).
    """
    if (foreign := format_of(text)) is not None:
        raise Refusal("bad_format", foreign)
    try:
        return strict_json.loads(text)
    except strict_json.Malformed:
        raise Refusal("bad_format", "not_json") from None


def load_setup(document: object) -> Setup:
    """The set-up from its JSON, without `actions`. Raises `bad_format`, `bad_rules`, `bad_setup`, in this order.

    One that names no edition is judged by the newest.
    """
    return setup.load_setup(document, GAMES)


def load_stored(document: object) -> Setup:
    """The set-up of a hand that was kept. One without an edition is from before there was a second: it is of the
    first."""
    return setup.load_setup(document, GAMES, FIRST)


def load_action(setup: Setup, document: object) -> Action:
    """An entry from its JSON, in the form this game writes it. Raises `bad_format`."""
    return actions.load_action(document, setup.game.forms)


def load_hand(document: object) -> tuple[Setup, list[Any]]:
    """The set-up and the entries, not yet judged, of a whole hand file. Raises as `load_setup`."""
    if isinstance(document, Mapping):
        if not isinstance(document.get("actions"), list):
            raise Refusal("bad_format", "no_actions")
        return load_setup({key: value for key, value in document.items() if key != "actions"}), document["actions"]
    return load_setup(document), []


def dump_hand(setup: Setup, entries: list[Action]) -> dict[str, Any]:
    """A whole hand file."""
    return {**dump_setup(setup), "actions": [dump_action(action) for action in entries]}


def replay(document: object) -> State:
    """The state after every entry of a hand file. A `Refusal` says which entry it meets (`action`, from 0)."""
    setup, entries = load_hand(document)
    state, forms = hand.start(setup), setup.game.forms
    for index, entry in enumerate(entries):
        try:
            state = hand.apply(state, actions.load_action(entry, forms))
        except Refusal as refusal:
            refusal.action = index
            raise
    return state
