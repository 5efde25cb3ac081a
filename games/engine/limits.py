"""The largest number the engine works with, and what counts as a whole number and as text."""

from __future__ import annotations

import re
from typing import TypeGuard

# Beyond this a JSON number is no longer exact in every client.
LARGEST = 2**53 - 1

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def is_whole(value: object) -> TypeGuard[int]:
    """An integer; `True` and `False` are none, though Python counts them as such."""
    return type(value) is int


def is_text(value: object) -> TypeGuard[str]:
    """Text that can be stored and sent: no NUL, which text columns refuse, no half of a surrogate pair."""
    return isinstance(value, str) and _UNSTORABLE.search(value) is None
