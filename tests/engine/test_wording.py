"""Every refusal that the engine can raise has one plain sentence, and no sentence is left over."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import pytest

import games.engine
from games import engine
from games.engine.house_rules import HouseRule
from games.engine.limits import LARGEST
from games.engine.refusal import CODES, Refusal
from games.engine.wording import _SENTENCES, ACTIONS, named, sentence

from .cases import written
from .table import hand, play, refused

every_rule = pytest.mark.parametrize(
    ("game", "rule"),
    [
        pytest.param(game, rule, id=f"{game.name}-{rule.name}")
        for game in engine.GAMES.values()
        for rule in game.house_rules
    ],
)

ENGINE = Path(games.engine.__file__).parent

# Where the reason is worked out: what it may be.
WORKED_OUT = {
    "bad_format": ("phh", "ohh", "site", "csv", "markup", "pdf", "zip"),
    "hand_over": ("complete", "void"),
    "bad_amount": ("not_a_size", "off_chip", "too_small", "too_much"),
    "double_refused": ("not_third_card", "fourth_double", "last_chance"),
}

# What a sentence may ask for beside the parameters: the engine adds it to every refusal of an action.
GIVEN_BY_APPLY = {"instead"}


class Raised(NamedTuple):
    """One call of `Refusal` in the source. `params` is None where they are not all written out."""

    where: str
    code: str
    reasons: tuple[str, ...]
    params: frozenset[str] | None


def calls() -> Iterator[Raised]:
    """Every refusal in the source of the engine."""
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                yield _raised(f"{path.name}:{node.lineno}", node)


def _raised(where: str, node: ast.Call) -> Raised:
    code, *rest = node.args
    assert isinstance(code, ast.Constant), where
    assert isinstance(code.value, str), where
    reasons = _reasons(rest[0]) if rest else ("",)
    names = [keyword.arg for keyword in node.keywords]
    params = None if None in names else frozenset(name for name in names if name)
    return Raised(where, code.value, reasons or WORKED_OUT[code.value], params)


def _reasons(node: ast.expr) -> tuple[str, ...]:
    """The reasons written in the source; empty where they are worked out."""
    if isinstance(node, ast.Constant):
        return (str(node.value),)
    if isinstance(node, ast.IfExp):
        return _reasons(node.body) + _reasons(node.orelse)
    return ()


def keys(raised: Raised) -> list[str]:
    return [f"{raised.code}.{reason}" if reason else raised.code for reason in raised.reasons]


CALLS = [pytest.param(raised, id=f"{raised.where}-{raised.code}") for raised in calls()]


@pytest.mark.parametrize("raised", CALLS)
def test_every_refusal_has_a_code_a_sentence_and_what_the_sentence_asks_for(raised: Raised) -> None:
    assert raised.code in CODES
    for key in keys(raised):
        text = _SENTENCES[key]
        assert text[0].isupper() or text[0] == "{"
        assert text.endswith(".")
        asked = {name for _, name, _, _ in Formatter().parse(text) if name}
        if raised.params is not None:
            assert asked - GIVEN_BY_APPLY <= raised.params, key


def test_no_sentence_is_left_over() -> None:
    used = {key for raised in calls() for key in keys(raised)}
    assert set(_SENTENCES) == used


def test_every_code_has_a_sentence() -> None:
    assert {key.split(".")[0] for key in _SENTENCES} == set(CODES)


def test_the_recorded_refusals_can_all_be_said() -> None:
    codes = set()
    for case in written():
        if "error" in case.expect:
            with pytest.raises(Refusal) as raised:
                engine.replay(case.hand)
            assert "{" not in sentence(raised.value)
            codes.add(raised.value.code)
    assert len(codes) >= 20, "or the cases say little"


@pytest.mark.parametrize(
    "value", [None, True, -1, 2**70, 1.5, "{0}", "%s", [], [[1]], {"a": 1}, "\ud800", "x" * 100], ids=repr
)
def test_what_was_given_can_be_anything(value: Any) -> None:
    """Whatever stands in a document, the sentence comes out."""
    for key in ("format", "game", "rules", "chip", "players", "dealer", "carry", "antes_paid_by", "pegs", "tiebreak"):
        with pytest.raises(Refusal) as raised:
            engine.load_setup(hand("the-bluffs", 1000, 1000, rules={"both": "x"}, chip=0) | {key: value})
        assert sentence(raised.value)
    for game in engine.GAMES.values():
        for rule in game.house_rules:
            try:
                engine.load_setup(hand(game.name, 1000, 1000, rules={rule.name: value}))
            except Refusal as refusal:
                said = sentence(refusal)
            else:
                continue
            assert said


def test_what_was_given_is_said_as_it_was_written_and_no_longer_than_a_sentence() -> None:
    for value, said in (
        (True, "true"),
        (None, "null"),
        ({"a": [None]}, '{"a": [null]}'),
        ([False], "[false]"),
        ("x" * 10_000, "x" * 59 + "…"),
        ([1] * 10_000, "[" + "1, " * 19 + "1…"),
    ):
        with pytest.raises(Refusal) as raised:
            engine.load_setup(hand("the-bluffs", 1000, 1000, rules={"both": value}))
        allowed = "must_win_both, must_scoop or each_half"
        assert sentence(raised.value) == f"The house rule both cannot be {said}; it can be {allowed}."
    for change in ({"x" * 10_000: 1}, {"game": "x" * 10_000}, {"dealer": "x" * 10_000}, {"rules": {"x" * 10_000: 1}}):
        with pytest.raises(Refusal) as raised:
            engine.load_setup(hand("the-bluffs", 1000, 1000) | change)
        assert len(sentence(raised.value)) < 250


def test_bets_are_as_many_as_people_choose_from() -> None:
    bets = list(range(25, 525, 25))
    engine.load_setup(hand("the-bluffs", 1000, 1000, rules={"bets": bets}))
    with pytest.raises(Refusal, match="bad_rules") as raised:
        engine.load_setup(hand("the-bluffs", 1000, 1000, rules={"bets": [*bets, 600]}))
    assert sentence(raised.value) == "The house rule bets has at most 20 values, not 21."


def test_names_and_amounts_are_said_as_the_caller_says_them() -> None:
    state = play(hand("council-bluffs", 2000, 2000, 2000))
    refusal = refused(state, {"type": "raise", "player": "C", "to": 1})
    assert refusal is not None
    assert sentence(refusal, amount=lambda minor: f"${minor / 100:.2f}") == (
        "$0.01 is too little; the bet can be made $2.00 to $3.50."
    )
    refusal = refused(state, {"type": "check", "player": "A"})
    assert refusal is not None
    assert sentence(refusal, name={"A": "Ann", "C": "Cyd"}.__getitem__) == "It is not the turn of Ann; to act: Cyd."


# Where a sentence has the word of an action without suggesting it: it says what was done or asked, or means the thing.
NO_SUGGESTION = (
    "a bet to call", "nothing to call", "a bet of", "no bet yet", "to answer a bet or raise", "any other raise",
    "largest bet", "small bet of", "To stand one must", "A double can",
    "all pegs stand level", "may double",
)  # fmt: skip


@pytest.mark.parametrize("key", _SENTENCES)
def test_a_sentence_suggests_no_action_by_itself(key: str) -> None:
    """What may be done instead is filled in from what is legal then."""
    text = _SENTENCES[key]
    for words in NO_SUGGESTION:
        text = text.replace(words, "")
    assert re.findall(rf"\b(?:{'|'.join(ACTIONS)})\b", text) == []


def test_every_kind_of_action_can_be_suggested() -> None:
    kinds = {kind for game in engine.GAMES.values() for kind in game.forms} - {"void"}
    assert kinds == set(ACTIONS)


def test_at_the_cap_nobody_is_told_to_raise() -> None:
    rules = {"bets": [50], "blind": 50, "max_raises": 1}
    state = play(hand("the-bluffs", 2000, 2000, 2000, rules=rules), "B raise 100")
    said = {
        kind: sentence(refusal)
        for kind, to in (("check", {}), ("bet", {"to": 150}), ("raise", {"to": 150}), ("raise 1", {"to": 1}))
        if (refusal := refused(state, {"type": kind.split()[0], "player": "C", **to}))
    }
    assert said == {
        "check": "There is a bet to call, 100 more: call or fold.",
        "bet": "There is a bet of 100 already: call or fold.",
        "raise": "The round has had all the raises it may have, 1: call or fold.",
        "raise 1": "1 is not allowed, nor is any other raise now: call or fold.",
    }


def test_the_blind_who_owes_nothing_is_told_to_check() -> None:
    state = play(hand("the-bluffs", 2000, 2000, rules={"max_raises": 0}), "B call")
    refusal = refused(state, {"type": "raise", "player": "A", "to": 50})
    assert refusal is not None
    assert sentence(refusal) == "The round has had all the raises it may have, 0: check or fold."


WRONG: dict[str, Any] = {
    "choice": "no such",
    "flag": "no such",
    "hole": "no such",
    "amount": -1,
    "count": -1,
    "amounts": [],
}


@every_rule
def test_a_bad_value_of_a_house_rule_is_told_the_values_it_may_have(game: Any, rule: HouseRule) -> None:
    document = hand(game.name, *[1000] * 3, rules={rule.name: WRONG[rule.kind]})
    with pytest.raises(Refusal, match="bad_rules") as raised:
        engine.load_setup(document)
    said = sentence(raised.value)
    assert said.startswith(f"The house rule {rule.name} cannot be ")
    allowed = rule.allowed()
    for value in (
        *allowed.get("choices", ()),
        *(str(allowed[key]) for key in ("min", "max", "most") if key in allowed),
    ):
        assert re.search(rf"; it can be .*\b{value}\b", said), said
    assert ("or null" in said) == rule.optional
    assert ("true or false" in said) == (rule.kind == "flag")
    assert ("any whole number" in said) == (rule.kind == "hole")


@every_rule
def test_a_value_beyond_all_bounds_is_told_the_bound(game: Any, rule: HouseRule) -> None:
    if rule.kind in ("flag", "choice"):
        return
    value: Any = [LARGEST + 1] if rule.kind == "amounts" else LARGEST + 1
    with pytest.raises(Refusal, match="bad_rules") as raised:
        engine.load_setup(hand(game.name, *[1000] * 3, rules={rule.name: value}))
    assert str(LARGEST if rule.most is None else rule.most) in sentence(raised.value)


def test_amounts_of_a_bad_value_are_said_as_the_caller_says_them() -> None:
    with pytest.raises(Refusal) as raised:
        engine.load_setup(hand("council-bluffs", 1000, 1000, rules={"small_blind": 0}))
    assert sentence(raised.value, amount=lambda minor: f"{minor / 100:.2f}") == (
        "The house rule small_blind cannot be 0.00; it can be an amount of 0.01 or more."
    )


def test_many_players_are_the_first_three_and_how_many_others() -> None:
    assert named(["Ann", "Bob", "Cara", "Dan"]) == "Ann, Bob, Cara, Dan"
    state = play(hand("the-bluffs", *[1000] * 9))
    refusal = refused(state, {"type": "fold", "player": "X"})
    assert refusal is not None
    assert sentence(refusal) == "X is not in this hand; in it are A, B, C and 6 others."
    state = play(hand("guts", *[1000] * 10))
    refusal = refused(state, {"type": "declare", "player": "X", "as": "in"})
    assert refusal is not None
    assert sentence(refusal).endswith("in it are A, B, C and 7 others.")
