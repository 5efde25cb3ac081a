"""What an outsider does with a club's archive: the lines of docs/accounting.md, as they are written there."""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.formats.archive import install
from games.formats.errors import BadArchive
from games.models import Club
from ledger import chain
from tests.games.cast import Table
from tests.games.formats.test_archive import changed, empty_installation, packed, repacked, unpacked
from tests.games.purse import end, win

PAGE = Path(__file__).resolve().parents[3] / "docs" / "accounting.md"


@pytest.fixture
def club(table: Table) -> Club:
    win(table, Bob=100, Ann=-100)
    win(table, Ann=25, Cid=-25)
    end(table)
    return table.cast.club


def recomputed(content: bytes, folder: Path) -> "subprocess.CompletedProcess[str]":
    """The lines run by a Python that knows nothing of this program."""
    (lines,) = re.findall(r"^```python\n(import hashlib.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    (folder / "club.zip").write_bytes(content)
    command = [sys.executable, "-I", "-c", lines, "club.zip"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_lines_come_to_the_head_of_the_books(club: Club, tmp_path: Path) -> None:
    head = chain.head(club.book)
    ran = recomputed(packed(club), tmp_path)
    assert (ran.stdout, ran.stderr) == (f"{head.sequence} {head.hash}\n", "")


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
