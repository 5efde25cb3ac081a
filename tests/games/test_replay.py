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


PHH = 'variant = "PO"\nantes = [0, 0]\nactions = [\n  "d dh p1 ????????",\n  "p1 f",\n]\n'
FOREIGN = {
    "PHH": [PHH, f"# Thursday\n[1]\n{PHH}", f'event = "Thursday"\r\n{PHH}'],
    "OHH": ['{"ohh": {}}', '{\n "ohh": {\n  "id": 1\n }\n}\n\n{"ohh": {}}\n'],
    "CSV": ["player,net\nAnn,5\nBob,-5\n", "\ufeffplayer;net\r\n\r\nAnn;5\r\nBob;-5\r\n", "a\tb\n1\t2\n"],
    "poker site": ["PokerStars Hand #12: Omaha Pot Limit\nSeat 1: Ann\nSeat 2: Bob\n"],
    "HTML": ["<!DOCTYPE html>\n<html>\n</html>\n"],
    "PDF": ["%PDF-1.7\n1 0 obj\n"],
    "zip": ["PK\x03\x04\n\n"],
}
FOREIGN_TEXTS = [(name, text) for name, texts in FOREIGN.items() for text in texts]


@pytest.mark.parametrize("ending", ["json", "jsonl", "phh"])
@pytest.mark.parametrize(("name", "text"), FOREIGN_TEXTS)
def test_another_format_is_named_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, ending: str
) -> None:
    file = tmp_path / f"hand.{ending}"
    file.write_text(text, newline="")
    for status, printed in (replayed(str(file)), typed(monkeypatch, text)):
        (refused,) = printed
        assert (status, refused["error"]["code"]) == (1, "bad_format")
        assert name in refused["error"]["detail"]


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff\n"])
def test_no_hand_at_all_is_a_refused_one_by_whatever_name(tmp_path: Path, text: str) -> None:
    for name in ("none.json", "none.jsonl"):
        (tmp_path / name).write_text(text)
        assert replayed(str(tmp_path / name)) == (1, [REFUSED])


def test_a_line_that_is_no_json_is_refused_among_the_others(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    for first, second in ((json.dumps(HAND), "Ann, Bob, Cid"), ("Ann, Bob, Cid", json.dumps(HAND))):
        file.write_text(f"{first}\n{second}\n")
        status, printed = replayed(str(file))
        assert (status, sorted("error" in one for one in printed)) == (1, [False, True])


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
