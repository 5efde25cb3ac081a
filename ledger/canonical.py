"""JSON in one spelling only, so that whoever has the same content has the same hash (docs/accounting.md)."""

import hashlib
import json
import secrets
from typing import Any

from ledger.errors import BadBody
from ledger.limits import MAX_AMOUNT

_SALT_BYTES = 16


def canonical(body: dict[str, Any]) -> str:
    """Sorted keys, no spaces, characters as they are, whole numbers only. Raises `BadBody` for anything else."""
    if not isinstance(body, dict):
        raise BadBody("A body is an object.")
    _check(body)
    return _text(body)


def _text(value: object) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadBody("A body has half a character, which UTF-8 cannot say.") from None
    return text


def spelled(value: object) -> str:
    """Any part of a body, in the same spelling."""
    _check(value)
    return _text(value)


def _check(value: object) -> None:
    if isinstance(value, dict):
        for key, below in value.items():
            # Beyond ASCII, languages sort differently.
            if not (isinstance(key, str) and key.isascii()):
                raise BadBody(f"A key of a body is a text in ASCII, not {key!r}.")
            if type(below) is not str:  # most are, and a call costs more than the look
                _check(below)
    elif isinstance(value, list | tuple):
        for below in value:
            _check(below)
    elif not (value is None or isinstance(value, bool | str) or (type(value) is int and abs(value) <= MAX_AMOUNT)):
        raise BadBody(f"A body holds texts, whole numbers up to {MAX_AMOUNT}, true, false and null, not {value!r}.")


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def new_salt() -> str:
    return secrets.token_hex(_SALT_BYTES)
