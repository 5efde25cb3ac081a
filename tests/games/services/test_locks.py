"""How rows are locked."""

import re
from pathlib import Path

import games
import ledger


def test_no_lock_makes_a_foreign_key_wait() -> None:
    """Whoever only refers to a locked row goes on: with the one writer a book has, waiting there could be for ever."""
    for package in (games, ledger):
        for path in Path(str(package.__file__)).parent.rglob("*.py"):
            for call in re.findall(r"select_for_update\(.*", path.read_text()):
                assert "no_key=True" in call, f"{path}: {call}"
