"""The page of what we stand on has each package that is pinned and no other, under the licence that it has."""

import re
from importlib.metadata import metadata
from pathlib import Path

import pytest

from tests.config.test_requirements import pins

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "dependencies.md"
ROW = re.compile(r"^\| `([\w-]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
*FILES, OURS = PAGE.read_text().split("\n## ")[1:]
SECTIONS = dict(zip(("requirements.txt", "requirements-dev.txt"), FILES, strict=True))
# Its metadata says nothing; the repository's LICENSE does.
UNSAID = {"axe-playwright-python": "MIT"}


def licence(package: str) -> str:
    """What the installed package says of itself: an expression, a word, or a classifier."""
    said = metadata(package)
    classifiers = [line.rpartition(" :: ")[2] for line in said.get_all("Classifier") or () if "License ::" in line]
    found = said.get("License-Expression") or said.get("License") or " ".join(classifiers) or UNSAID[package]
    in_prose = "BSD License" in classifiers and len(found) > len("BSD-3-Clause")
    return "BSD" if in_prose else found.removesuffix(" License")


@pytest.mark.parametrize("file", SECTIONS)
def test_every_package_has_a_row(file: str) -> None:
    told = [name.lower() for name, *_ in ROW.findall(SECTIONS[file])]
    assert len(told) == len(set(told))
    assert set(told) == pins(file).keys()


@pytest.mark.parametrize(("package", "said"), [row[:2] for row in ROW.findall(PAGE.read_text())])
def test_a_licence_is_the_one_it_has(package: str, said: str) -> None:
    assert said == licence(package)


def test_what_is_ours_is_there() -> None:
    """And what it was weighed against is not among the packages by now."""
    rows = re.findall(r"^\| (`[^|]+) \| ([^|]+) \| [^|]+ \|$", OURS, re.MULTILINE)
    assert len(rows) > 10
    for ours, others in rows:
        assert all((ROOT / path).exists() for path in re.findall(r"`([^`]+)`", ours)), ours
        beside = {"uvicorn", "celery", "pokerkit"}
        assert (
            not ({other.strip().lower() for other in others.split(",")} - beside) & pins("requirements-dev.txt").keys()
        )
