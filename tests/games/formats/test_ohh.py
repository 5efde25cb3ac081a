"""Open Hand History: the structure of its specification, and no type that would be a lie."""

import json
from itertools import islice
from typing import Any

import jsonschema
import pytest

from games.formats.errors import NotExpressible
from games.formats.ohh import FLAG, ohh, ohh_file
from tests.games.formats.ohh_schema import FILE
from tests.games.formats.stories import council_bluffs, story_of
from tests.games.formats.test_phh import HAND, money_hands

VALIDATOR = jsonschema.Draft202012Validator(FILE)


def read(hand: dict[str, Any]) -> dict[str, Any]:
    document = json.loads(ohh_file([ohh(story_of(hand), extension=True)]))
    VALIDATOR.validate(document)
    return document["ohh"]


def test_a_hand_reads_as_it_was_played() -> None:
    found = read(HAND)
    assert found["game_type"] == "CouncilBluffs"
    assert found["flags"] == [FLAG]
    assert found["bet_limit"]["bet_type"] == "PL"
    assert (found["dealer_seat"], found["small_blind_amount"], found["big_blind_amount"]) == (1, 0.5, 1.0)
    assert found["start_date_utc"] == "2026-11-26T19:15:30Z"
    assert [one["street"] for one in found["rounds"]] == ["Preflop", "Flop", "Turn", "River", "Showdown"]
    posted, flop = found["rounds"][0]["actions"], found["rounds"][1]
    assert [(one["action"], one["player_id"], one["amount"]) for one in posted[:2]] == [
        ("Post SB", 1, 0.5),
        ("Post BB", 2, 1.0),
    ]
    # an amount is what this action put in: Bob's call of 3.00 over his blind
    assert [(one["action"], one.get("amount")) for one in posted[-3:]] == [
        ("Raise", 3.0),
        ("Call", 2.5),
        ("Fold", None),
    ]
    assert flop["cards"] == ["Ks", "Qd", "Jh"]
    assert flop["actions"][0]["action"] == "Bet"
    assert found["pots"] == [
        {"number": 0, "amount": 11.0, "rake": 0.0, "player_wins": [{"player_id": 0, "win_amount": 11.0}]}
    ]
    assert found["_tableside"]["hand_file"] == HAND


def test_chance_hands_have_the_structure_and_add_up() -> None:
    for hand in islice(council_bluffs(29), 400):
        found = read(hand)
        put = sum(action.get("amount", 0) for one in found["rounds"] for action in one["actions"])
        won = sum(win["win_amount"] for pot in found["pots"] for win in pot["player_wins"])
        assert sum(pot["amount"] for pot in found["pots"]) == pytest.approx(won)
        assert won <= put + 1e-6
        preflop = [action["action"] for action in found["rounds"][0]["actions"]]
        assert "Bet" not in preflop
        for one in found["rounds"]:
            assert [action["action_number"] for action in one["actions"]] == list(range(len(one["actions"])))


def test_without_the_extension_nothing_is_written() -> None:
    with pytest.raises(NotExpressible):
        ohh(story_of(HAND), extension=False)


def test_other_games_are_refused_whatever_is_asked() -> None:
    for hand in money_hands():
        if hand["game"] != "council-bluffs":
            with pytest.raises(NotExpressible):
                ohh(story_of(hand), extension=True)


def test_amounts_are_exact_to_the_last_minor_unit() -> None:
    large = 2**52 + 1
    players = [{"name": "Ann", "stack": large}, {"name": "Bob", "stack": 1500}]
    hand = {**HAND, "players": players, "actions": [{"type": "fold", "player": "Ann"}]}
    text = ohh_file([ohh(story_of(hand), extension=True)])
    assert f'"starting_stack": {large // 100}.{large % 100:02}' in text


def test_one_blank_line_stands_between_hands() -> None:
    text = ohh_file([ohh(story_of(HAND), extension=True)] * 2)
    assert [json.loads(one)["ohh"]["hero_player_id"] for one in text.split("\n\n")] == [None, None]
