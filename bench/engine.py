"""Figures of the engine: whole hands beside PokerKit, and whether a long hand slows down."""

from collections.abc import Iterator
from typing import Any

from bench.figures import at_least, at_most, side_by_side
from bench.hands import FOLDOUTS, SHOWDOWN, actions, document, pokerkits
from games import engine
from games.engine.state import State


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    yield _replay("engine.replay.foldout.vs_pokerkit", FOLDOUTS, 5)
    yield _replay("engine.replay.showdown.vs_pokerkit", (SHOWDOWN,), 20)
    yield from _long_hand()


def _replay(figure: str, hands: tuple[tuple[str, ...], ...], goal: int) -> dict[str, Any]:
    """Hand files replayed, set-up included, against the same betting at PokerKit's table."""
    documents, bettings = [document(rounds) for rounds in hands], [actions(rounds) for rounds in hands]
    assert all(engine.replay(hand).status == "complete" for hand in documents)
    ours, theirs = side_by_side(
        (lambda: [engine.replay(hand) for hand in documents], 15),
        (lambda: [pokerkits(betting) for betting in bettings], 2),
    )
    each = 1000 * len(hands)
    return at_least(figure, round(theirs / ours, 1), goal, ours_us=ours // each, theirs_us=theirs // each)


def _long_hand() -> Iterator[dict[str, Any]]:
    """An action late in a long circulation costs what an early one does."""
    early, late = _circulating(10), _circulating(300)
    action = engine.load_action(early.setup, _accept(early))
    late_action = engine.load_action(late.setup, _accept(late))
    times = side_by_side((lambda: engine.apply(early, action), 2000), (lambda: engine.apply(late, late_action), 2000))
    yield at_most("engine.apply.action300_vs_10", round(times[1] / times[0], 2), 1.2)
    times = side_by_side((lambda: engine.legal(early), 2000), (lambda: engine.legal(late), 2000))
    yield at_most("engine.legal.action300_vs_10", round(times[1] / times[0], 2), 1.2)


def _circulating(count: int) -> State:
    """Buddha's Folly after so many actions: every player in turn takes the card and gives back the one got before."""
    names = [f"P{seat}" for seat in range(8)]
    setup = engine.load_setup(
        {
            "format": "tableside-hand/1",
            "game": "buddhas-folly",
            "players": [{"name": name, "stack": 10_000} for name in names],
            "dealer": names[-1],
        }
    )
    state = engine.apply(engine.start(setup), engine.load_action(setup, {"type": "reveal", "cards": ["Ks"]}))
    for _ in range(count - 1):
        state = engine.apply(state, engine.load_action(setup, _accept(state)))
    return state


def _accept(state: State) -> dict[str, Any]:
    """The player on turn takes the card, and discards the highest card that may be."""
    offer = next(offer for offer in engine.legal(state) if offer.kind == "accept").document(state.setup)
    return {"type": "accept", "player": offer["player"], "discard": offer["discard"]["can"][0]}
