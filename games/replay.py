"""Hand files judged by the rules: one JSON line a hand (hand-file). Needs nothing but Python."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Protocol, TextIO, TypedDict

from games import engine


class _Reading(TypedDict):
    encoding: str
    newline: str


class _Writes(Protocol):
    def write(self, text: str, /) -> object: ...


# A mark at the start is no part of the text; nothing but a line feed ends a line.
_AS_WRITTEN: _Reading = {"encoding": "utf-8-sig", "newline": "\n"}
REFUSED, COULD_NOT_READ = 1, 2
# Lines by which a file of another format is told.
_LOOKED_AT = 20


def main(arguments: Sequence[str]) -> int:
    """The command line: its words, and the exit status of `replay`."""
    parser = argparse.ArgumentParser(prog="manage.py replay", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE", help=".json, .jsonl, or - for standard input")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # names are in any script, whatever the terminal is set to
    return replay(parser.parse_args(arguments).files, sys.stdout, sys.stderr)


def replay(files: Sequence[str], out: _Writes, err: _Writes) -> int:
    """Prints each hand's result as it is read. 0 when every hand was legal, 1 when any was refused, 2 when a file
    could not be opened or is not UTF-8."""
    status = 0
    for file in files:
        try:
            for text in _texts(file):
                document = judge(text)
                status = max(status, REFUSED if "error" in document else 0)
                out.write(json.dumps(document, ensure_ascii=False) + "\n")
        except (OSError, UnicodeDecodeError) as error:
            err.write(f"{file}: {error}\n")
            status = COULD_NOT_READ
    return status


def judge(text: str) -> dict[str, Any]:
    """The result of the hand that a JSON text holds, or the refusal that it meets."""
    try:
        return engine.result(engine.replay(engine.parse(text)))
    except engine.Refusal as refusal:
        detail = engine.sentence(refusal)
        return {"error": {"code": refusal.code, "action": refusal.action, "detail": detail}}


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
        yield from filter(str.strip, stream)
        return
    text = first + stream.read()
    yield from [text] if _is_json(text) else _lines(io.StringIO(text, newline="\n"))


def _lines(stream: TextIO) -> Iterator[str]:
    """One hand a line. No hand at all is a refused one, and so is the whole of a file of another format."""
    beginning = list(islice(filter(str.strip, stream), _LOOKED_AT))
    if not beginning or engine.format_of("".join(beginning)):
        yield "".join(beginning)
        return
    yield from beginning
    yield from filter(str.strip, stream)


def _is_json(text: str) -> bool:
    try:
        engine.parse(text)
    except engine.Refusal:
        return False
    return True
