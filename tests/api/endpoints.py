"""Every method of every address of version 1, as the URL conf has them, whatever the description says."""

import re
from pathlib import Path

from django.urls import URLPattern, URLResolver, get_resolver

PAGE = Path(__file__).resolve().parents[2] / "docs" / "permissions.md"
ROLES = ("owner", "admin", "scorekeeper", "arbiter", "player", "outsider", "anonymous")
Endpoint = str  # "GET /clubs/{club_id}/"


def endpoints() -> list[Endpoint]:
    return [name for pattern in get_resolver("api.v1.urls").url_patterns for name in _of(pattern, "/")]


def _of(pattern: URLPattern | URLResolver, prefix: str) -> list[Endpoint]:
    path = prefix + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
    if isinstance(pattern, URLResolver):
        return [name for below in pattern.url_patterns for name in _of(below, path)]
    view = pattern.callback.view_class  # type: ignore[attr-defined]  # all of ours are classes
    methods = [method for method in view.http_method_names if method not in ("head", "options")]
    return [f"{method.upper()} {path}" for method in methods if hasattr(view, method)]


def table() -> dict[Endpoint, dict[str, str]]:
    """What the page says: by endpoint, the word for each role."""
    rows = {}
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == len(ROLES) + 1 and cells[0].startswith("`"):
            rows[cells[0].strip("`")] = dict(zip(ROLES, cells[1:], strict=True))
    return rows
