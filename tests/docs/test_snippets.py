"""The code that pages show runs, and comes to what they say."""

import json
import re
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from games import engine
from ledger import audit, selectors
from ledger.models import Book, JournalTransaction
from tests.docs.pages import DOCS, ROOT, fenced
from tests.engine.table import hand

# Ann deals, and so acts after the blinds of Bob and Cara.
SETUP = {
    **hand("council-bluffs", dealer="Ann", players=3),
    "players": [{"name": name, "stack": 1000} for name in ("Ann", "Bob", "Cara")],
}
NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


def run(page: str, begins: str, **given: Any) -> dict[str, Any]:
    """The names that a block of Python leaves."""
    (text,) = [one for one in fenced(DOCS / page, "python") if one.startswith(begins)]
    names = dict(given)
    exec(text, names)  # noqa: S102
    return names


def test_the_engine_in_four_lines() -> None:
    (text,) = fenced(DOCS / "architecture.md", "python")
    (told,) = re.findall(r"load_action\(setup, document\)  # (\{.*\})", text)
    names: dict[str, Any] = {}
    for line in text.splitlines():
        # What `document` is, each time.
        names["document"] = json.loads(told) if "load_action" in line else SETUP
        exec(line, names)  # noqa: S102
    assert engine.observe(names["state"])["events"] == [{"event": "raised", "player": "Ann", "amount": 300}]


def test_books_are_written_as_the_page_shows(db: None) -> None:
    left = run("accounting.md", "from ledger import services", ann_id=UUID(int=1), night_id=UUID(int=2), now=NOW)
    book, buy_in = left["book"], left["buy_in"]
    assert isinstance(book, Book)
    assert isinstance(buy_in, JournalTransaction)
    assert selectors.balance(left["ann"]) == selectors.balance(left["chips"]) == 0
    assert JournalTransaction.objects.get(reverses=buy_in).memo == "it was Bob who bought in"
    assert audit.verify(book) == []


def test_a_new_game_joins_those_that_are_registered() -> None:
    (shown,) = fenced(DOCS / "adding-a-game.md", "python")
    registry = (ROOT / "games" / "engine" / "games" / "__init__.py").read_text()
    assert shown.replace(", StraightPoker()", "") in registry


def test_a_refusal_reads_as_the_page_shows() -> None:
    shown = json.loads(fenced(DOCS / "api.md", "json")[0])
    refusal = engine.Refusal(shown["code"], "turn", player="Bob", to_act=["Ann"])
    assert (shown["type"], shown["detail"]) == (f"urn:tableside:problem:{refusal.code}", engine.sentence(refusal))
    example = json.loads((ROOT / "api/v1/openapi/examples/problems/not_your_turn.json").read_text())
    assert shown.keys() == example.keys()
