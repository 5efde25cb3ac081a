"""Everything that must hold, the fast answers first: `python -m tests`, which is what `make test` runs.

Every tier runs even when one before it failed, so that one run names all there is to mend.
"""

import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable


class Tier(NamedTuple):
    title: str
    command: list[str]


class Outcome(NamedTuple):
    tier: Tier
    ok: bool
    seconds: float
    last_line: str


TIERS = [
    Tier("engine tests, no database", [PYTHON, "-m", "pytest", "-q", "-p", "no:django", "tests/engine"]),
    Tier("lint", [PYTHON, "-m", "ruff", "check"]),
    Tier("format", [PYTHON, "-m", "ruff", "format", "--check"]),
    Tier("types", [PYTHON, "-m", "mypy"]),
    Tier("import contracts", [str(BIN / "lint-imports")]),
    Tier("no missing migration", [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"]),
    Tier("all other tests", [PYTHON, "-m", "pytest", "-q", "tests", "--ignore=tests/engine"]),
]


def run(tier: Tier) -> Outcome:
    """Runs one tier, its output passed through as it comes."""
    print(f"\n== {tier.title}", flush=True)
    began = time.monotonic()
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings.test"}
    last = ""
    with subprocess.Popen(
        tier.command,
        cwd=ROOT,
        env=os.environ | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            last = line.strip() or last
    return Outcome(tier, process.returncode == 0, time.monotonic() - began, re.sub(r"\x1b\[[0-9;]*m", "", last))


def database() -> str:
    url = os.environ.get("DATABASE_URL", "")
    if url.startswith("postgres"):
        return "PostgreSQL"
    import sqlite3

    return f"SQLite {sqlite3.sqlite_version}"


def main() -> int:
    outcomes = [run(tier) for tier in TIERS]
    print(f"\n== What ran, on Python {platform.python_version()} and {database()}")
    for outcome in outcomes:
        verdict = "ok    " if outcome.ok else "FAILED"
        print(f"{verdict} {outcome.tier.title} ({outcome.seconds:.1f} s): {outcome.last_line}")
    failed = sum(not outcome.ok for outcome in outcomes)
    print(f"{failed} of {len(outcomes)} failed." if failed else "All of it holds.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
