"""The secret of one's own installation: made once, kept beside the database, never in the code."""

import os
import secrets
from pathlib import Path


def kept_secret(file: Path) -> str:
    """The secret in `file`, which is made on first use, readable by its owner only."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        _make(file)
    return file.read_text().strip()


def _make(file: Path) -> None:
    """Written aside and linked into place: of two that start together one wins, and none reads half."""
    aside = file.with_name(f"{file.name}.{os.getpid()}")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(secrets.token_urlsafe(50))
    try:
        os.link(aside, file)
    except FileExistsError:
        pass
    finally:
        aside.unlink()
