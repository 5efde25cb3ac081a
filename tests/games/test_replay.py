"""`manage.py replay`: one line a hand, whatever it is given, with nothing but Python."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.replay import replay

ROOT = Path(__file__).resolve().parents[2]

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
    said = io.StringIO()
    status = replay(files, said, io.StringIO())
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


def test_in_a_bare_checkout(tmp_path: Path) -> None:
    """-S leaves out everything that was ever installed; -E what the environment asks."""
    name = "Zo\u00eb \u674e"
    hand = json.dumps(HAND, ensure_ascii=False).replace("Ann", name)
    command = [sys.executable, "-S", "-E", "manage.py", "replay", "-"]
    said = subprocess.run(
        command, cwd=ROOT, input=hand.encode(), capture_output=True, check=True, env={"LC_ALL": "C", "PYTHONUTF8": "0"}
    )
    assert name in json.loads(said.stdout.decode("utf-8"))["stacks"]


def test_every_exit_has_its_meaning(tmp_path: Path) -> None:
    (tmp_path / "legal.json").write_text(json.dumps(HAND))
    (tmp_path / "latin.json").write_bytes(b"\xff")
    assert replayed(str(tmp_path / "legal.json"))[0] == 0
    assert replayed(str(tmp_path / "latin.json")) == (2, [])
    status, printed = replayed(str(tmp_path / "none.json"), str(tmp_path / "legal.json"))
    assert (status, len(printed)) == (2, 1)


def test_among_the_commands_of_django(tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text("{")
    said = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("replay", str(tmp_path / "no.json"), stdout=said)
    assert ended.value.code == 1
    assert json.loads(said.getvalue()) == REFUSED
