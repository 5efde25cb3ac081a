"""JSON in one spelling only, so that whoever has the same content has the same hash (docs/accounting.md)."""

import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import Any

from ledger.errors import BadBody
from ledger.limits import MAX_AMOUNT

_SALT_BYTES = 16


def canonical(body: Mapping[str, Any]) -> str:
    """Sorted keys, no spaces, characters as they are, whole numbers only. Raises `BadBody` for anything else."""
    if not isinstance(body, Mapping):
        raise BadBody("A body is an object.")
    return _text(_plain(body))


def _text(value: object) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadBody("A body has half a character, which UTF-8 cannot say.") from None
    return text


def spelled(value: object) -> str:
    """Any part of a body, in the same spelling."""
    return _text(_plain(value))


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {_key(key): _plain(below) for key, below in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(below) for below in value]
    if value is None or isinstance(value, bool | str):
        return value
    if type(value) is int and abs(value) <= MAX_AMOUNT:
        return value
    raise BadBody(f"A body holds texts, whole numbers up to {MAX_AMOUNT}, true, false and null, not {value!r}.")


def _key(key: object) -> str:
    # Beyond ASCII, languages sort differently.
    if not (isinstance(key, str) and key.isascii()):
        raise BadBody(f"A key of a body is a text in ASCII, not {key!r}.")
    return key


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def new_salt() -> str:
    return secrets.token_hex(_SALT_BYTES)
