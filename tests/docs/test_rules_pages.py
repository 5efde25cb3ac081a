"""The pages tell the truth: their examples replay, their tables are the engine's, their rule numbers are all there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from games import engine
from games.engine import setup
from games.engine.game import Game
from games.engine.house_rules import HouseRule, resolve
from tests.engine.cases import differences

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted((DOCS / "rules").glob("*.md")), DOCS / "hand-file.md"]
RECIPE = DOCS / "adding-a-game.md"


def fenced(page: Path, kind: str) -> list[str]:
    """The text of every block of this kind, as in ```json hand."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def outcome(hand: dict[str, Any]) -> dict[str, Any]:
    """What `replay` prints."""
    try:
        return engine.result(engine.replay(hand))
    except engine.Refusal as refusal:
        error = {"code": refusal.code, "action": refusal.action, "detail": engine.sentence(refusal)}
        return {"error": error}


EXAMPLES = [
    pytest.param(json.loads(hand), json.loads(result), id=f"{page.stem}-{number}")
    for page in PAGES
    for number, (hand, result) in enumerate(zip(fenced(page, "json hand"), fenced(page, "json result"), strict=True), 1)
]


@pytest.mark.parametrize(("hand", "result"), EXAMPLES)
def test_an_example_ends_as_its_page_says(hand: dict[str, Any], result: dict[str, Any]) -> None:
    assert outcome(hand) == result


@pytest.mark.parametrize("game", engine.GAMES.values(), ids=lambda game: game.name)
def test_a_game_has_a_page_with_a_finished_hand(game: Game) -> None:
    hands = [json.loads(text) for text in fenced(DOCS / "rules" / f"{game.name}.md", "json hand")]
    assert any(hand["game"] == game.name and outcome(hand).get("status") == "complete" for hand in hands)


HOUSE_RULES = [
    pytest.param(game, rule, id=f"{game.name}-{rule.name}")
    for game in engine.GAMES.values()
    for rule in game.house_rules
]


def row_of(page: Path, rule: HouseRule) -> list[str]:
    """The cells of its row: kind, default, allowed values, rule number, meaning."""
    rows = [line for line in page.read_text().splitlines() if line.startswith(f"| `{rule.name}` |")]
    assert len(rows) == 1, f"{page.name} must have one row for {rule.name}"
    return [cell.strip() for cell in rows[0].strip("|").split("|")][1:]


@pytest.mark.parametrize(("game", "rule"), HOUSE_RULES)
def test_a_house_rule_stands_in_its_page(game: Game, rule: HouseRule) -> None:
    kind, default, allowed, number, meaning = row_of(DOCS / "rules" / f"{game.name}.md", rule)
    assert kind == rule.kind
    value = resolve(game.house_rules, {})[rule.name]
    assert json.loads(re.findall("`([^`]*)`", default)[-1]) == (list(value) if isinstance(value, tuple) else value)
    assert callable(rule.default) == (not default.startswith("`")), "a derived default is said in words first"
    if rule.kind == "choice":
        assert [json.loads(word) for word in re.findall("`([^`]*)`", allowed)] == list(rule.choices)
    assert number == rule.rule
    assert meaning


def headings() -> list[str]:
    """The number of every rule that has a heading, page by page."""
    text = "\n".join(page.read_text() for page in PAGES)
    return re.findall(r"^### (\d\.\d+) ", text, re.MULTILINE)


def test_rules_are_numbered_without_gaps() -> None:
    numbers = headings()
    for section in {number.split(".")[0] for number in numbers}:
        own = [int(number.split(".")[1]) for number in numbers if number.startswith(f"{section}.")]
        assert own == list(range(own[0], own[0] + len(own)))
        assert own[0] == 1


def test_every_rule_the_engine_names_can_be_looked_up() -> None:
    sources = (DOCS.parent / "games" / "engine").rglob("*.py")
    named = {number for source in sources for number in re.findall(r"\b\d\.\d{1,2}\b", source.read_text())}
    assert named <= set(headings())


def test_every_error_code_and_action_type_stands_in_the_hand_file_page() -> None:
    text = (DOCS / "hand-file.md").read_text()
    order = re.findall(r"^\d+\. `(\w+)`", text, re.MULTILINE)
    assert order == list(engine.refusal.CODES)
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text.split("## Actions")[1].split("\n## ")[0], re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == set(engine.actions.FORMS)


def test_the_game_of_the_recipe_can_be_played() -> None:
    """Its module as printed, its hands as printed, without joining the registry."""
    scope: dict[str, Any] = {"__name__": "straight_poker"}
    exec("\n".join(fenced(RECIPE, "python game")), scope)  # noqa: S102
    game: Game = scope["StraightPoker"]()
    for rule in game.house_rules:
        kind, default, _, number, _ = row_of(RECIPE, rule)
        assert (kind, default, number) == (rule.kind, f"`{rule.default}`", rule.rule)
    for written, result in zip(fenced(RECIPE, "json (?:hand|case)"), fenced(RECIPE, "json result"), strict=True):
        hand = json.loads(written)
        why, expect, entries = hand.pop("why", None), hand.pop("expect", {}), hand.pop("actions")
        table = setup.load_setup(hand, {game.name: game})
        state = engine.start(table)
        for entry in entries:
            state = engine.apply(state, engine.load_action(table, entry))
        assert engine.result(state) == json.loads(result)
        assert list(differences(expect, engine.result(state))) == []
        assert bool(why) == bool(expect)
