"""Actions of the hand file as a scorekeeper would jot them down, for the demo and for tests."""

from collections.abc import Mapping
from typing import Any


def action(line: str, ids: Mapping[str, object]) -> dict[str, Any]:
    """A line such as "Ann raise 300", "reveal As Kd" or "Bob declare high" as an action, players by their ids."""
    words = line.split()
    body: dict[str, Any] = {}
    if words[0] in ids:
        body["player"] = str(ids[words.pop(0)])
    kind, *rest = words
    body["type"] = kind
    match kind:
        case "bet" | "raise":
            body["to"] = int(rest[0])
        case "reveal" | "show":
            body["cards"] = rest
        case "declare":
            body["as"] = rest[0]
        case "draw":
            body["count"] = int(rest[0])
        case "play":
            body["card"] = rest[0]
        case "accept" if rest:
            body["discard"] = rest[0]
        case "void":
            body["reason"] = " ".join(rest)
    return body
