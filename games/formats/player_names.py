"""Players in a hand file: by name outside, by id inside."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Document = dict[str, Any]


def unique_names(players: Iterable[tuple[str, str]]) -> dict[str, str]:
    """A name for each id, in order; a second one of the same name is told apart by a number."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for player, name in players:
        wanted, number = name or "?", 1
        while wanted in taken:
            number += 1
            wanted = f"{name or '?'} ({number})"
        names[player] = wanted
        taken.add(wanted)
    return names


def named_in(document: Mapping[str, Any]) -> list[str]:
    """The players of a hand file that the engine has taken, clockwise."""
    return [player["name"] for player in document["players"]]


def with_names(document: Mapping[str, Any], name: Callable[[str], str]) -> Document:
    """The hand file with every player renamed, and nothing else: a reason may well be somebody's name."""
    changed = dict(document)
    changed["players"] = [{**player, "name": name(player["name"])} for player in document["players"]]
    changed["dealer"] = name(document["dealer"])
    if document.get("antes_paid_by") is not None:
        changed["antes_paid_by"] = name(document["antes_paid_by"])
    if document.get("pegs") is not None:
        changed["pegs"] = {name(player): hole for player, hole in document["pegs"].items()}
    changed["actions"] = [
        {**action, "player": name(action["player"])} if "player" in action else dict(action)
        for action in document["actions"]
    ]
    return changed
