"""What holds of every hand of every registered game, whatever is agreed and whatever happens."""

import os
import re
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import engine
from games.engine import GAMES
from games.engine.game import Game
from games.engine.refusal import CODES
from games.engine.setup import Setup
from games.engine.stages.declaration import Declaring
from games.engine.state import State
from games.engine.wording import ACTIONS

from . import invariants
from .probes import STRANGER, admits, probes
from .table import refused
from .walks import Document, Step, setups, walks

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

# WALKS=50 walks fifty times as much, for whoever has changed the engine.
TIMES = int(os.environ.get("WALKS", "1"))
often = settings(max_examples=40 * TIMES, suppress_health_check=list(HealthCheck))
seldom = settings(max_examples=18 * TIMES, suppress_health_check=list(HealthCheck))


def step(state: State, entry: Document) -> State:
    """The state after one action of a hand file."""
    return engine.apply(state, engine.load_action(state.setup, entry))


def replayed(setup: Setup, entries: list[Document]) -> State:
    """The state after the actions, from a hand file written and read again."""
    actions = [engine.load_action(setup, entry) for entry in entries]
    return engine.replay(engine.dump_hand(setup, actions))


@every_game
@often
@given(data=st.data())
def test_every_step_keeps_chips_and_cards(game: Game, data: st.DataObject) -> None:
    for before, _, after in data.draw(walks(game)):
        invariants.chips_are_conserved(after)
        invariants.no_card_is_in_two_places(after)
        invariants.result_is_whole(after)
        invariants.events_are_written(after)
        invariants.what_is_laid_is_declared(after)
        if after.status != "void":
            invariants.nothing_is_uncalled(before, after)
            invariants.pots_are_layers(before, after)
        if after.status == "complete":
            invariants.explanation_adds_up(after)
            invariants.odd_chips_are_fair(after)


@every_game
@seldom
@given(data=st.data())
def test_who_acts_has_an_offer_and_only_the_end_has_none(game: Game, data: st.DataObject) -> None:
    for before, _, after in data.draw(walks(game)):
        offers = engine.legal(before)
        asked = {offer.seat for offer in offers if offer.kind != "void"}
        assert asked
        assert set(before.to_act) <= asked
        assert before.to_act or asked == {None}
        if after.status != "in_progress":
            assert (after.phase, after.to_act, engine.legal(after)) == (after.status, (), ())


@every_game
@seldom
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_legal_is_what_apply_accepts(game: Game, data: st.DataObject, seed: int) -> None:
    walk, chance = data.draw(walks(game)), Random(seed)
    for before, _, _ in chance.sample(walk, min(4, len(walk))):
        _check_probes(before, chance)


def _check_probes(state: State, chance: Random) -> None:
    offers = [offer.document(state.setup) for offer in engine.legal(state)]
    shown = repr(state)
    for entry in probes(state, chance):
        refusal = refused(state, entry)
        assert (refusal is None) == admits(offers, entry), (entry, refusal)
        if refusal is not None:
            assert refusal.code in CODES
            _check_suggestions(refusal, entry, offers)
    assert repr(state) == shown


def _check_suggestions(refusal: engine.Refusal, entry: Document, offers: list[Document]) -> None:
    """What the sentence suggests is legal then: for that player or, where that player has no turn, for anybody."""
    said = engine.sentence(refusal, words=lambda text: f"<{text}>" if text in ACTIONS else text)
    suggested = set(re.findall(r"<(\w+)>", said))
    own = {offer["type"] for offer in offers if offer.get("player") == entry.get("player")} - {"void"}
    assert suggested <= (own or {offer["type"] for offer in offers}), said
    assert "<" not in said or suggested, said
    assert "the bet can be made" not in said or entry["type"] in own, said


