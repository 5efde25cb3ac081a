"""JSON as RFC 8259 means it, with nothing that a later layer could stumble over.

Python's own reader takes NaN, keys that stand twice, strings that no database stores and numbers of any
length. Here they are malformed input, and said to be so, before anything else looks at the document.
"""

from __future__ import annotations

import json
import math

from games.engine.limits import is_text

MAX_DEPTH = 16
MAX_DIGITS = 1000


class Malformed(ValueError):
    """The text is not JSON that we take; the message says why, in plain words."""


def loads(raw: bytes | str) -> object:
    """Raises Malformed, and nothing else."""
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed("This is not UTF-8.") from None
    try:
        document = json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
        )
    except json.JSONDecodeError as error:
        raise Malformed(f"This is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from None
    except RecursionError:
        raise Malformed("This is nested too deeply.") from None
    _check_tree(document)
    return document


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    document = dict(pairs)
    if len(document) != len(pairs):
        raise Malformed("A key stands twice in one object.")
    return document


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise Malformed(f"A number has more than {MAX_DIGITS} digits.")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise Malformed("A number is too large.")
    return number


def _constant(name: str) -> float:
    raise Malformed(f"{name} is not JSON.")


def _check_tree(document: object) -> None:
    """Level by level, without recursion of its own."""
    level = [document]
    for _ in range(MAX_DEPTH):
        below: list[object] = []
        for value in level:
            if isinstance(value, str):
                _check_text(value)
            elif isinstance(value, dict):
                for key in value:
                    _check_text(key)
                below.extend(value.values())
            elif isinstance(value, list):
                below.extend(value)
        if not below:
            return
        level = below
    raise Malformed("This is nested too deeply.")


def _check_text(text: str) -> None:
    if not is_text(text):
        raise Malformed("A text holds NUL or half of a surrogate pair.")
