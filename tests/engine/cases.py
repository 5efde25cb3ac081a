"""The cases of tests/cases: hand files with two more keys, `expect`, and `why` where a person wrote them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).resolve().parent.parent / "cases"

# Lists in which order means nothing.
_UNORDERED = {"to_act", "contenders", "players", "cards"}


class Case(NamedTuple):
    """One hand, what it must come to, and the rule it is about."""

    name: str
    why: str
    hand: dict[str, Any]
    expect: dict[str, Any]


def written() -> list[Case]:
    """Those written by hand, one a file."""
    return [_case(path.stem, path.read_text()) for path in sorted(FOLDER.rglob("*.json"))]


def generated() -> dict[str, list[Case]]:
    """Those made by a generator, by game."""
    return {
        path.parent.name: [_case(f"{number}", line) for number, line in enumerate(path.read_text().splitlines(), 1)]
        for path in sorted(FOLDER.rglob("*.jsonl"))
    }


def _case(name: str, text: str) -> Case:
    hand = json.loads(text)
    expect, why = hand.pop("expect"), hand.pop("why", "")
    return Case(name, why, hand, expect)


def differences(want: Any, got: Any, where: str = "") -> Iterator[str]:
    """Where what came out differs from what is expected; only what is expected is compared."""
    if isinstance(want, dict) and isinstance(got, dict):
        for key, value in want.items():
            if key not in got:
                yield f"{where}.{key} is missing"
            elif key in _UNORDERED and isinstance(value, list):
                if sorted(value) != sorted(got[key] or []):
                    yield f"{where}.{key}: {value} expected, got {got[key]}"
            else:
                yield from differences(value, got[key], f"{where}.{key}")
    elif isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        for place, (one, other) in enumerate(zip(want, got, strict=True)):
            yield from differences(one, other, f"{where}[{place}]")
    elif want != got or isinstance(want, bool) != isinstance(got, bool):
        yield f"{where}: {want!r} expected, got {got!r}"
