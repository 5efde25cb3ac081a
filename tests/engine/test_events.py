"""What happened, step by step: what pages tell and logs keep of a hand."""

from typing import Any

from games import engine
from games.engine.state import State

from .table import Document, entries, hand, play


def told(document: Document, script: str) -> list[list[dict[str, Any]]]:
    """The events of the start, and of each action."""
    state = play(document)
    states: list[State] = [state]
    for one in entries(script):
        states.append(engine.apply(states[-1], engine.load_action(state.setup, one)))
    return [engine.observe(state)["events"] for state in states]


def event(what: str, player: str | None = None, amount: int | None = None, **more: Any) -> dict[str, Any]:
    named = {"player": player, "amount": amount, **more}
    return {"event": what, **{key: value for key, value in named.items() if value is not None}}


def test_a_hand_of_bets_is_told_from_the_antes_to_the_pot() -> None:
    rules = {"ante": 5, "small_blind": 50, "big_blind": 100}
    script = "C raise 350; A fold; B call; reveal Kh Qh 2c; B check; C bet 200; B raise 500; C fold"
    start, *steps = told(hand("council-bluffs", 2000, 2000, 2000, rules=rules), script)
    assert start == [
        event("ante_posted", "A", 5),
        event("ante_posted", "B", 5),
        event("ante_posted", "C", 5),
        event("blind_posted", "A", 50),
        event("blind_posted", "B", 100),
    ]
    assert steps == [
        [event("raised", "C", 350)],
        [event("folded", "A")],
        [event("called", "B", 250)],
        [event("cards_revealed", cards=["Kh", "Qh", "2c"])],
        [event("checked", "B")],
        [event("bet", "C", 200)],
        [event("raised", "B", 500)],
        [
            event("folded", "C"),
            event("uncalled_bet_returned", "B", 300),
            event("pot_awarded", "B", 1165, text="uncontested"),
        ],
    ]


def test_a_showdown_is_told_hand_by_hand() -> None:
    script = "reveal Ts; A reject; B reject; C reject; A declare in; B declare in; C declare in"
    shows = "A show Ks Kd 9c 4h 2d; B show Js Jd 8c 3h 2c; C show As Qd 7c 6h 5d"
    *_, first, second, last = told(hand("buddhas-folly", 1000, 1000, 1000), f"{script}; {shows}")
    assert first == [event("shown", "A", cards=["Ks", "Kd", "9c", "4h", "2d"])]
    assert second == [event("shown", "B", cards=["Js", "Jd", "8c", "3h", "2c"])]
    assert last[:2] == [
        event("shown", "C", cards=["As", "Qd", "7c", "6h", "5d"]),
        event("pot_awarded", "A", 300, text="all"),
    ]
