"""The system's Chromium: Debian's package, never a browser that a test tool downloads."""

import shutil
from pathlib import Path

from tests.servers import Unavailable
from tests.servers.debian import install

PACKAGE = "chromium"
_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def chromium() -> Path:
    """The program. Raises `Unavailable`, with what would help."""
    found = _found()
    if found is None:
        install(PACKAGE)
        found = _found()
    if found is None:
        raise Unavailable(f"Chromium is not installed; on Debian: apt install {PACKAGE}")
    return found


def _found() -> Path | None:
    paths = (shutil.which(name) for name in _NAMES)
    return next((Path(path) for path in paths if path), None)
