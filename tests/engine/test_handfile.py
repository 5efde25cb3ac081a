"""The hand file: what is written reads back the same, and whatever else comes in is refused, never a fault."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import engine
from games.engine import GAMES
from games.engine.actions import FORMS
from games.engine.game import Game
from games.engine.limits import LARGEST

from .cases import generated, written
from .table import entries, hand

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
GOOD = {
    **hand("council-bluffs", 2000, 1500, 1000, chip=25),
    "actions": entries("C raise 300; A fold; B call; reveal Kh Qh 2c; B check; C bet 200; B fold"),
}
KEYS = ("format", "game", "rules", "chip", "players", "dealer", "carry", "antes_paid_by", "pegs", "tiebreak")


def code(document: Any) -> str | None:
    """The code by which a hand is refused, None if it is legal."""
    try:
        engine.replay(document)
    except engine.Refusal as refusal:
        found = refusal
    else:
        return None
    assert engine.sentence(found), found
    return found.code


def test_a_hand_reads_back_as_it_was_written() -> None:
    hands = [case.hand for case in written()] + [case.hand for cases in generated().values() for case in cases[::9]]
    for document in hands:
        if code(document) is not None:
            continue
        setup = engine.load_setup({key: value for key, value in document.items() if key != "actions"})
        actions = [engine.load_action(setup, one) for one in document["actions"]]
        again = json.loads(json.dumps(engine.dump_hand(setup, actions)))
        assert again["actions"] == document["actions"]
        assert engine.replay(again) == engine.replay(document)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_only_rules_that_differ_from_the_defaults_are_written(game: Game) -> None:
    document = hand(game.name, 1000, 1000)
    assert engine.dump_setup(engine.load_setup(document))["rules"] == {}
    for rule in game.house_rules:
        default = engine.load_setup(document).rules[rule.name]
        written_out = list(default) if isinstance(default, tuple) else default
        setup = engine.load_setup({**document, "rules": {rule.name: written_out}})
        assert engine.dump_setup(setup)["rules"] == {}, rule.name


@pytest.mark.parametrize("value", [None, True, 0, 1.0, "x", [], {}, "\ud800", "\0", 2**60], ids=repr)
@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_value_of_a_key_is_refused(key: str, value: Any) -> None:
    """Some values are right for their key; the rest is malformed or cannot be."""
    right = {("rules", "{}"), ("carry", "0"), ("antes_paid_by", "None"), ("pegs", "None"), ("chip", "0")}
    found = code({**GOOD, key: value})
    if (key, repr(value)) in right:
        assert found in (None, "bad_setup")
    else:
        assert found in ("bad_format", "bad_setup", "bad_rules")


@pytest.mark.parametrize("key", [*KEYS[:1], "game", "players", "dealer", "actions"])
def test_a_required_key_may_not_be_left_out(key: str) -> None:
    assert code({name: value for name, value in GOOD.items() if name != key}) == "bad_format"


@pytest.mark.parametrize(
    "change",
    [
        {"extra": 1},
        {"players": [{"name": "A", "stack": 1, "seat": 1}, {"name": "B", "stack": 1}]},
        {"players": [{"name": "A"}, {"name": "B", "stack": 1}]},
        {"players": [{"stack": 1}, {"name": "B", "stack": 1}]},
        {"players": [{"name": "A", "stack": True}, {"name": "B", "stack": 1}]},
        {"players": [{"name": "A", "stack": 1.0}, {"name": "B", "stack": 1}]},
        {"players": [1, 2]},
        {"actions": {}},
        {"actions": ["fold"]},
        {"actions": [{}]},
        {"actions": [{"type": []}]},
        {"actions": [{"type": "explode", "player": "A"}]},
        {"actions": [{"type": "fold"}]},
        {"actions": [{"type": "fold", "player": 1}]},
        {"actions": [{"type": "fold", "player": "C", "to": 3}]},
        {"actions": [{"type": "raise", "player": "C", "to": "300"}]},
        {"actions": [{"type": "raise", "player": "C", "to": True}]},
        {"actions": [{"type": "raise", "player": "C", "to": 300.0}]},
        {"actions": [{"type": "reveal", "cards": "Kh"}]},
        {"actions": [{"type": "reveal", "cards": [1]}]},
        {"actions": [{"type": "void"}]},
    ],
    ids=repr,
)
def test_a_document_of_the_wrong_form_is_bad_format(change: dict[str, Any]) -> None:
    assert code({**GOOD, **change}) == "bad_format"


@pytest.mark.parametrize(
    "change",
    [
        {"players": []},
        {"players": [{"name": "A", "stack": 1}]},
        {"players": [{"name": "A", "stack": 1}, {"name": "A", "stack": 1}]},
        {"players": [{"name": "", "stack": 1}, {"name": "B", "stack": 1}], "dealer": "B"},
        {"players": [{"name": "A", "stack": -1}, {"name": "B", "stack": 1}], "dealer": "B"},
        {"players": [{"name": "A", "stack": 0}, {"name": "B", "stack": 1}], "dealer": "B"},
        {"players": [{"name": "A", "stack": 2**53 - 1}, {"name": "B", "stack": 1}], "dealer": "B"},
        {"dealer": "X"},
        {"dealer": "a"},
        {"chip": 0},
        {"chip": -5},
        {"carry": -1},
        {"carry": 5},
        {"antes_paid_by": "A"},
        {"pegs": {}},
        {"tiebreak": True},
    ],
    ids=repr,
)
def test_a_set_up_that_cannot_be_is_bad_setup(change: dict[str, Any]) -> None:
    assert code({**GOOD, **change}) == "bad_setup"


@pytest.mark.parametrize(
    "rules",
    [{"no_such": 1}, {"big_blind": 0}, {"big_blind": 110}, {"big_blind": "100"}, {"limit": "spread"}, {"ante": 2**53}],
    ids=repr,
)
def test_house_rules_that_cannot_be_are_bad_rules(rules: dict[str, Any]) -> None:
    assert code({**GOOD, "rules": rules}) == "bad_rules"
    assert code({**GOOD, "rules": rules, "dealer": "X"}) == "bad_rules", "rules before the rest of the set-up"
    assert code({**GOOD, "rules": rules, "extra": 1}) == "bad_format", "the form before everything"


def test_keys_of_another_game_may_stand_with_their_defaults() -> None:
    assert code({**GOOD, "carry": 0, "antes_paid_by": None, "pegs": None, "tiebreak": False}) is None
    assert code({**hand("bluff-n-peg", players=2), "carry": 0, "antes_paid_by": None, "actions": []}) is None


@pytest.mark.parametrize("stack", [None, -5, "rich", [], 2**99], ids=repr)
def test_a_stack_in_a_game_without_money_is_ignored(stack: Any) -> None:
    document = hand("bluff-n-peg", players=2)
    document["players"][0]["stack"] = stack
    assert code({**document, "actions": []}) is None


def test_a_later_malformed_action_does_not_come_before_an_illegal_one() -> None:
    with pytest.raises(engine.Refusal) as raised:
        engine.replay({**GOOD, "actions": [*entries("C raise 300; B fold"), {"type": "explode"}]})
    assert (raised.value.code, raised.value.action) == ("not_your_turn", 1)


def test_a_malformed_action_after_the_end_is_bad_format() -> None:
    over = [*GOOD["actions"], {"type": "fold", "player": 7}]
    assert code({**GOOD, "actions": over}) == "bad_format"
    assert code({**GOOD, "actions": [*GOOD["actions"], *entries("X fold")]}) == "hand_over"


@given(document=JSON)
def test_nothing_is_a_fault(document: Any) -> None:
    assert code(document) == "bad_format"


@given(value=JSON, seed=st.integers(0, 2**32))
def test_a_good_hand_with_anything_put_anywhere_is_legal_or_refused(value: Any, seed: int) -> None:
    chance = Random(seed)
    document = json.loads(json.dumps(GOOD))
    _put_somewhere(document, value, chance)
    code(document)


def _put_somewhere(node: Any, value: Any, chance: Random) -> None:
    """Replaces something in the document, at any depth, or adds a key."""
    places = list(node) if isinstance(node, dict) else range(len(node))
    if isinstance(node, dict) and chance.random() < 0.1:
        node[chance.choice(("extra", "stack", "to", "cards"))] = value
        return
    place = chance.choice(list(places))
    if isinstance(node[place], dict | list) and node[place] and chance.random() < 0.7:
        _put_somewhere(node[place], value, chance)
    else:
        node[place] = value


@given(
    kind=st.sampled_from(sorted(FORMS)), values=st.dictionaries(st.text(max_size=6), JSON, max_size=3), data=st.data()
)
def test_an_action_of_anything_is_read_or_bad_format(kind: str, values: dict[str, Any], data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(FORMS[kind]))
    document = {
        **{name: data.draw(JSON) for name in form},
        **(values if data.draw(st.booleans()) else {}),
        "type": kind,
    }
    setup = engine.load_setup({key: value for key, value in GOOD.items() if key != "actions"})
    try:
        action = engine.load_action(setup, document)
    except engine.Refusal as refusal:
        found = refusal.code
    else:
        assert engine.dump_action(action) == document
        return
    assert found == "bad_format"


def test_no_set_up_is_larger_than_can_be_counted() -> None:
    most = LARGEST
    for document in (
        hand("council-bluffs", most, 1),
        {**hand("bluff-n-peg", players=2), "chip": most + 1},
        {**hand("guts", 1000, 1000), "carry": most - 3000},
        {**hand("bluff-n-peg", players=2), "pegs": {"A": -most - 1, "B": 0}},
    ):
        with pytest.raises(engine.Refusal) as raised:
            engine.replay({**document, "actions": []})
        assert (raised.value.code, raised.value.params) == ("bad_setup", {"largest": most})


def test_what_cannot_be_written_out_is_refused_all_the_same() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value, said in (
        (deep, "The house rule ante cannot be …; it can be an amount of 1 or more."),
        (10**5000, "The house rule ante cannot be beyond 9007199254740991."),
    ):
        with pytest.raises(engine.Refusal) as raised:
            engine.load_setup(hand("guts", 1000, 1000, rules={"ante": value}))
        assert engine.sentence(raised.value) == said


def test_a_hand_that_is_not_over_explains_nothing() -> None:
    assert engine.explain(engine.start(engine.load_setup(hand("guts", 1000, 1000)))) == {
        "game": "guts",
        "status": "in_progress",
    }
