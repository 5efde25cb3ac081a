"""A verdict for daily work in three minutes: `python -m tests.check`, which is what `make check` runs.

The engine, lint, format, types and import contracts in full; of all other tests those that mirror what has changed,
on SQLite in memory, without the ones marked `slow` and those that need a database in a file. `make test` runs all.

What has changed: files that differ from CHECK_SINCE, or, where that is not given, from the last commit; in a clean
checkout, what the last commit changed.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tests.__main__ import PYTEST, ROOT, TIERS, Outcome, Tier, report, run
from tests.conftest import IN_MEMORY

# Tests that look at the whole repository, in seconds.
ALWAYS = ["tests/docs/test_named_files.py", "tests/docs/test_commands.py"]
# Folders whose tests do not lie in the mirrored folder: what the models hold, every subject uses.
ELSEWHERE = {
    "games/engine": [],  # all of its tests run in any case
    "games/models": ["tests/games/core", "tests/games/money", "tests/games/play"],
    "prepared": ["tests/prepared", "tests/ledger"],
}


def changed_files(since: str) -> list[str]:
    """Paths that differ from a commit, and new ones; those of the last commit where nothing differs."""
    new = _git("ls-files", "--others", "--exclude-standard")
    return _git("diff", "--name-only", since or "HEAD") + new or _git("diff", "--name-only", "HEAD~1", "HEAD")


def mirrors_of(paths: Iterable[str]) -> list[str]:
    """Test files and folders that mirror these paths; a folder stands for all that is in it."""
    found = set(ALWAYS)
    for path in paths:
        found |= set(_mirrors(Path(path)))
    return sorted(one for one in found if not any(str(parent) in found for parent in Path(one).parents))


def _mirrors(path: Path) -> list[str]:
    if path.parts[0] == "tests":
        return _own(path)
    if path.suffix == ".md":
        return ["tests/docs"]
    for folder, tests in ELSEWHERE.items():
        if path.is_relative_to(folder):
            return tests
    folders = path.parts[:-1]
    if folders[:1] == ("templates",):
        folders = ("games", *folders[1:])
    return _nearest(Path("tests", *folders))


def _nearest(mirrored: Path) -> list[str]:
    """The folder, or the next one above it that is there; never all of the games' tests, nor all there are."""
    while not (ROOT / mirrored).is_dir():
        mirrored = mirrored.parent
    return [] if mirrored in (Path("tests"), Path("tests/games")) else [str(mirrored)]


def _own(path: Path) -> list[str]:
    """A changed test; of what tests share, nothing: whatever uses it is tried by `make test`."""
    is_test = path.name.startswith("test_") and (ROOT / path).is_file()
    return [str(path)] if is_test and path.parts[1] not in ("engine", "served", "clients", "browser", "faults") else []


def _git(*command: str) -> list[str]:
    git = ["git", *command]
    done = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def main() -> int:
    tests = mirrors_of(changed_files(os.environ.get("CHECK_SINCE", "")))
    quick = [*PYTEST, "-m", "not slow", *tests]
    tiers = [tier for tier in TIERS if not tier.on]
    tiers.append(Tier(f"the quick tests of what has changed ({', '.join(tests)})", quick, on="sqlite"))
    os.environ[IN_MEMORY] = "1"
    with tempfile.TemporaryDirectory(prefix="tableside-var-") as var:
        outcomes: list[Outcome] = [run(tier, var) for tier in tiers]
    report(outcomes, [])
    return 0 if all(outcome.ok for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
