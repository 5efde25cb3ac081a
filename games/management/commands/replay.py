"""`manage.py replay FILE...`: what the rules make of hand files. No database."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from typing import Any, TextIO, TypedDict

from django.core.management.base import BaseCommand, CommandParser

from games import engine


class _Reading(TypedDict):
    encoding: str
    newline: str


# A mark at the start is no part of the text; nothing but a line feed ends a line.
_AS_WRITTEN: _Reading = {"encoding": "utf-8-sig", "newline": "\n"}
COULD_NOT_READ = 2


class Command(BaseCommand):
    """One JSON line a hand, in order. Exits 0 when every hand was legal, 1 when any was refused, 2 when a file could
    not be opened or is not UTF-8."""

    help = "Replay hand files and print each result as one JSON line; - is standard input."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        """The files, .json with one hand or .jsonl with one a line."""
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Reads and prints hand by hand."""
        status = 0
        for file in options["files"]:
            try:
                for text in _texts(file):
                    document = _judge(text)
                    status = max(status, int("error" in document))
                    self.stdout.write(json.dumps(document, ensure_ascii=False))
            except (OSError, UnicodeDecodeError) as error:
                self.stderr.write(f"{file}: {error}")
                status = COULD_NOT_READ
        self.stdout.flush()
        if status:
            sys.exit(status)


def _texts(file: str) -> Iterator[str]:
    """The JSON texts of a file: lines of a .jsonl, one text of any other; of standard input, whichever it is."""
    if file == "-":
        yield from _either(io.TextIOWrapper(sys.stdin.buffer, **_AS_WRITTEN))
        return
    with open(file, **_AS_WRITTEN) as stream:
        if file.endswith(".jsonl"):
            yield from _lines(stream)
        else:
            yield stream.read()


def _either(stream: TextIO) -> Iterator[str]:
    """One hand or, when it is not one JSON text, one a line; lines are judged as they come if the first is whole."""
    first = stream.readline()
    if _is_json(first):
        yield first
        yield from _lines(stream)
        return
    text = first + stream.read()
    if not text.strip():
        yield text  # no hand at all is a refused one, as in an empty file
        return
    yield from [text] if _is_json(text) else _lines(io.StringIO(text, newline="\n"))


def _lines(stream: TextIO) -> Iterator[str]:
    return (line for line in stream if line.strip())


def _is_json(text: str) -> bool:
    try:
        _parse(text)
    except engine.Refusal:
        return False
    return True


def _judge(text: str) -> dict[str, Any]:
    try:
        return engine.result(engine.replay(_parse(text)))
    except engine.Refusal as refusal:
        detail = engine.sentence(refusal)
        return {"error": {"code": refusal.code, "action": refusal.action, "detail": detail}}


def _parse(text: str) -> Any:
    """The JSON text. Raises `bad_format` for what is none, or says two things at once.

    Deep nesting, endless integers, half characters, NaN, and a key that stands twice in one object, as in the API.
    """
    try:
        document = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
        if "\\u" in text:
            json.dumps(document, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise engine.Refusal("bad_format", "not_json") from None
    return document


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) != len(pairs):
        raise ValueError("a key stands twice")
    return document


def _constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
