"""The database of an installation at home, made once a run whoever asks first, and copied for each test."""

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path

from tests.servers.commands import manage


def url_of(file: Path) -> str:
    return f"sqlite:///{file}"


def migrated(folder: Path) -> Path:
    """With all its tables, and nothing in them."""
    return _once(folder / "migrated.sqlite3", lambda file: manage(url_of(file), "migrate", "--verbosity", "0"))


def with_demo(folder: Path) -> Path:
    """With the demo club, which has played a night."""

    def make(file: Path) -> object:
        shutil.copy(migrated(folder), file)
        return manage(url_of(file), "demo")

    return _once(folder / "demo.sqlite3", make)


def _once(file: Path, make: Callable[[Path], object]) -> Path:
    """The file, made under another name first; other processes wait until it is there."""
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            new = file.with_suffix(".new")
            new.unlink(missing_ok=True)
            make(new)
            new.rename(file)
    return file
