"""What the pages for developers say is where: each file they name is there, and has what they say it has."""

import re

import pytest

from tests.docs.pages import DOCS, ROOT

NAMED = re.compile(r"[\w./-]*\w\.(?:py|js|css|html)\b")
# Such as `pots.py`: `shares`, `halves`
HAS = re.compile(r"`([\w/]+\.py)`: ((?:`[\w.]+`(?:, )?)+)")
FOLDERS = ("api", "bench", "config", "games", "ledger", "ops", "prepared", "static", "templates", "tests")
# The game that a reader makes.
TO_BE_MADE = "straight_poker.py"


def files() -> set[str]:
    below = {str(path.relative_to(ROOT)) for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")}
    return below | {path.name for path in ROOT.glob("*.py")}


@pytest.mark.parametrize("page", ["architecture.md", "pages.md", "live.md", "adding-a-game.md"])
def test_every_file_that_is_named_is_there(page: str) -> None:
    there = files()
    text = re.sub(r"~~~~.*?~~~~", "", (DOCS / page).read_text(), flags=re.DOTALL)
    named = {name for name in NAMED.findall(text) if not name.endswith(TO_BE_MADE)}
    lost = [name for name in sorted(named) if not any(f"/{path}".endswith(f"/{name}") for path in there)]
    assert named
    assert lost == []


def test_a_rule_is_where_it_is_said_to_be() -> None:
    found = HAS.findall((DOCS / "architecture.md").read_text())
    assert found
    for name, symbols in found:
        path = ROOT / name
        source = (path if path.exists() else ROOT / "games" / "engine" / name).read_text()
        for symbol in re.findall(r"`([\w.]+)`", symbols):
            for part in symbol.split("."):
                assert re.search(rf"(?:def|class) {part}\b|^{part} = ", source, re.MULTILINE), (name, symbol)
