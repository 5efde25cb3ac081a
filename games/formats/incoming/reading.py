"""From the text of a file to hands that the rules take."""

import json
from collections.abc import Iterable
from typing import Any

from games import engine
from games.formats.incoming.report import Line


def read_text(text: str) -> list[Line]:
    """One hand or, when the whole is not one JSON text, one a line; blank lines are passed over, and counted."""
    text = text.removeprefix("\ufeff")
    try:
        return [judged(1, _parse(text))]
    except engine.Refusal as refusal:
        numbered = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if len(numbered) == 1:
            return [_malformed(numbered[0][0], refusal)]
    return [_line(number, line) for number, line in numbered]


def read_hands(hands: Iterable[object]) -> list[Line]:
    """Hands that came as JSON already."""
    return [judged(number, document) for number, document in enumerate(hands, 1)]


def judged(number: int, document: object) -> Line:
    """A hand as the rules see it: legal, and over."""
    line = Line(number)
    try:
        state = engine.replay(document)
    except engine.Refusal as refusal:
        line.refuse_by_rules(refusal, engine.sentence(refusal))
        return line
    assert isinstance(document, dict), "the engine takes nothing else"
    line.document = document
    if state.status == "in_progress":
        line.refuse("hand_unfinished", "This hand is not over: only finished hands are imported.")
    return line


def _line(number: int, text: str) -> Line:
    try:
        return judged(number, _parse(text))
    except engine.Refusal as refusal:
        return _malformed(number, refusal)


def _malformed(number: int, refusal: engine.Refusal) -> Line:
    line = Line(number)
    line.refuse_by_rules(refusal, engine.sentence(refusal))
    return line


def _parse(text: str) -> Any:
    """Raises `bad_format` for what is no JSON: deep nesting, endless integers, keys twice, half characters, too."""
    try:
        document = json.loads(text, object_pairs_hook=_object)
        json.dumps(document, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise engine.Refusal("bad_format", "not_json") from None
    return document


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) != len(pairs):
        raise ValueError("a key stands twice")
    return document
