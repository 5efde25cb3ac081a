"""What an outsider does with a club's archive: the lines of docs/accounting.md, as they are written there."""

import contextlib
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest

from games.formats.archive import install
from games.formats.errors import BadArchive
from games.models import Club
from ledger import chain
from ledger.models import Link
from tests.games.cast import Table
from tests.games.formats.test_archive import Files, changed, empty_installation, lived, packed, repacked, unpacked
from tests.games.purse import end, win

PAGE = Path(__file__).resolve().parents[3] / "docs" / "accounting.md"


@pytest.fixture
def club(table: Table) -> Club:
    win(table, Bob=100, Ann=-100)
    win(table, Ann=25, Cid=-25)
    end(table)
    return table.cast.club


(LINES,) = re.findall(r"^```python\n(import hashlib.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def recomputed(content: bytes, folder: Path, *heads: str) -> "subprocess.CompletedProcess[str]":
    """The script run by a Python that knows nothing of this program."""
    (folder / "club.zip").write_bytes(content)
    command = [sys.executable, "-I", "-c", LINES, "club.zip", *heads]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_lines_come_to_the_head_of_the_books(club: Club, tmp_path: Path) -> None:
    head = chain.head(club.book)
    ran = recomputed(packed(club), tmp_path)
    assert (ran.stdout, ran.stderr) == (f"{head.sequence} {head.hash}\n", "")


def test_heads_of_printed_reports_are_held_against_the_chain(club: Club, tmp_path: Path) -> None:
    content, head = packed(club), chain.head(club.book)
    first = club_links(club)[6]
    ran = recomputed(content, tmp_path, f"7:{first[:16]}", f"{head.sequence}:{head.hash}")
    assert (ran.stdout, ran.stderr) == (f"{head.sequence} {head.hash}\n", "")
    assert "a report has another head" in recomputed(content, tmp_path, f"8:{first[:16]}").stderr
    beyond = recomputed(content, tmp_path, f"{head.sequence + 1}:{head.hash[:16]}")
    assert "the chain ends before the head of a report" in beyond.stderr


def club_links(club: Club) -> list[str]:
    return list(Link.objects.filter(book=club.book).order_by("sequence").values_list("hash", flat=True))


FORGERIES = [
    ("links.jsonl", b'\\"lines\\":[[', b'\\"lines\\":[[1],['),
    ("transactions.jsonl", b'"salt":"', b'"salt":"0'),
    ("postings.jsonl", b'"amount":2000', b'"amount":2025'),
    ("entries.jsonl", b'"amount":2000', b'"amount":2025'),
    ("entries.jsonl", b'"word":"Stud"', b'"word":"Draw"'),
]


IDS = [f"{name} {old.decode()}" for name, old, _ in FORGERIES]


@pytest.mark.parametrize(("name", "old", "new"), FORGERIES, ids=IDS)
def test_a_forged_archive_is_found_out_by_both(club: Club, tmp_path: Path, name: str, old: bytes, new: bytes) -> None:
    forged = repacked(changed(unpacked(packed(club)), name, old, new)).getvalue()
    assert "AssertionError" in recomputed(forged, tmp_path).stderr
    empty_installation()
    with pytest.raises(BadArchive):
        install(io.BytesIO(forged))
    assert not Club.objects.exists()


def test_the_chain_goes_on_where_the_club_is_brought_in(club: Club) -> None:
    head, content = chain.head(club.book), packed(club)
    empty_installation()
    assert chain.head(install(io.BytesIO(content)).club.book) == head


Row = dict[str, Any]
# The files whose rows the chain has, and which of their columns it does not say: each with the reason.
CHAINED = ("links", "books", "accounts", "transactions", "postings", "entries")
NOT_SAID = {("entries", "told"): "the number of an event: it repeats the order of the links"}


@pytest.fixture
def full(table: Table) -> Club:
    """A club with every kind of entry, a reversal, declarations that were never revealed, and a member forgotten."""
    lived(table)
    return table.cast.club


def check(files: Files) -> None:
    """The script in this process, which is much faster. Raises AssertionError where it would fail."""
    arguments = ["check.py", repacked(files)]
    with mock.patch.object(sys, "argv", arguments), contextlib.redirect_stdout(io.StringIO()):
        exec(LINES, {})  # noqa: S102  the very lines of the page


def another(name: Any, value: Any) -> Any:
    """Something else of the same form."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value is None:
        return "2026-03-01T20:00:00+00:00" if name == "phone_at" else str(uuid4())
    if re.fullmatch(r"\d{4}-\d\d-\d\dT.*", value):
        return (datetime.fromisoformat(value) + timedelta(seconds=1)).isoformat()
    if re.fullmatch(r"[0-9a-f-]{36}", value):
        return str(uuid4())
    return f"{value}x"


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value inside of a row that is no list or object."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield path
        return
    for key, below in inner:
        yield from leaves(below, (*path, key))


def with_another(row: Row, path: tuple[Any, ...]) -> Row:
    row = json.loads(json.dumps(row))
    *way, last = path
    inner: Any = row
    for key in way:
        inner = inner[key]
    inner[last] = another(last, inner[last])
    return row


def facts(name: str, rows: list[Row]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Each value of one row of each kind: which row, and the way to the value inside of it."""
    seen = set()
    for at, row in enumerate(rows):
        for path in leaves(row):
            fact = (row.get("kind"), bool(row.get("secret")), bool(row.get("salt")), *path)
            if fact not in seen and (name, path[0]) not in NOT_SAID and _is_said(row, path):
                seen.add(fact)
                yield at, path


def _is_said(row: Row, path: tuple[Any, ...]) -> bool:
    """A salt says something only where there is a text; a text that stays without its salt is anybody's word."""
    texts = {"reason", "word", "name", "former_name", "text"} | ({"as"} if row.get("secret") else set())

    def is_text(leaf: tuple[Any, ...]) -> bool:
        return leaf[0] == "body" and leaf[-1] in texts and (len(leaf) == 2 or leaf[1] == "actions")

    if path == ("salt",):
        return "memo" in row or any(map(is_text, leaves(row)))
    return bool(row.get("salt")) or not is_text(path)


@pytest.mark.slow
@pytest.mark.any_database
@pytest.mark.parametrize("name", CHAINED)
def test_every_fact_of_an_export_is_held_against_the_chain(full: Club, name: str) -> None:
    files = unpacked(packed(full))
    check(files)
    lines = files[f"{name}.jsonl"].splitlines()
    rows = [json.loads(line) for line in lines]
    passed, tried = [], 0
    for at, path in facts(name, rows):
        changed_line = json.dumps(with_another(rows[at], path), ensure_ascii=False).encode()
        forged = files | {f"{name}.jsonl": b"\n".join([*lines[:at], changed_line, *lines[at + 1 :]])}
        tried += 1
        try:
            check(forged)
        except AssertionError:
            continue
        passed.append((path, rows[at]))
    assert passed == []
    assert tried >= len(rows[0]) - 1


@pytest.mark.any_database
@pytest.mark.parametrize("name", CHAINED)
def test_rows_that_are_missing_or_too_many_are_found(full: Club, name: str) -> None:
    files = unpacked(packed(full))
    lines = files[f"{name}.jsonl"].splitlines()
    if name != "links":  # without its last links the chain is whole: only a report can tell
        with pytest.raises((AssertionError, ValueError)):
            check(files | {f"{name}.jsonl": b"\n".join(lines[:-1])})
    for line in (lines[-1], json.dumps({**json.loads(lines[-1]), "id": str(uuid4())}).encode()):
        with pytest.raises((AssertionError, ValueError)):
            check(files | {f"{name}.jsonl": b"\n".join([*lines, line])})


@pytest.mark.any_database
def test_owners_that_were_swapped_are_found(full: Club) -> None:
    files = unpacked(packed(full))
    rows = [json.loads(line) for line in files["accounts.jsonl"].splitlines()]
    one, other = [row for row in rows if row["kind"] == "balance"][:2]
    one["owner"], other["owner"] = other["owner"], one["owner"]
    with pytest.raises(AssertionError):
        check(files | {"accounts.jsonl": b"\n".join(json.dumps(row).encode() for row in rows)})
