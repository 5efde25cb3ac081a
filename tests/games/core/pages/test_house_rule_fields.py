"""House rules as a form: what it is filled in with comes back as it was."""

from urllib.parse import urlencode

import pytest
from django.http import QueryDict

from games import engine
from games.core.errors import BadAmount, BadValue
from games.core.pages.house_rule_fields import PREFIX, controls, rules_of
from games.engine.game import Game
from games.engine.house_rules import resolve
from tests.games.console.views import WRITE

GAMES = list(engine.GAMES.values())


def sent(game: Game, announced: dict[str, object], **changed: str) -> QueryDict:
    """The form as it comes, sent back; `changed` are rules typed anew."""
    fields = {
        control.field: ("yes" if control.value else "") if isinstance(control.value, bool) else control.value
        for control in controls(game, announced, WRITE)
    }
    return QueryDict(urlencode(fields | {PREFIX + name: typed for name, typed in changed.items()}))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_form_that_nobody_changed_announces_what_held_before(game: Game) -> None:
    announced = rules_of(game, sent(game, {}), WRITE)
    assert resolve(game.house_rules, announced) == resolve(game.house_rules, {})
    assert rules_of(game, sent(game, announced), WRITE) == announced


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_choice_is_said_in_words_that_differ(game: Game) -> None:
    for control in controls(game, {}, WRITE):
        words = [said for _choice, said in control.choices]
        assert all(words) and len(set(words)) == len(words)
        assert not any("_" in said for said in words)


def test_what_follows_from_other_rules_follows_until_it_is_typed() -> None:
    game = engine.GAMES["the-bluffs"]
    announced = rules_of(game, sent(game, {}, bets="0,50 1,00 2,00"), WRITE)
    assert announced["bets"] == [50, 100, 200]
    assert resolve(game.house_rules, announced)["exchange_fee"] == 200
    typed = rules_of(game, sent(game, announced, exchange_fee="1,50"), WRITE)
    assert resolve(game.house_rules, typed)["exchange_fee"] == 150


def test_a_box_that_is_emptied_says_no() -> None:
    game = engine.GAMES["bluff-n-peg"]
    on = rules_of(game, sent(game, {"deuces_wild": True}), WRITE)
    assert on["deuces_wild"] is True
    assert rules_of(game, sent(game, on, deuces_wild=""), WRITE)["deuces_wild"] is False


def test_holes_may_lie_below_zero_however_the_sign_is_typed() -> None:
    game = engine.GAMES["bluff-n-peg"]
    for typed in ("-20", "−20"):
        assert rules_of(game, sent(game, {}, last_chance_hole=typed), WRITE)["last_chance_hole"] == -20


@pytest.mark.parametrize(
    ("name", "rule", "typed", "error"),
    [
        ("bluff-n-peg", "winner_hole", "thirty", BadValue),
        ("bluff-n-peg", "winner_hole", "--3", BadValue),
        ("the-bluffs", "max_raises", "9" * 40, BadValue),
        ("the-bluffs", "bets", "0,25 much", BadAmount),
        ("buddhas-folly", "ante", "1.000.", BadAmount),
    ],
)
def test_what_is_no_number_is_refused_in_a_sentence(name: str, rule: str, typed: str, error: type[Exception]) -> None:
    game = engine.GAMES[name]
    with pytest.raises(error):
        rules_of(game, sent(game, {}, **{rule: typed}), WRITE)
