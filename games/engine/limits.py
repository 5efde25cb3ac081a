"""The largest number the engine works with, and what counts as a whole number and as text."""

from __future__ import annotations

from typing import TypeGuard

# Beyond this a JSON number is no longer exact in every client.
LARGEST = 2**53 - 1


def is_whole(value: object) -> TypeGuard[int]:
    """An integer; `True` and `False` are none, though Python counts them as such."""
    return type(value) is int


def is_text(value: object) -> TypeGuard[str]:
    """Text that can be stored and sent: no NUL, no half of a surrogate pair."""
    if not isinstance(value, str) or "\0" in value:
        return False
    return value.isascii() or not any("\ud800" <= char <= "\udfff" for char in value)
