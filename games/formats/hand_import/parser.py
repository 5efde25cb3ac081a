"""From the text of a file to hands that the rules take."""

from collections.abc import Iterable

from games import engine
from games.formats.hand_import.report import Line


def read_text(text: str) -> list[Line]:
    """One hand or, when the whole is not one JSON text, one a line; blank lines are passed over, and counted.

    A file of another format is one refused hand, and the problem names the format.
    """
    text = text.removeprefix("\ufeff")
    if engine.format_of(text):
        return [_line(1, text)]
    try:
        return [judged(1, engine.parse(text))]
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
        return judged(number, engine.parse(text))
    except engine.Refusal as refusal:
        return _malformed(number, refusal)


def _malformed(number: int, refusal: engine.Refusal) -> Line:
    line = Line(number)
    line.refuse_by_rules(refusal, engine.sentence(refusal))
    return line
