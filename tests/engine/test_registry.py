"""A registered game is finished: it has its page of rules, recorded hands and random walks. And a code has one list."""

import re
from pathlib import Path
from random import Random

import pytest

from games import engine
from games.engine import GAMES
from games.engine.actions import FORMS
from games.engine.game import Game
from games.engine.pot_game import PotGame
from games.engine.refusal import CODES
from games.engine.setup import Setup

from .cases import FOLDER
from .walks import steps

DOCS = Path(__file__).resolve().parents[2] / "docs"

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@every_game
def test_a_game_has_a_page_that_names_its_house_rules_and_their_rule_numbers(game: Game) -> None:
    page = (DOCS / "rules" / f"{game.name}.md").read_text()
    assert game.title in page
    for rule in game.house_rules:
        assert f"`{rule.name}`" in page, rule.name
        assert rule.rule in page, rule.rule


@every_game
def test_a_game_has_recorded_hands(game: Game) -> None:
    assert list((FOLDER / game.name).glob("*.json*"))


@every_game
def test_a_game_is_walked_through_all_of_its_stages(game: Game) -> None:
    """A walk that never came to a showdown would prove nothing: each action of every stage, to the end."""
    to_reach: set[tuple[str, str]] = set()
    reached: set[tuple[str, str]] = set()
    ends: set[str] = set()
    for seed in range(60):
        setup = _plain_setup(game, seed)
        to_reach |= {(stage.name, kind) for stage in setup.course for kind in stage.kinds}
        for before, entry, after in steps(engine.start(setup), Random(seed)):
            reached.add((setup.course[before.stage].name, entry["type"]))
            ends.add(after.status)
    assert to_reach - reached == set()
    assert ends >= {"in_progress", "complete"}


def _plain_setup(game: Game, seed: int) -> Setup:
    """Two to six players of middling stacks; every flag of the house rules is set in half of them."""
    names = "ABCDEFGHI"[: max(game.least_players, min(game.most_players, 2 + seed % 5))]
    players = [{"name": name, **({"stack": 4000} if game.has_money else {})} for name in names]
    document = {"format": "tableside-hand/1", "game": game.name, "players": players, "dealer": names[0]}
    flags = {rule.name: bool(seed % 2) for rule in game.house_rules if rule.kind == "flag"}
    return engine.load_setup({**document, "rules": flags})


@every_game
def test_a_game_declares_itself_whole(game: Game) -> None:
    assert GAMES[game.name] is game
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", game.name)
    assert 2 <= game.least_players <= game.most_players
    assert game.hand_size * game.most_players <= game.deck(game.most_players).bit_count()
    assert set(game.forms) == set(FORMS)
    names = [rule.name for rule in game.house_rules]
    assert len(set(names)) == len(names)
    for rule in game.house_rules:
        assert rule.words.endswith(".")
        assert re.fullmatch(r"\d+\.\d+", rule.rule)
        assert rule.document()["name"] == rule.name


@every_game
def test_an_explanation_can_name_the_rules_of_a_game_with_pots(game: Game) -> None:
    page = (DOCS / "rules" / f"{game.name}.md").read_text()
    numbers = [game.hand_rule, game.award_rule] if isinstance(game, PotGame) else []
    assert [f"### {number} " in page for number in numbers] == [True] * len(numbers)
    assert bool(numbers) == game.has_money


def test_no_page_is_left_of_a_game_that_is_gone() -> None:
    pages = {page.stem for page in (DOCS / "rules").glob("*.md")}
    assert pages == {*GAMES, "common"}


def test_the_codes_and_their_order_are_those_of_the_hand_file() -> None:
    listed = re.findall(r"^\d+\. `(\w+)`:", (DOCS / "hand-file.md").read_text(), re.MULTILINE)
    assert tuple(listed) == CODES


def test_the_action_types_are_those_of_the_hand_file() -> None:
    section = (DOCS / "hand-file.md").read_text().split("| `fold` |")[1].split("\n\n")[0]
    rows = [line.split("|")[1] for line in ("| `fold` |" + section).splitlines()]
    assert {kind for row in rows for kind in re.findall(r"`(\w+)`", row)} == set(FORMS)
