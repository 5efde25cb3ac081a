"""Only what is legal is on the pad, and all of it."""

import json
from typing import Any

from games import engine
from games.console.pad import Button, Pad, pad_of
from games.engine.state import State
from tests.engine.table import hand, play
from tests.games.console.views import WRITE, every_state, view_of


def buttons(pad: Pad) -> list[Button]:
    """Those that enter an action by one tap."""
    return [*pad.buttons, *(button for row in pad.rows for button in row.buttons)]


def open_values(pad: Pad) -> list[str]:
    """Of actions that still need cards, an amount or words."""
    asked = [picker.button.value for picker in pad.pickers]
    asked += [pad.stakes.button.value] if pad.stakes and pad.stakes.button else []
    return asked + ([pad.void] if pad.void else [])


def entered(state: State, value: str) -> State:
    return engine.apply(state, engine.load_action(state.setup, json.loads(value)))


def test_every_button_of_every_hand_enters_what_is_legal() -> None:
    taps = 0
    for state in every_state():
        pad = pad_of(view_of(state), WRITE)
        sizes = pad.stakes.sizes if pad.stakes else ()
        for value in (*(button.value for button in buttons(pad)), *(size.value for size in sizes)):
            entered(state, value)
            taps += 1
    assert taps > 5000


def test_every_offer_of_every_hand_is_on_the_pad() -> None:
    for state in every_state():
        view = view_of(state)
        pad = pad_of(view, WRITE)
        sizes = [size.value for size in pad.stakes.sizes] if pad.stakes else []
        values = [*(button.value for button in buttons(pad)), *sizes, *open_values(pad)]
        there = {(action["type"], action.get("player")) for action in map(json.loads, values)}
        assert there == {(offer["type"], offer.get("player")) for offer in view["legal"]}


def test_what_is_open_in_a_value_is_null() -> None:
    pad = pad_of(view_of(play(hand("council-bluffs", 1000, 1000))), WRITE)
    assert pad.stakes and pad.stakes.button
    assert json.loads(pad.stakes.button.value) == {"type": "raise", "player": "B", "to": None}
    assert json.loads(pad.void or "") == {"type": "void", "reason": None}
    assert (pad.stakes.least, pad.stakes.most, pad.stakes.point) == ("2,00", "3,00", ",")


def said(pad: Pad) -> list[str]:
    return [f"{size.label} {size.to} {size.word}".strip() for size in pad.stakes.sizes] if pad.stakes else []


def test_sizes_of_a_limit_game_say_what_they_add() -> None:
    pad = pad_of(view_of(play(hand("the-bluffs", 1000, 1000, 1000))), WRITE)
    assert said(pad) == ["+0,25 0,50", "+0,50 0,75", "+1,00 1,25"]
    assert pad.stakes and pad.stakes.button is None


def test_without_a_limit_the_usual_sizes_are_whole_chips_and_the_whole_stack_is_there() -> None:
    state = play(hand("council-bluffs", 5000, 5000, 5000, rules={"limit": "no_limit"}, chip=25))
    assert said(pad_of(view_of(state), WRITE)) == [
        "2,00 2,00 least",
        "2,25 2,25 ½ pot",
        "3,00 3,00 ×3",
        "3,50 3,50 pot",
        "50,00 50,00 all-in",
    ]


def test_who_is_asked_is_said() -> None:
    def says(document: dict[str, Any], script: str = "") -> str:
        return pad_of(view_of(play(document, script)), WRITE).says

    assert says(hand("council-bluffs", 1000, 1000)) == "B to act · 0,50 to call"
    assert says(hand("council-bluffs", 1000, 1000), "B call; A check") == "B turns 3 cards"
    assert says(hand("buddhas-folly", 1000, 1000)) == "B turns a card"
    script = "reveal Ts; A accept 3c; B reject"
    assert says(hand("buddhas-folly", 1000, 1000), script) == "Everybody declares: waiting for 2"
    assert says(hand("buddhas-folly", 1000, 1000), script + "; A declare in") == "B declares"
    assert says(hand("council-bluffs", 1000, 1000), "void oops") == ""


def test_who_has_laid_all_five_is_told_why_no_card_is_offered() -> None:
    """Beaten, they can only fold (rules 4.5); level with the best, they may stand too (4.4)."""
    laid = "A draw 0; B draw 0; A play 2c; B play Kd; A play 3c; A play 4c; A play 9d"
    beaten = pad_of(view_of(play(hand("bluff-n-peg", players=2), f"{laid}; A play 8h")), WRITE)
    assert [button.kind for button in beaten.buttons] == ["fold"]
    assert beaten.says == "A has laid all five cards and is beaten: can only fold"
    after = "A play Kh; B play 9h; B play 4h; B play 3h; B play 2h"
    level = pad_of(view_of(play(hand("bluff-n-peg", players=2), f"{laid}; {after}")), WRITE)
    assert [button.kind for button in level.buttons] == ["stand", "fold"]
    assert level.says == "B has laid all five cards and is level with the best: stands, or folds"


def test_cards_that_must_be_are_there_and_those_that_cannot_are_not() -> None:
    script = "reveal Ts; A accept 3c; B reject; A declare in; B declare in"
    pad = pad_of(view_of(play(hand("buddhas-folly", 1000, 1000), script)), WRITE)
    ann, bob = pad.pickers
    assert (ann.button.who, ann.must, ann.size) == ("A", "Ts", 5)
    assert "Ts" not in bob.can and "3c" not in ann.can
    assert [(button.kind, button.who) for button in pad.buttons] == [("muck", "A"), ("muck", "B")]


def test_who_may_double_after_their_turn_has_a_button_apart_and_each_says_whose_it_is() -> None:
    script = "A draw 0; B draw 0; A play 2c; B play 3d; A play 4c; B play 5d; A play 6c"
    pad = pad_of(view_of(play(hand("bluff-n-peg", players=2), script)), WRITE)
    assert [(button.kind, button.who, button.other) for button in pad.buttons] == [
        ("fold", "B", False),
        ("double", "A", True),
    ]
    assert pad.says == "B lays a card"


def places(pad: Pad) -> list[str]:
    assert pad.stakes
    return [str(size.word or size.label) if size else "" for size in pad.stakes.places]


def test_a_size_keeps_its_place_from_one_bet_to_the_next() -> None:
    """What may not be bet leaves its place empty, whatever else may be bet."""
    rules = {"limit": "no_limit"}
    open_pot = hand("council-bluffs", 5000, 5000, 5000, rules=rules, chip=25)
    usual = places(pad_of(view_of(play(open_pot)), WRITE))
    assert usual == ["least", "½ pot", "×3", "pot", "all-in"]
    scripts = ("C call", "C raise 300", "C raise 300; A raise 900", "C call; A call; B check; reveal Ac 5d 8s")
    for script in scripts:
        found = places(pad_of(view_of(play(open_pot, script)), WRITE))
        same = {word: found.index(word) for word in usual if word in found}
        assert same == {word: usual.index(word) for word in same} and len(found) == len(usual)
    short = hand("council-bluffs", 5000, 350, 5000, rules=rules, chip=25)
    assert places(pad_of(view_of(play(short)), WRITE))[-1] == "all-in"
