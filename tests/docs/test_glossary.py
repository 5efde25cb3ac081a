"""The glossary's figures: the API describes each in the glossary's words, and pages call them so."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.v1.serializers.figures import MEANINGS
from tests.api.phone import description

ROOT = Path(__file__).parents[2]
# What these have is no figure of a player now: what stood after a line, and what lies before all players together.
OTHERS = {
    ("StatementLine", "account"),
    ("StatementLine", "chips"),
    ("StatementLine", "balance"),
    ("TableRemainder", "chips"),
}
# What pages called the figures when one word had several meanings.
NOT_SAID = (
    *("you owe", "i owe", "owes me", "owes the club", "you are owed", "who owes what"),
    *("you pay", "you get", "to get", "balance of the night", "on balance", "to balance", "net", "winnings"),
)
# What has no texts of pages.
SILENT = {"engine", "services", "migrations", "management", "formats", "backups"}
SENTENCES = re.compile(
    r"""{% translate "([^"]+)"|{% blocktranslate[^%]*%}(.*?){% endblocktranslate|_(?:lazy)?\(\s*"([^"]+)\"""", re.DOTALL
)


def rows() -> list[dict[str, str]]:
    lines = (ROOT / "docs" / "glossary.md").read_text().splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if line.startswith("|")]
    head, _, *found = [[cell.strip(" |") for cell in row] for row in cells]
    return [dict(zip(head, row, strict=True)) for row in found]


def said() -> Iterator[str]:
    """Every text for people of pages and reports."""
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "games" / "console" / "templates").rglob("*.html")]
    files += [path for path in (ROOT / "games").rglob("*.py") if not SILENT & set(path.relative_to(ROOT).parts)]
    for file in files:
        for found in SENTENCES.findall(file.read_text()):
            yield next(text for text in found if text)


def test_each_figure_means_the_same_in_glossary_and_api() -> None:
    assert {row["API"].strip("`"): row["is"] for row in rows()} == MEANINGS


def test_every_field_of_that_name_has_that_meaning() -> None:
    schemas: dict[str, Any] = description()["components"]["schemas"]
    seen = set()
    for name, schema in schemas.items():
        for field, of in schema.get("properties", {}).items():
            if field in MEANINGS and of.get("type") == "integer" and (name, field) not in OTHERS:
                assert of.get("description") == MEANINGS[field], (name, field)
                seen.add(field)
    assert seen == set(MEANINGS)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["word"])
def test_pages_say_the_word(row: dict[str, str]) -> None:
    texts = list(said())
    for label in re.findall(r'"([^"]+)"', row["on pages"]):
        assert any(label in text for text in texts), label


def test_pages_have_no_other_word_for_it() -> None:
    wrong = re.compile(rf"\b({'|'.join(NOT_SAID)})\b", re.IGNORECASE)
    assert [text for text in said() if wrong.search(text)] == []


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["word"])
def test_where_it_is_worked_out_is_there(row: dict[str, str]) -> None:
    assert (ROOT / row["worked out in"].strip("`")).is_file()
