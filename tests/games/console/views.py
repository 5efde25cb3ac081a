"""Hands of the engine as `hand_view` tells them, without a database; players by name."""

from collections.abc import Iterator
from typing import Any

from games import engine
from games.core.formatting import Writer, locale_of
from games.engine.state import State
from tests.engine.cases import written

STATUS = {"in_progress": "open", "complete": "complete", "void": "void"}

WRITE = Writer(locale_of("de_DE", "Europe/Berlin"), "EUR", 2)


def view_of(state: State, viewer: str | None = None) -> dict[str, Any]:
    table = engine.observe(state, viewer)
    over = state.status != "in_progress"
    return {
        "table": table,
        "legal": [offer.document(state.setup) for offer in engine.legal(state)],
        "players": {name: name for name in state.setup.names},
        "to_act": table["to_act"],
        "phase": state.phase,
        "status": STATUS[state.status],
        "result": engine.result(state) if over else None,
    }


def every_state() -> Iterator[State]:
    """Each hand of the written cases after each of its actions, up to the first that is refused."""
    for case in written():
        document = {key: value for key, value in case.hand.items() if key != "actions"}
        try:
            state = engine.start(engine.load_setup(document))
            yield state
            for action in case.hand["actions"]:
                state = engine.apply(state, engine.load_action(state.setup, action))
                yield state
        except engine.Refusal:
            continue
