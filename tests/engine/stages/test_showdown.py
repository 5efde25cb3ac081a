"""The showdown (0.12): who must show, who may, who mucks, and what a muck gives up."""

from typing import Any

import pytest

from games import engine
from games.engine.events import Event
from games.engine.state import State
from tests.engine.table import code, entry, hand, play, refused, then

# High card hands and lows on a layout that helps nobody much. Columns are (Kc, 8d), (9h, 7s), (Js, 6c), (4d, Qh).
LAYOUT = ("reveal Kc Qh", "reveal Js 7s", "reveal 9h 6c", "reveal 4d 8d")
HANDS = {
    "A": "A show Kd Kh Ks 2c",  # trip kings and one in the column: the best high
    "B": "B show 2d 3h 5c As",  # the best low
    "C": "C show Ad Ac 5h 3d",  # two aces: second in both
}


def bluffs(words: str, rules: dict[str, Any] | None = None, stacks: tuple[int, ...] = (1000, 1000, 1000)) -> State:
    """Everybody checks to the declaration, in which A, B, C... say the words; then to the showdown."""
    names = "ABCDEFGHI"[: len(stacks)]
    checks = "; ".join(f"{name} check" for name in names)
    calls = "; ".join([*(f"{name} call" for name in names[1:]), "A check"])
    stands = "; ".join(f"{name} stand" for name in names)
    declares = "; ".join(f"{name} declare {word}" for name, word in zip(names, words.split(), strict=True))
    course = [calls, LAYOUT[0], checks, LAYOUT[1], checks, stands, checks, LAYOUT[2], checks, LAYOUT[3], checks]
    return play(hand("the-bluffs", *stacks, rules=rules or {}, chip=25), "; ".join([*course, declares, checks]))


def waiting(state: State) -> list[str]:
    return [state.setup.names[seat] for seat in state.to_act]


def awards(state: State) -> list[tuple[str, list[str], list[int]]]:
    return [
        (award["share"], [one["player"] for one in award["winners"]], [one["amount"] for one in award["winners"]])
        for pot in engine.result(state)["pots"]
        for award in pot["awards"]
    ]


def test_0_12_only_contested_claims_must_show_or_muck() -> None:
    state = bluffs("high low low")
    assert waiting(state) == ["B", "C"]
    refusal = refused(state, entry("A muck"))
    assert refusal is not None
    assert (refusal.code, refusal.params) == ("not_your_turn", {"player": "A", "to_act": ["B", "C"]})
    assert code(state, HANDS["A"]) is None, "but may show"


def test_0_12_a_hand_of_nothing_but_uncontested_claims_is_over_at_once() -> None:
    state = bluffs("high low", stacks=(1000, 1000))
    assert awards(state) == [("high", ["A"], [25]), ("low", ["B"], [25])]


def test_0_12_when_all_others_have_mucked_the_last_wins_unseen() -> None:
    state = then(bluffs("high high high"), "A muck; C muck")
    assert awards(state) == [("uncontested", ["B"], [75])]
    assert [event.what for event in state.events] == ["mucked", "pot_awarded"]


def test_0_12_who_shows_without_need_may_win_uncontested_all_the_same() -> None:
    state = then(bluffs("high high high"), f"{HANDS['B']}; A muck; C muck")
    assert awards(state) == [("uncontested", ["B"], [75])]
    assert engine.result(state)["pots"][0]["awards"][0]["winners"][0]["cards"] is None, "they were not judged"


def test_0_12_who_has_shown_or_mucked_is_asked_no_more() -> None:
    state = then(bluffs("high high high"), "A muck")
    assert state.events == (Event("mucked", 0),)
    assert [offer.seat for offer in engine.legal(state) if offer.kind == "show"] == [1, 2]
    refusal = refused(state, entry("A muck"))
    assert refusal is not None
    assert (refusal.why, refusal.params) == ("shown", {"player": "A"})


