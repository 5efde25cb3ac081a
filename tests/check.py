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
# What these hold is used by every subject: their own tests, and those of the nearest subjects.
SHARED = {
    "games/models": ["tests/games/core", "tests/games/money"],
    "templates": ["tests/games/translations"],
    "prepared": ["tests/prepared", "tests/ledger"],
    "config": ["tests/config"],
    "docs": ["tests/docs"],
}


def changed_files(since: str) -> list[str]:
    """Paths that differ from a commit, and new ones; those of the last commit where nothing differs."""
    new = _git("ls-files", "--others", "--exclude-standard")
    return _git("diff", "--name-only", since or "HEAD") + new or _git("diff", "--name-only", "HEAD~1", "HEAD")


def tests_of(paths: Iterable[str]) -> list[str]:
    """Test files and folders that mirror these paths; a folder stands for all that is in it."""
    found = set(ALWAYS)
    for path in paths:
        found |= set(_mirrors(Path(path)))
    return sorted(one for one in found if not any(str(parent) in found for parent in Path(one).parents))


def _mirrors(path: Path) -> list[str]:
    if path.parts[0] == "tests":
        return _own(path)
    for shared, tests in SHARED.items():
        if path.is_relative_to(shared):
            return tests
    if path.suffix == ".md":
        return ["tests/docs"]
    mirrored = Path("tests", *path.parts[:-1])
    # The nearest folder that has tests: `games/play/services/hands.py` has those of `tests/games/play`.
    while mirrored.parts[1:] and not (ROOT / mirrored).is_dir():
        mirrored = mirrored.parent
    return [str(mirrored)] if len(mirrored.parts) > 2 or mirrored.name in ("api", "ledger", "config") else []


def _own(path: Path) -> list[str]:
    """A changed test; of what tests share, nothing: whatever uses it is tried by `make test`."""
    is_test = path.name.startswith("test_") and (ROOT / path).is_file()
    return [str(path)] if is_test and path.parts[1] not in ("engine", "served", "browser", "faults") else []


def _git(*command: str) -> list[str]:
    git = ["git", *command]
    done = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def main() -> int:
    tests = tests_of(changed_files(os.environ.get("CHECK_SINCE", "")))
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
