"""`manage.py replay`: one line a hand, whatever it is given."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

HAND = {
    "format": "tableside-hand/1",
    "game": "the-bluffs",
    "players": [{"name": "Ann", "stack": 2000}, {"name": "Bob", "stack": 1500}],
    "dealer": "Ann",
    "actions": [],
}
REFUSED = {"error": {"code": "bad_format", "action": None, "detail": "This is not JSON."}}


def replayed(*files: str) -> tuple[int, list[Any]]:
    """The exit status, and what was printed."""
    said, status = io.StringIO(), 0
    try:
        call_command("replay", *files, stdout=said)
    except SystemExit as ended:
        status = int(str(ended.code))
    return status, [json.loads(line) for line in said.getvalue().splitlines()]


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> tuple[int, list[Any]]:
    """The same on standard input."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    return replayed("-")


TWICE = json.dumps(HAND).replace('"dealer": "Ann"', '"dealer": "Bob", "dealer": "Ann"')
DEEP = json.dumps(HAND).replace('"stack": 2000', '"stack": 1, "stack": 2000')
NAN = json.dumps(HAND).replace("2000", "NaN")


@pytest.mark.parametrize("text", ["", " \n\n", "{", TWICE, DEEP, NAN])
def test_what_is_no_hand_is_one_refused_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    file = tmp_path / "hand.json"
    file.write_text(text)
    assert replayed(str(file)) == (1, [REFUSED])
    assert typed(monkeypatch, text) == (1, [REFUSED])


def test_standard_input_is_one_hand_or_one_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    status, printed = typed(monkeypatch, json.dumps(HAND, indent=1))
    assert (status, [one["status"] for one in printed]) == (0, ["in_progress"])
    status, printed = typed(monkeypatch, f"{json.dumps(HAND)}\n\n{TWICE}\n{json.dumps(HAND)}\n")
    assert (status, [one.get("status") for one in printed]) == (1, ["in_progress", None, "in_progress"])
