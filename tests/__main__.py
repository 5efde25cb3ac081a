"""Everything that must hold, the fast answers first: `python -m tests`, which is what `make test` runs.

Every tier runs even when one before it failed, so that one run names all there is to mend. What cannot run here has
failed, unless TESTS_WITHOUT names it: TESTS_WITHOUT=postgresql,served where no server can be had, TESTS_WITHOUT=browser
where no Chromium can.
"""

import os
import platform
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.house import records
from tests.servers import Unavailable
from tests.servers.chromium import chromium
from tests.servers.node import npm
from tests.servers.postgresql import postgresql
from tests.servers.redis import redis

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable
# A worker a core; one that has run out of tests takes over another's.
PYTEST = [PYTHON, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal"]
_ELSEWHERE = [f"--ignore=tests/{one}" for one in ("engine", "served", "browser", "faults", "clients")]
ALL_BUT_THE_ENGINE = [*PYTEST, "tests", *_ELSEWHERE]
# Once more, but for what comes to the same there (tests/conftest.py).
ON_THE_OTHER_DATABASE = [*ALL_BUT_THE_ENGINE, "--second-database"]
# One worker of Celery takes what all processes ask for: so there is one process.
SERVED = [PYTHON, "-m", "pytest", "-q", "tests/served"]
# A server and a Chromium a worker; what one module's server has in its database, its tests share.
IN_A_BROWSER = [PYTHON, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile", "tests/browser"]
GENERATED = [PYTHON, "-m", "pytest", "-q", "tests/clients"]


class Tier(NamedTuple):
    title: str
    command: list[str]
    on: str = ""


class Outcome(NamedTuple):
    tier: Tier
    ok: bool
    seconds: float
    said: str


TIERS = [
    Tier("engine tests, no database", [*PYTEST, "-p", "no:django", "tests/engine"]),
    Tier("lint", [PYTHON, "-m", "ruff", "check"]),
    Tier("format", [PYTHON, "-m", "ruff", "format", "--check"]),
    Tier("types", [PYTHON, "-m", "mypy"]),
    Tier("import contracts", [str(BIN / "lint-imports")]),
    Tier("no missing migration", [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"]),
    Tier(f"all other tests on SQLite {sqlite3.sqlite_version}", ALL_BUT_THE_ENGINE, on="sqlite"),
    Tier("all of those that ask for a database, on PostgreSQL", ON_THE_OTHER_DATABASE, on="postgresql"),
    Tier("tasks by a Celery worker and live events between processes, on PostgreSQL and Redis", SERVED, on="served"),
    Tier("clients generated in Python and TypeScript, which play a hand", GENERATED, on="clients"),
    Tier("pages in Chromium on a phone", IN_A_BROWSER, on="browser"),
]


@contextmanager
def embedded() -> Iterator[dict[str, str]]:
    """Nothing to start: the tests make their file themselves."""
    yield {}


@contextmanager
def on_postgresql() -> Iterator[dict[str, str]]:
    with postgresql() as url:
        yield {"DATABASE_URL": url}


@contextmanager
def served() -> Iterator[dict[str, str]]:
    with postgresql() as url, redis() as redis_url:
        yield {"DATABASE_URL": url, "REDIS_URL": redis_url}


@contextmanager
def with_chromium() -> Iterator[dict[str, str]]:
    """The program is looked for, or installed, before any test needs it; the tests' server has a file of its own."""
    chromium()
    yield {}


@contextmanager
def with_node() -> Iterator[dict[str, str]]:
    """Node.js is looked for, or installed, before any test needs it."""
    npm()
    yield {}


# What is compiled is kept beside its source, whatever this machine says: the tests start some hundred processes.
COMPILED_ONCE = {"PYTHONDONTWRITEBYTECODE": ""}
SERVERS = {
    "": embedded,
    "sqlite": embedded,
    "postgresql": on_postgresql,
    "served": served,
    "clients": with_node,
    "browser": with_chromium,
}


def run(tier: Tier, var: str) -> Outcome:
    """Runs one tier on its database, its output passed through as it comes."""
    print(f"\n== {tier.title}", flush=True)
    began = time.monotonic()
    server: AbstractContextManager[dict[str, str]] = SERVERS[tier.on]()
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings.test", "TABLESIDE_VAR": var, **COMPILED_ONCE}
    try:
        with server as urls:
            ok, said = passed_through(tier.command, {"DATABASE_URL": "", "REDIS_URL": "", **settings, **urls})
    except Unavailable as error:
        ok, said = False, f"{error}. TESTS_WITHOUT={tier.on} leaves it out."
        print(said, flush=True)
    return Outcome(tier, ok, time.monotonic() - began, said)


def passed_through(command: list[str], settings: Mapping[str, str]) -> tuple[bool, str]:
    """Whether a command succeeded, and the last line that it printed."""
    last = ""
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                print(line, end="", flush=True)
                last = line.strip() or last
        except BaseException:
            process.terminate()
            raise
    return process.returncode == 0, re.sub(r"\x1b\[[0-9;]*m", "", last).strip("= ")


def report(outcomes: list[Outcome], left_out: list[Tier]) -> None:
    """What ran on what, and the sum of all tests at the very end."""
    print(f"\n== What ran, on Python {platform.python_version()} and {os.cpu_count()} cores")
    for outcome in outcomes:
        verdict = "ok    " if outcome.ok else "FAILED"
        print(f"{verdict} {outcome.tier.title} ({outcome.seconds:.1f} s): {outcome.said}")
    for tier in left_out:
        print(f"NOT RUN {tier.title}: TESTS_WITHOUT says so")
    failed = sum(not outcome.ok for outcome in outcomes)
    seconds = sum(outcome.seconds for outcome in outcomes)
    ending = f"{failed} of {len(outcomes)} FAILED" if failed else "All of it holds"
    print(f"{ending}, after {seconds:.0f} s. Tests in all:")
    print(
        f"{tests(outcomes, 'passed')} passed, {tests(outcomes, 'failed')} failed, {tests(outcomes, 'skipped')} skipped"
    )


def record(outcomes: list[Outcome]) -> None:
    """How long each tier took, for `make house`."""
    tiers = [{"title": one.tier.title, "ok": one.ok, "seconds": round(one.seconds)} for one in outcomes]
    records.write("tests", {"tiers": tiers, "passed": tests(outcomes, "passed")})


def tests(outcomes: list[Outcome], how: str) -> int:
    """How many tests ended so, by the last lines of pytest; an error is a failure."""
    words = rf"(?:{how}|errors?)" if how == "failed" else how
    counts = (re.findall(rf"(\d+) {words}\b", one.said) for one in outcomes if "pytest" in one.tier.command)
    return sum(int(count) for found in counts for count in found)


def main() -> int:
    without = {word.strip().lower() for word in os.environ.get("TESTS_WITHOUT", "").split(",")} - {""}
    if unknown := without - SERVERS.keys():
        print(f"TESTS_WITHOUT knows only sqlite, postgresql, served and browser, not {', '.join(sorted(unknown))}.")
        return 2
    # Whoever ends the run ends what it started: the exception passes through all that must be closed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="tableside-var-") as var:
        outcomes = [run(tier, var) for tier in TIERS if tier.on not in without]
    report(outcomes, [tier for tier in TIERS if tier.on in without])
    record(outcomes)
    return 0 if all(outcome.ok for outcome in outcomes) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\nStopped.")
        sys.exit(130)
