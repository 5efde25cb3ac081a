"""`manage.py` as whoever runs a server calls it, over a database of their choice."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def manage(database: str, *arguments: str, **settings: str) -> str:
    """What it says; it must succeed."""
    done = managed(database, *arguments, **settings)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def managed(database: str, *arguments: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    given = {"DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "config.settings.dev", **settings}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=os.environ | given,
        capture_output=True,
        text=True,
        check=False,
    )
