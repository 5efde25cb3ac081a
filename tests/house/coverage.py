"""Which branches of the rules and of the books their own tests take, the books on both databases."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.house.records import ROOT, Record, folder
from tests.servers.postgresql import postgresql

GOAL = 98.0
OF = {"games/engine": "engine", "ledger": "ledger"}


def measure() -> Record:
    """Percent of lines and of branches, package by package, and what is not reached."""
    data = folder() / "coverage"
    for old in folder().glob("coverage*"):
        old.unlink()
    environment = {"COVERAGE_FILE": str(data), "DJANGO_SETTINGS_MODULE": "config.settings.test", "DATABASE_URL": ""}
    _run(environment, "run", "-m", "pytest", "-q", "-p", "no:django", "tests/engine")
    _run(environment, "run", "-m", "pytest", "-q", "tests/ledger")
    with postgresql() as url:
        _run(environment | {"DATABASE_URL": url}, "run", "-m", "pytest", "-q", "tests/ledger")
    _run(environment, "combine")
    report = folder() / "coverage-report.json"
    _run(environment, "json", "-o", str(report))
    return {"packages": {package: _of(package, _files(report)) for package in OF}}


def _run(environment: Mapping[str, str], *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "coverage", *arguments], cwd=ROOT, env=os.environ | environment, check=True)


def _files(report: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(report.read_text())["files"]
    return found


def _of(package: str, files: Mapping[str, Any]) -> dict[str, Any]:
    own = {name: file for name, file in files.items() if name.startswith(f"{package}/")}
    assert own, f"nothing of {package} was measured"

    def percent(what: str) -> float:
        of = sum(file["summary"][f"num_{what}"] for file in own.values())
        return round(100 * sum(file["summary"][f"covered_{_SAID[what]}"] for file in own.values()) / of, 1)

    left = {
        name: {"lines": file["missing_lines"], "branches": file.get("missing_branches", [])}
        for name, file in own.items()
        if file["missing_lines"] or file.get("missing_branches")
    }
    return {"lines": percent("statements"), "branches": percent("branches"), "not_reached": left}


_SAID = {"statements": "lines", "branches": "branches"}
