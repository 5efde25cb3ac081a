"""A short way to write a hand down in a test: who sits there, and what they do, line by line."""

from typing import Any

from games import engine
from games.engine.state import State

Document = dict[str, Any]

NAMES = "ABCDEFGHIJ"


def hand(game: str, *stacks: int, dealer: str | None = None, players: int = 0, **keys: Any) -> Document:
    """A hand file without actions. Players are A, B, C...; the last one deals, so that A is left of the dealer."""
    seats = list(stacks) if stacks else [None] * players
    names = NAMES[: len(seats)]
    return {
        "format": "tableside-hand/1",
        "game": game,
        "players": [
            {"name": name} if stack is None else {"name": name, "stack": stack}
            for name, stack in zip(names, seats, strict=True)
        ],
        "dealer": dealer or names[-1],
        **keys,
    }


def entry(line: str) -> Document:
    """One action from a line as one would say it.

    `A raise 300`, `A fold`, `reveal Kh Qh`, `A show Kh Qh Jh Th`, `A declare high`, `A draw 2`, `A play Kh`,
    `A accept 5c`, `void misdeal`.
    """
    first, *rest = line.split()
    if first in ("reveal", "void"):
        return {"type": first, "cards": rest} if first == "reveal" else {"type": first, "reason": " ".join(rest)}
    kind, *values = rest
    document: Document = {"type": kind, "player": first}
    if kind in ("bet", "raise"):
        document["to"] = int(values[0])
    elif kind == "declare":
        document["as"] = values[0]
    elif kind == "draw":
        document["count"] = int(values[0])
    elif kind == "play":
        document["card"] = values[0]
    elif kind == "accept" and values:
        document["discard"] = values[0]
    elif kind == "show":
        document["cards"] = values
    return document


def entries(script: str) -> list[Document]:
    """The actions of several lines, or of one with semicolons between."""
    lines = script.replace(";", "\n").splitlines()
    return [entry(line) for line in lines if line.strip()]


def play(document: Document, script: str = "") -> State:
    """The state after a script. Raises the refusal of the first line that is not legal."""
    return engine.replay({**document, "actions": entries(script)})


def then(state: State, script: str) -> State:
    """The state after more lines."""
    for document in entries(script):
        state = engine.apply(state, engine.load_action(state.setup, document))
    return state


def refused(state: State, document: Document) -> engine.Refusal | None:
    """Why an action is not legal, None if it is."""
    try:
        engine.apply(state, engine.load_action(state.setup, document))
    except engine.Refusal as refusal:
        return refusal
    return None


def code(state: State, line: str) -> str | None:
    """The code by which one more line would be refused, None if it is legal."""
    refusal = refused(state, entry(line))
    return refusal.code if refusal else None


def offered(state: State, kind: str) -> Document | None:
    """The offer of one kind of action as data, None where there is none. For stages with one player on turn."""
    documents = [offer.document(state.setup) for offer in engine.legal(state)]
    return next((document for document in documents if document["type"] == kind), None)
