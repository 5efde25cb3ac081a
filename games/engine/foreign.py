"""What a text is that is no hand file, by how it begins: so that the refusal can name it."""

from __future__ import annotations

import re

# Only this much of a text is looked at: a format can be told from its beginning.
_LOOKED_AT = 4000

_BEGINNINGS = (
    ("ohh", re.compile(r'\{\s*"ohh"\s*:')),
    ("site", re.compile(r"[^\n{\[,;]{,100}\b(?:Hand|Game) #\d+")),
    ("markup", re.compile(r"<[!?A-Za-z]")),
    ("pdf", re.compile(r"%PDF-")),
    ("zip", re.compile(r"PK\x03\x04")),
)
_PHH = re.compile(r"^[ \t]*(?:variant|actions)[ \t]*=", re.MULTILINE)
_SEPARATORS = (",", ";", "\t")


def format_of(text: str) -> str | None:
    """The format that this is taken for; None for what may be JSON, or is nothing that we know.

    `phh`, `ohh` (hand histories), `site` (of a poker site), `csv`, `markup` (HTML, XML), `pdf`, `zip`.
    """
    beginning = text[:_LOOKED_AT].removeprefix("\ufeff").lstrip()
    for name, pattern in _BEGINNINGS:
        if pattern.match(beginning):
            return name
    if _PHH.search(beginning):
        return "phh"
    return "csv" if _is_table(beginning) else None


def _is_table(text: str) -> bool:
    """Several lines, most of them with the same separator, and none that begins or ends as JSON does."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) < 2 or any(line[0] in "{[}]" or line[-1] in "{[" for line in lines):
        return False
    return any(sum(separator in line for line in lines) * 2 > len(lines) for separator in _SEPARATORS)
