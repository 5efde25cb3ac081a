"""One group of operations as a description of its own: a browser draws it in a moment, and all of them in many."""

from collections.abc import Iterator
from typing import Any

from api.v1.openapi.prose import TAGS
from api.v1.openapi.shapes import Schema

FIRST = next(iter(TAGS))


def only(description: Schema, group: str) -> Schema:
    """The description of these operations, with the components that they refer to."""
    paths = {
        path: {method: one for method, one in operations.items() if group in one["tags"]}
        for path, operations in description["paths"].items()
    }
    paths = {path: operations for path, operations in paths.items() if operations}
    needed = _needed(paths, description["components"])
    components = {
        section: found
        if section == "securitySchemes"
        else {name: found[name] for name in found if (section, name) in needed}
        for section, found in description["components"].items()
    }
    components["securitySchemes"] = description["components"]["securitySchemes"]
    info = description["info"] | {"description": _introduction(group) + description["info"]["description"]}
    tags = [tag for tag in description["tags"] if tag["name"] == group]
    return {**description, "info": info, "tags": tags, "paths": paths, "components": components}


def _introduction(group: str) -> str:
    """Links to the other groups."""
    links = (f"**{name}**" if name == group else f"[{name}](/api/docs/?group={name})" for name in TAGS)
    return f"Groups of operations: {' · '.join(links)}\n\n"


def _needed(paths: Schema, components: Schema) -> set[tuple[str, str]]:
    """Sections and names of all components that can be reached."""
    found: set[tuple[str, str]] = set()
    waiting = list(_references(paths))
    while waiting:
        section, name = waiting.pop()
        if (section, name) not in found:
            found.add((section, name))
            waiting += _references(components[section][name])
    return found


def _references(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        ref = value.get("$ref")
        if isinstance(ref, str):
            _, _, section, name = ref.split("/")
            yield section, name
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _references(one)