def test_0_12_a_complete_hand_has_nothing_in_the_middle() -> None:
    state = then(bluffs("high low low"), f"{HANDS['B']}; {HANDS['C']}")
    nothing = (0, 0, 0)
    assert state.chips == ((1025, 1000, 975), nothing, nothing, 0)
    assert state.outcome is not None
    assert state.outcome[1:] == (0, None, ()), "nothing is carried, nobody matches"
    last = engine.explain(state)["pots"][0]["claims"][-1]
    assert (last["player"], last["cards"] is None, last["won"]) == ("C", False, False), "the last one has shown, too"
    table = engine.observe(state)
    assert (table["pot"], [(one["bet"], one["paid"]) for one in table["players"]]) == (0, [(0, 0)] * 3)


def test_0_12_showing_or_mucking_twice_is_already_declared() -> None:
    state = then(bluffs("high high high"), "A muck")
    for line in ("A muck", HANDS["A"], "A show"):
        assert code(state, line) == "already_declared"


def test_1_10_a_both_player_must_win_both_ways() -> None:
    state = then(bluffs("high low both"), "; ".join(HANDS.values()))
    assert awards(state) == [("high", ["A"], [50]), ("low", ["B"], [25])]
    failed = engine.explain(state)["pots"][0]["failed"]
    assert [(one["player"], one["why"], one["direction"]) for one in failed] == [
        ("C", "beaten", "high"),
        ("C", "beaten", "low"),
    ]
    assert {one["rule"] for one in failed} == {"1.10"}


def test_1_10_who_must_scoop_fails_by_a_tie() -> None:
    """A and C play the same two aces and a five for high; C would take the low alone."""
    shows = "A show Ad Ac 5h 2c; B muck; C show As Ah 5d 3d"
    state = then(bluffs("high high both", {"both": "must_scoop"}), shows)
    failed = engine.explain(state)["pots"][0]["failed"]
    assert [(one["player"], one["why"], one["direction"]) for one in failed] == [("C", "tied", "high")]
    assert awards(state) == [("all", ["A"], [75])]


def test_1_10_each_half_has_no_such_condition() -> None:
    """B beats C for low, but C alone is left for high."""
    script = "A muck; B show 2d 3h 5c As; C show Ad Ac 5h 3d"
    assert awards(then(bluffs("high low both", {"both": "each_half"}), script)) == [
        ("high", ["C"], [50]),
        ("low", ["B"], [25]),
    ]
    assert awards(then(bluffs("high low both"), script)) == [("all", ["B"], [75])]


def test_1_10_a_both_player_who_mucks_one_way_has_failed() -> None:
    state = then(bluffs("high low both"), "A muck; C muck")
    assert awards(state) == [("uncontested", ["B"], [75])]
    failed = engine.explain(state)["pots"][0]["failed"]
    assert [(one["player"], one["why"], one["direction"]) for one in failed] == [("C", "mucked", None)]
    state = then(bluffs("high low both", {"both": "each_half"}), "A muck; C muck")
    assert awards(state) == [("high", ["C"], [50]), ("low", ["B"], [25])]


@pytest.mark.parametrize(("rule", "shares"), [("best_hand", [("all", ["A"], [75])]), ("share", None)])
def test_1_10_what_nobody_declared(rule: str, shares: list[Any] | None) -> None:
    state = bluffs("high high high", {"undeclared": rule})
    if shares is None:
        assert awards(state) == [("all", ["A", "B", "C"], [25, 25, 25])], "at once: no claim is contested"
        assert engine.explain(state)["pots"][0]["failed"] == []
    else:
        assert awards(then(state, "; ".join(HANDS.values()))) == shares


def test_1_7_a_simultaneous_declaration_is_open_only_when_all_are_in() -> None:
    full = bluffs("high low", stacks=(1000, 1000))
    assert full.declared == ("high", "low")


def test_0_13_a_misdeal_can_be_called_until_the_hand_is_complete() -> None:
    state = then(bluffs("high high high"), "A muck; void a card was face up")
    assert engine.result(state)["net"] == {"A": 0, "B": 0, "C": 0}
    assert code(state, "B muck") == "hand_over"
    assert code(then(bluffs("high high high"), "A muck; B muck"), "void too late") == "hand_over"


def test_0_12_who_has_folded_shows_no_more() -> None:
    state = bluffs("high high high")
    folded = state._replace(live=0b110)
    refusal = refused(folded, entry(HANDS["A"]))
    assert refusal is not None
    assert (refusal.code, refusal.params) == ("not_your_turn", {"player": "A", "to_act": ["B", "C"]})
