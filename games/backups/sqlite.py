"""By SQLite itself, page by page: a copy of the file made while it is written to could be of two minds."""

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from games.backups.errors import BackupError


def write(database: Mapping[str, Any], part: Path) -> None:
    with closing(sqlite3.connect(database["NAME"])) as source, closing(sqlite3.connect(part)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        _check(copy, part)
    _sync(part)


def read(database: Mapping[str, Any], file: Path) -> None:
    """Through the database's own connection: whoever has it open sees all of it or nothing."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as source:
            _check(source, file)
            with closing(sqlite3.connect(database["NAME"], timeout=20)) as target:
                source.backup(target)
                target.execute("PRAGMA journal_mode = WAL")
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{file} cannot be restored: {error}") from None


def _check(database: sqlite3.Connection, file: Path) -> None:
    found = [row[0] for row in database.execute("PRAGMA integrity_check")]
    if found != ["ok"]:
        raise BackupError(f"{file} is damaged: {found[0]}")


def _sync(file: Path) -> None:
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
