"""By PostgreSQL's own programs: one snapshot out, one transaction in."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.db.backends.postgresql.client import DatabaseClient

from games.backups.errors import BackupError


def write(database: Mapping[str, Any], part: Path) -> None:
    _run("pg_dump", database, "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")


def read(database: Mapping[str, Any], file: Path) -> None:
    """The tables that an empty database has already are made anew: all in one transaction, or none."""
    how = ["--no-owner", "--no-privileges", "--clean", "--if-exists", "--single-transaction", "--exit-on-error"]
    _run("pg_restore", database, *how, f"--dbname={database['NAME']}", str(file))


def _run(program: str, database: Mapping[str, Any], *arguments: str) -> None:
    """The password goes by the environment, where nobody sees it in a list of processes."""
    found = shutil.which(program)
    if found is None:
        raise BackupError(f"{program} is missing; on Debian: apt install postgresql-client")
    # What a connection must be like, and the password, as Django's own dbshell hands them on.
    _, handed_on = DatabaseClient.settings_to_cmd_args_env(dict(database), [])
    known = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "NAME": "PGDATABASE"}
    environment = os.environ | (handed_on or {}) | {known[key]: str(database[key]) for key in known if database[key]}
    done = subprocess.run([found, *arguments], env=environment, capture_output=True, text=True, check=False)  # noqa: S603  our own
    if done.returncode:
        raise BackupError(f"{program}: {done.stderr.strip()[-500:] or 'it gave no reason'}")
