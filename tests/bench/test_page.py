"""The page of the figures says what was measured: each figure there is, and which of them miss their goal."""

import re
import time
from collections.abc import Iterator
from contextlib import nullcontext
from http.client import HTTPConnection
from importlib import import_module
from typing import Any

import pytest

from bench import __main__ as bench
from bench import asking, desk, growth, ledger, live, page, watchers
from bench.figures import at_least, at_most
from bench.names import FIGURES, POSTGRESQL, SERVED, names
from bench.phones import Phone, beside_bare

NAMES = {name for part in FIGURES for name in names(part)}


def rows(text: str) -> list[str]:
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


def test_the_page_has_each_figure_that_there_is_and_no_other() -> None:
    told = rows(page.PAGE.read_text())
    assert len(told) == len(set(told))
    assert set(told) == NAMES


def test_the_page_is_what_the_lines_say() -> None:
    assert page.PAGE.read_text() == page.written(page.read())
    assert {figure["figure"] for figure in page.read()} <= NAMES


class Idle(Phone):
    def __init__(self) -> None:
        self.line = HTTPConnection("127.0.0.1")

    def post(self) -> None:
        time.sleep(1e-6)

    bare = post


def test_the_names_are_those_that_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts that need servers, without any: what they would measure is made up."""
    monkeypatch.setattr(asking, "keeper", lambda *_: nullcontext())
    monkeypatch.setattr(ledger, "keeper", lambda *_: nullcontext())
    monkeypatch.setattr(asking, "_ask", lambda *_: 1000)
    crowd = live.Measured([[0.1, 0.2]], [0.1], [0.1], 1024.0)
    monkeypatch.setattr(live, "measured", lambda *_: crowd)
    monkeypatch.setattr(watchers, "measured", lambda *_: crowd)
    measured = {"growth": list(growth.figures()), "desk": list(desk.figures())}
    measured["ledger"] = [figure for database in asking.DATABASES for figure in ledger.books(database)]
    measured["live"] = [figure for on in SERVED for figure in live._figures(on, {})]
    measured["watchers"] = [figure for on in SERVED for figure in watchers._figures(on, {})]
    measured["api"] = [figure for on in POSTGRESQL for figure in beside_bare("api.post", on, [Idle()])]
    for part, found in measured.items():
        expected = {name for name in names(part) if not name.startswith("settlement.")}
        assert {figure["figure"] for figure in found} == expected


def _two() -> Iterator[dict[str, Any]]:
    yield at_most("engine.import", 0.05, 0.1, unit="s")
    raise RuntimeError("the machine went away")


@pytest.fixture
def elsewhere(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "LINES", tmp_path / "lines.jsonl")
    monkeypatch.setattr(page, "PAGE", tmp_path / "page.md")
    monkeypatch.setenv("BENCH_PAGE", "1")


@pytest.mark.usefixtures("elsewhere")
def test_a_part_that_fails_loses_nothing_that_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("bench.imports"), "figures", _two)
    monkeypatch.setattr(
        import_module("bench.audit"), "figures", lambda: iter([at_least("audit.actions_a_second", 0.2, 0.5)])
    )
    assert bench.main(["imports", "audit"]) == 1
    text = page.PAGE.read_text()
    assert "| `engine.import` | The rules imported in a fresh interpreter | 0.05 s | at most 0.1 s | met |" in text
    assert "| 0.2x | at least 0.5x | **missed** |" in text
    assert "1 of 2 miss their goal" in text
    assert set(rows(text)) == NAMES


@pytest.mark.usefixtures("elsewhere")
def test_a_figure_nobody_has_named_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("bench.imports"), "figures", lambda: iter([at_most("engine.export", 1, 2)]))
    assert bench.main(["imports"]) == 1
