"""Which database, and how it is opened."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# A writer waits this long for another one before it gives up: longer than any request should take.
BUSY_SECONDS = 20


def database(url: str, default_file: Path) -> dict[str, Any]:
    """Django's settings for DATABASE_URL.

    `postgres://user:password@host:port/name`, `sqlite:///file`, or nothing, which is the default file.
    """
    if not url:
        return sqlite(default_file)
    parts = urlsplit(url)
    if parts.scheme in {"postgres", "postgresql"}:
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.removeprefix("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": unquote(parts.hostname or ""),
            "PORT": str(parts.port or ""),
            "CONN_MAX_AGE": 600,
            "CONN_HEALTH_CHECKS": True,
        }
    if parts.scheme == "sqlite" and parts.path:
        return sqlite(Path(unquote(parts.path.removeprefix("/"))))
    raise ImproperlyConfigured("DATABASE_URL must begin with postgres:// or sqlite:///.")


def sqlite(file: Path) -> dict[str, Any]:
    """SQLite as a keeper of money: readers beside one writer; a commit is on the disk when it returns.

    IMMEDIATE takes the write lock when a transaction begins. A transaction that read first and wrote later
    would otherwise fail at once, without waiting, whenever another one had written in between.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": file,
        # Kept open: the last one to close would fold the log into the database and start a new one, each time.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": BUSY_SECONDS,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;",
        },
    }
