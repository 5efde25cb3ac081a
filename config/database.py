"""Which database, and how it is opened."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from config import env

# A writer waits this long for another one before it gives up: longer than any request should take.
BUSY_SECONDS = 20
# Of SQLite's file each thread keeps so much at hand, if it has read so much. Ids are random, so what belongs to a night
# lies all over a large file: with SQLite's own 2 MB the desk's searches take twice as long in a club of 1,000 nights.
CACHE_KIB = 16_000
# A request waits this long for a connection of the pool; each thread needs one at a time. The pool tries to connect for
# as long, with growing pauses (1, 2 and 4 s), and then starts again as long as requests wait.
POOL_SECONDS = 10
# The same statement so often on a connection, and PostgreSQL is told to keep its plan.
PREPARE_AFTER = 3


class OwnersConnection(sqlite3.Connection):
    """A file that is not there yet is made for its owner alone, as a backup is; its log gets the same rights by SQLite.

    One that is there is never opened here: closing it would end the locks that SQLite holds on it in this process.
    """

    def __init__(self, database: str | Path, *args: Any, **kwargs: Any) -> None:
        if not str(database).startswith(("file:", ":memory:")):
            # It is there already; or it cannot be made, which SQLite says in its own words.
            with suppress(OSError):
                os.close(os.open(database, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        super().__init__(database, *args, **kwargs)


def database(url: str, default_file: Path) -> dict[str, Any]:
    """Django's settings for DATABASE_URL.

    `postgres://user:password@host:port/name`, `sqlite:///file`, or nothing, which is the default file. A host of
    PostgreSQL may be the folder of its socket, with %2F for each slash; `?sslmode=verify-full` and the like go along.
    """
    if not url:
        return sqlite(default_file)
    parts = urlsplit(url)
    if parts.scheme in {"postgres", "postgresql"}:
        return postgresql(parts)
    if parts.scheme == "sqlite" and parts.path:
        return sqlite(Path(unquote(parts.path.removeprefix("/"))))
    raise ImproperlyConfigured("DATABASE_URL must begin with postgres:// or sqlite:///.")


def postgresql(parts: SplitResult) -> dict[str, Any]:
    """PostgreSQL through a pool in each process: a new connection for every request costs three times as much.

    Our backend checks each connection before it is lent, and replaces all of them as soon as one is dead: a restart of
    the server is not the next request's error. What is asked often is planned once on each connection
    (docs/decisions/0012): half of the server's work for an entry.
    """
    # As written: what `hostname` gives is in small letters, which a folder need not be.
    host = parts.netloc.rpartition("@")[2].partition(":")[0] if "%2F" in parts.netloc.upper() else parts.hostname
    # Imported here: an installation at home has no use for psycopg.
    from config.postgresql.base import keep_connecting

    threads = env.number("THREADS", 8)
    return {
        "ENGINE": "config.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(host or ""),
        "PORT": str(parts.port or ""),
        # A pool keeps the connections; Django must not as well. The backend checks them, faster than the pool does.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": False,
        "OPTIONS": {
            **dict(parse_qsl(parts.query)),
            "server_side_binding": True,
            "prepare_threshold": PREPARE_AFTER,
            "pool": {
                "min_size": 1,
                "max_size": env.number("DATABASE_POOL", threads + 2),
                "timeout": POOL_SECONDS,
                "reconnect_timeout": POOL_SECONDS,
                "reconnect_failed": keep_connecting,
            },
        },
    }


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
            "factory": OwnersConnection,
            "timeout": BUSY_SECONDS,
            "transaction_mode": "IMMEDIATE",
            # A trigger of the ledger asks whether foreign keys are on, which some builds let none but trusted ones.
            "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = ON; "
            f"PRAGMA cache_size = -{CACHE_KIB};",
        },
    }
