"""As much of TOML as a hand needs, written out. Reading it is the standard library's."""

import json
from collections.abc import Mapping
from datetime import time
from typing import Any


def line(key: str, value: Any) -> str:
    """One `key = value`; keys are bare ones."""
    return f"{key} = {text(value)}"


def text(value: Any) -> str:
    """Text, whole numbers, flags, times of day, and lists and tables of those, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        # JSON escapes all that TOML does, but for DEL
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, time):
        return value.replace(microsecond=0, tzinfo=None).isoformat()
    if isinstance(value, Mapping):
        inner = ", ".join(f"{text(key)} = {text(each)}" for key, each in value.items() if each is not None)
        return f"{{{inner}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(text, value))}]"
    raise TypeError(f"no TOML for {type(value).__name__}")


def lines_of(values: list[str]) -> str:
    """A list of texts, one on each line, as people read actions."""
    return "[\n" + "".join(f"  {text(value)},\n" for value in values) + "]"
