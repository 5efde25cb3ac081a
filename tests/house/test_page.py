"""The page of the house has all of it, and keeps to what the house asks of itself."""

import re

import pytest

from tests.house import page, records, sizes
from tests.house.survivors import why


def test_the_page_has_every_package_and_every_part() -> None:
    text = page.PAGE.read_text()
    rows = re.findall(r"^\| `([\w/]+)` \|", text.partition("\n## The tiers")[0], re.MULTILINE)
    assert rows == list(sizes.PACKAGES)
    assert records.read().keys() == set(records.PARTS)
    for part in text.split("\n## ")[2:]:
        assert "Measured on 20" in part, part.partition("\n")[0]


def test_every_folder_of_code_is_in_a_package() -> None:
    known = {path for package in sizes.PACKAGES for path in sizes.modules(package)}
    every = {
        path
        for path in sizes.ROOT.glob("*/**/*.py")
        if "migrations" not in path.parts and path.relative_to(sizes.ROOT).parts[0] in sizes.TOP
    }
    assert known == every


def test_what_was_measured_last_meets_its_goal() -> None:
    kept = records.read()
    assert page.missed(kept) == []
    low = {"packages": {"ledger": {"lines": 99.0, "branches": 97.9}}}
    few = {"changes": 100, "noticed": 89, "left": [{"where": "pots.halves", "tried": "low = 0", "why": None}]}
    assert len(page.missed({"coverage": low, "mutation": few})) == 3


def test_a_change_that_is_not_noticed_has_its_own_reason_or_none() -> None:
    assert why("pots.collect", "zip(paid, bets, strict=False)") is not None
    assert why("pots.collect", "paid = tuple(bets)") is None
    assert why("pots.collect", "Amounts(choices, None)") is None


@pytest.mark.parametrize("package", sizes.CODE)
def test_no_module_and_no_function_is_too_long_to_be_read_at_once(package: str) -> None:
    paths = sizes.modules(package)
    assert [path for path in paths if len(path.read_text().splitlines()) > 300] == []
    assert [one for path in paths for one in sizes.functions(path) if one.lines > 40] == []
