"""A finished hand in two lines."""

from typing import Any

from games import engine
from games.console.hand_summary import Part, Told, told
from games.engine.state import State
from tests.engine.table import hand, play
from tests.games.console.views import WRITE, every_state


def explained(state: State) -> dict[str, Any]:
    return {**engine.explain(state), "players": {name: name for name in state.setup.names}}


def layout(state: State) -> Any:
    return engine.observe(state)["table"].get("layout")


def tell(document: dict[str, Any], script: str) -> Told:
    state = play(document, script)
    return told(explained(state), WRITE, layout(state))


def test_every_finished_hand_is_told_and_all_its_money_with_it() -> None:
    finished = 0
    for state in every_state():
        if state.status != "complete" or not state.setup.game.has_money:
            continue
        won = told(explained(state), WRITE, layout(state)).won
        amounts = [int(part.amount.replace(".", "").replace(",", "")) for part in won]
        assert sum(amounts) == sum(pot["amount"] for pot in engine.result(state)["pots"])
        finished += 1
    assert finished > 50


def test_a_hand_of_the_bluffs_says_which_column_or_row_it_used() -> None:
    checks = "; A check; B check; C check"
    turned = f"reveal Qh 7s{checks}; reveal 9d 4c{checks}; A stand; B stand; C stand{checks}; reveal Kd 2h{checks}"
    declared = f"reveal 3s Jc{checks}; A declare high; B declare low; C declare high{checks}"
    shown = "C show Kc Ks 5h 5d; A show Qs Qd 8h 6c"
    assert tell(
        hand("the-bluffs", 1000, 1000, 1000), f"B call; C call; A check; {turned}; {declared}; {shown}"
    ).won == (
        Part("C", "high half", "0,38", "three of a kind with column 2"),
        Part("B", "low half", "0,37"),
    )


def test_main_pot_and_side_pot_are_told_apart_where_they_went_different_ways() -> None:
    rules = {"limit": "no_limit"}
    script = "C raise 600; A call; B call; reveal Kh Qh 2c; B bet 300; C call; reveal 9s; B check; C check; reveal 3d"
    shown = "B check; C check; B show Qs Qd 5h 6c; C show 9h 8h 7s 4s; A show Ks Kd 8c 6s"
    document = hand("council-bluffs", 600, 2000, 2000, rules=rules)
    won = tell(document, f"{script}; {shown}").won
    assert [(part.name, part.what, part.amount) for part in won] == [
        ("A", "the main pot", "18,00"),
        ("B", "the side pot", "6,00"),
    ]
    shown = "B check; C check; B show Qs Qd 5h 6c; C show 9h 8h 7s 4s; A show Ts 9d 8c 6s"
    assert [(part.name, part.what, part.amount) for part in tell(document, f"{script}; {shown}").won] == [
        ("B", "the pot", "24,00")
    ]


def test_losers_who_match_the_pot_are_named_with_what_they_pay() -> None:
    script = "reveal 9c; A accept 4h; B reject; A declare in; B declare in"
    shown = "A show 9c 9s 9d Kh 2s; B show As Ad 7c 7h 3d"
    assert tell(hand("buddhas-folly", 1000, 1000), f"{script}; {shown}") == Told(
        (Part("A", "the pot", "2,00", "three of a kind"),),
        (Part("B", "pays into the next pot", "2,00"),),
        carry="2,00",
    )


def test_pegs_say_how_far_they_went_and_to_where() -> None:
    script = "A draw 0; B draw 0; C draw 0; A play Jc; B play Kd; C fold; A fold"
    assert tell(hand("bluff-n-peg", players=3), script) == Told(
        (Part("B", "5 holes forward, to 5", why="high card"),),
        (Part("A", "1 hole back, to −1"), Part("C", "stays on 0")),
    )


def test_of_a_hand_that_nobody_entered_it_is_said_who_won_how_much() -> None:
    result = {"players": {"A": "Ann", "B": "Bob", "C": "Cid"}, "net": {"A": -200, "B": 200, "C": 0}}
    assert told(result, WRITE).won == (Part("Bob", "", "+2,00"), Part("Ann", "", "−2,00"))


def test_who_gets_several_parts_is_told_what_they_get_in_all() -> None:
    rules = {"limit": "no_limit"}
    script = "C raise 600; A call; B call; reveal Kh Qh 2c; B bet 300; C call; reveal 9s; B check; C check; reveal 3d"
    document = hand("council-bluffs", 600, 2000, 2000, rules=rules)
    seen = 0
    for shown in ("B show Qs Qd 5h 6c; C show 9h 8h 7s 4s; A show Ks Kd 8c 6s",):
        assert tell(document, f"{script}; B check; C check; {shown}").totals == ()
    for state in every_state():
        if state.status != "complete" or not state.setup.game.has_money:
            continue
        found = told(explained(state), WRITE, layout(state))
        names = [part.name for part in found.won]
        assert bool(found.totals) == (len(set(names)) < len(names))
        if found.totals:
            seen += 1
            paid = {part.name: int(part.amount.replace(".", "").replace(",", "")) for part in found.totals}
            for name in paid:
                parts = [part for part in found.won if part.name == name]
                assert paid[name] == sum(int(part.amount.replace(".", "").replace(",", "")) for part in parts)
    assert seen
