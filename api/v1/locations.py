"""Where a client finds what it has made: the `Location` of an answer with 201 or 202.

It is the address of the new thing where the API has one, else of the list or the thing that shows it. Each operation
names it as a template below version 1; `{id}` and the like come from the answer, `{club.id}` from inside it, and the
ids of the request's own address fill the rest.
"""

import re
from collections.abc import Mapping
from typing import Any

ROOT = "/api/v1/"
MADE = (201, 202)

_FIELD = re.compile(r"\{([\w.]+)\}")


def check(name: str, status: int, templates: tuple[str, ...]) -> None:
    """Raises TypeError for an operation that makes something and does not say where it is found."""
    if bool(templates) != (status in MADE):
        raise TypeError(f"{name}: an operation has a location if, and only if, it answers 201 or 202.")


def location(templates: tuple[str, ...], body: Any, url: Mapping[str, Any]) -> dict[str, str]:
    """The header, by the first template of which every field has a value."""
    for template in templates:
        path = template
        for field in _FIELD.findall(template):
            path = path.replace(f"{{{field}}}", str(_value(field, body, url) or ""))
        if "//" not in path:
            return {"Location": ROOT + path}
    raise LookupError(f"There is nothing to fill {templates} with.")


def _value(field: str, body: Any, url: Mapping[str, Any]) -> Any:
    found: Any = body
    for part in field.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found or url.get(field)