@every_game
@seldom
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_undo_is_replay_of_all_but_the_last(game: Game, data: st.DataObject, seed: int) -> None:
    walk = data.draw(walks(game))
    entries = [one.entry for one in walk]
    place = Random(seed).randrange(len(walk))
    setup = walk[0].before.setup
    assert replayed(setup, entries) == walk[-1].after
    assert replayed(setup, entries[:place]) == walk[place].before


@every_game
@seldom
@given(data=st.data())
def test_a_setup_reads_as_it_was_written(game: Game, data: st.DataObject) -> None:
    setup = data.draw(setups(game))
    document = engine.dump_setup(setup)
    assert engine.load_setup(document) == setup
    assert engine.dump_setup(engine.load_setup(document)) == document


@every_game
@seldom
@given(data=st.data())
def test_a_secret_declaration_changes_nothing_that_others_see(game: Game, data: st.DataObject) -> None:
    for before, entry, after in data.draw(walks(game)):
        if entry["type"] != "declare" or not isinstance(after.work, Declaring) or after.work.open:
            continue
        offer = next(offer for offer in engine.legal(before) if offer.kind == "declare")
        for word in offer.words:
            other = step(before, {**entry, "as": word})
            for viewer in (None, *(name for name in before.setup.names if name != entry["player"])):
                assert engine.observe(other, viewer) == engine.observe(after, viewer)
            assert engine.legal(other) == engine.legal(after)
            assert engine.result(other) == engine.result(after)
            void = {"type": "void", "reason": ""}
            assert engine.observe(step(other, void)) == engine.observe(step(after, void))


# Faults that do not touch each other's fields, so that any two can be made at once.
def _faults(state: State, entry: Document) -> list[Document]:
    """Changes to a legal action that each make it illegal."""
    faults: list[Document] = []
    if "player" in entry:
        faults += [{"player": STRANGER}, *({"player": name} for name in state.setup.names if name != entry["player"])]
    if "to" in entry:
        faults.append({"to": 10**18})
    if "as" in entry:
        faults.append({"as": "sideways"})
    if "count" in entry:
        faults.append({"count": 9})
    for key in ("card", "discard"):
        if key in entry:
            faults.append({key: "10h"})
    if "cards" in entry:
        faults += [{"cards": entry["cards"][1:]}, {"cards": ["10h", *entry["cards"][1:]]}]
    return faults


def _code(state: State, entry: Document) -> str | None:
    refusal = refused(state, entry)
    return refusal.code if refusal else None


@every_game
@seldom
@given(data=st.data())
def test_of_two_faults_the_first_in_the_order_of_codes_is_reported(game: Game, data: st.DataObject) -> None:
    walk: list[Step] = data.draw(walks(game))
    over = walk[-1].after
    for before, entry, _ in walk[::3]:
        faults = _faults(before, entry)
        codes = [_code(before, {**entry, **fault}) for fault in faults]
        for one, its in zip(faults, codes, strict=True):
            for other, others in zip(faults, codes, strict=True):
                if its and others and not one.keys() & other.keys():
                    assert _code(before, {**entry, **one, **other}) == min(its, others, key=CODES.index)
        if over.status != "in_progress":
            assert {_code(over, {**entry, **fault}) for fault in faults} <= {"hand_over"}


def _one(cards: list[str], place: int, card: str) -> list[str]:
    return [*cards[:place], card, *cards[place + 1 :]]


@every_game
@seldom
@given(data=st.data())
def test_card_codes_come_in_their_order(game: Game, data: st.DataObject) -> None:
    for before, entry, _ in data.draw(walks(game)):
        cards: Any = entry.get("cards")
        if not cards or len(cards) < 3:
            continue
        wrong = {
            "card_seen": _one(cards, 1, cards[0]),
            "bad_card": _one(_one(cards, 1, cards[0]), 2, "XX"),
            "wrong_card_count": [*_one(_one(cards, 1, cards[0]), 2, "XX"), "2c"],
        }
        for expected, named in wrong.items():
            assert _code(before, {**entry, "cards": named}) == expected
