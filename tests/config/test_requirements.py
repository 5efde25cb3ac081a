"""What is installed is what was chosen: every package by version and hash, those of packages included."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PIN = re.compile(r"^([\w.-]+)(?:\[[\w,]+\])?==([\w.]+)", re.MULTILINE)
LOCKED = re.compile(
    r"^([\w.-]+)==([\w.]+)(?: ;[^\\\n]+)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n?)+)", re.MULTILINE
)


def pins(name: str) -> dict[str, str]:
    return {package.lower(): wanted for package, wanted in PIN.findall((ROOT / name).read_text())}


def locked(name: str) -> dict[str, str]:
    return {package.lower(): wanted for package, wanted, _ in LOCKED.findall((ROOT / name).read_text())}


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_what_is_chosen_is_locked(name: str) -> None:
    """`make lock` has been run since a version was raised."""
    assert pins(f"{name}.txt").items() <= locked(f"{name}.lock").items()


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_nothing_is_locked_without_a_hash(name: str) -> None:
    text = (ROOT / f"{name}.lock").read_text()
    # a package may stand there twice, for two versions of Python
    assert len(LOCKED.findall(text)) == len(re.findall(r"^\S", text, re.MULTILINE))
    assert "://" not in text


def test_the_tests_run_on_what_the_server_runs_on() -> None:
    server = locked("requirements.lock")
    assert server.items() <= locked("requirements-dev.lock").items()
    assert {name: version(name) for name in pins("requirements.txt")} == pins("requirements.txt")
