"""PHH: TOML that its readers take, and a code of theirs only where they come to the same."""

import tomllib
import warnings
from collections import Counter
from itertools import islice, product
from typing import Any

import pytest
from pokerkit import HandHistory

from games import engine
from games.formats.errors import NotExpressible
from games.formats.phh import phh, phhs
from games.formats.standard_games import is_pot_limit_omaha
from tests.engine.cases import generated, written
from tests.games.formats.stories import council_bluffs, story_of

pytestmark = pytest.mark.any_database("what is compared are the files of hands")

REQUIRED = ("variant", "antes", "starting_stacks", "actions")
OPTIONAL = {
    "event", "time", "time_zone", "day", "month", "year", "hand", "seats", "players", "finishing_stacks", "winnings",
}  # fmt: skip
BETS = {"blinds_or_straddles", "min_bet", "small_bet", "big_bet"}

HAND = {
    "format": "tableside-hand/1",
    "game": "council-bluffs",
    "players": [{"name": "Ann", "stack": 2000}, {"name": "Bob", "stack": 1500}, {"name": "Cid", "stack": 3000}],
    "dealer": "Ann",
    "actions": [
        {"type": "raise", "player": "Ann", "to": 300},
        {"type": "call", "player": "Bob"},
        {"type": "fold", "player": "Cid"},
        {"type": "reveal", "cards": ["Ks", "Qd", "Jh"]},
        {"type": "bet", "player": "Bob", "to": 200},
        {"type": "call", "player": "Ann"},
        {"type": "reveal", "cards": ["9c"]},
        {"type": "check", "player": "Bob"},
        {"type": "check", "player": "Ann"},
        {"type": "reveal", "cards": ["2c"]},
        {"type": "check", "player": "Bob"},
        {"type": "check", "player": "Ann"},
        {"type": "show", "player": "Bob", "cards": ["Ac", "Ad", "7c", "3c"]},
        {"type": "show", "player": "Ann", "cards": ["Kc", "Kd", "7d", "3d"]},
    ],
}


def read(text: str) -> HandHistory:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # an unknown field without an underscore would be one
        return HandHistory.loads(text)


def played(history: HandHistory) -> Any:
    """PokerKit's last state of a hand."""
    *_, last = history
    return last


def money_hands() -> list[dict[str, Any]]:
    """Every case of the rules that the engine takes, and that is over, in a game with chips."""
    every = [case.hand for case in written()] + [case.hand for cases in generated().values() for case in cases[:150]]
    found = []
    for hand in every:
        try:
            state = engine.replay(hand)
        except engine.Refusal:
            continue
        if state.status != "in_progress" and state.setup.game.has_money and min(state.setup.stacks) > 0:
            found.append(hand)
    return found


def test_a_hand_reads_as_it_was_played() -> None:
    document = tomllib.loads(phh(story_of(HAND)))
    assert document["variant"] == "council-bluffs"
    assert document["players"] == ["Bob", "Cid", "Ann"]
    assert document["starting_stacks"] == [1500, 3000, 2000]
    assert document["antes"] == [0, 0, 0]
    assert document["blinds_or_straddles"] == [50, 100, 0]
    assert document["actions"][3:6] == ["p3 cbr 300", "p1 cc", "p2 f"]
    assert document["actions"][-2:] == ["p1 sm AcAd7c3c", "p3 sm KcKd7d3d"]
    assert document["finishing_stacks"] == [1000, 2900, 3100 - 500]
    assert document["_net"] == [-500, -100, 600]
    assert (document["_game"], document["_currency"], document["_decimals"]) == ("council-bluffs", "EUR", 2)
    assert (document["day"], document["month"], document["year"]) == (26, 11, 2026)
    assert document["time"].isoformat() == "20:15:30"


def test_with_two_the_blinds_are_written_the_other_way_round() -> None:
    players = [{"name": "Ann", "stack": 2000}, {"name": "Bob", "stack": 1500}]
    hand = {**HAND, "players": players, "actions": [{"type": "fold", "player": "Ann"}]}
    document = tomllib.loads(phh(story_of(hand)))
    assert document["players"] == ["Bob", "Ann"]
    assert document["blinds_or_straddles"] == [50, 100]  # the dealer, who is last, posts the small one
    assert list(played(read(phh(story_of(hand), as_standard=True))).stacks) == [1550, 1950]


def test_every_case_is_toml_with_what_the_format_asks_for() -> None:
    hands = money_hands()
    assert {hand["game"] for hand in hands} == {game.name for game in engine.GAMES.values() if game.has_money}
    for hand in hands:
        document = tomllib.loads(phh(story_of(hand)))
        assert set(REQUIRED) <= set(document)
        assert all(key in {*REQUIRED, *OPTIONAL, *BETS} or key.startswith("_") for key in document)
        count = len(document["players"])
        assert all(len(document[key]) == count for key in ("antes", "starting_stacks", "players", "winnings"))
        assert document["variant"] not in HandHistory.game_types


@pytest.mark.slow
def test_a_code_is_claimed_only_where_pokerkit_comes_to_the_same() -> None:
    claimed: Counter[tuple[bool, bool, bool]] = Counter()
    for hand in islice(council_bluffs(20), 2000):
        story = story_of(hand)
        if min(story.setup.stacks) < 1:
            continue
        if is_pot_limit_omaha(story):
            rules = story.setup.rules
            two, equal = len(story.setup.names) == 2, rules["small_blind"] == rules["big_blind"]
            claimed[two, equal, rules["ante"] > 0] += 1
            history = read(phh(story, as_standard=True))
            assert history.variant == "PO"
            end = played(history)
            assert not end.status
            assert list(end.stacks) == [story.end.chips.stacks[seat] for seat in story.setup.order], hand
        else:
            assert 'variant = "council-bluffs"' in phh(story, as_standard=True)
    # with two and with more, blinds equal and not, with antes and without; but for equal blinds of two
    assert set(claimed) == set(product((False, True), repeat=3)) - {(True, True, False), (True, True, True)}
    assert min(claimed.values()) >= 10


def test_with_two_and_equal_blinds_no_code_is_claimed() -> None:
    """A program reads of the blinds who deals, and so would have the other one act first."""
    players = [{"name": "Ann", "stack": 2000}, {"name": "Bob", "stack": 1500}]
    for small, claims in ((50, True), (100, False)):
        rules = {"small_blind": small, "big_blind": 100}
        hand = {**HAND, "rules": rules, "players": players, "actions": [{"type": "fold", "player": "Ann"}]}
        assert is_pot_limit_omaha(story_of(hand)) is claims


def test_of_our_games_only_council_bluffs_claims_the_code_of_another() -> None:
    claims = set()
    for hand in money_hands():
        text = phh(story_of(hand), as_standard=True)
        if tomllib.loads(text)["variant"] in HandHistory.game_types:
            claims.add(hand["game"])
            end = played(read(text))
            assert list(end.stacks) == tomllib.loads(text)["finishing_stacks"]
    assert claims == {"council-bluffs"}


def test_a_hand_that_was_played_for_low_claims_nothing() -> None:
    low = [dict(action) for action in HAND["actions"]]
    low[3], low[6], low[9] = ({"type": "reveal", "cards": cards} for cards in (["8s", "5d", "4h"], ["9c"], ["2c"]))
    assert not is_pot_limit_omaha(story_of({**HAND, "actions": low}))
    assert is_pot_limit_omaha(story_of(HAND))
    assert 'variant = "council-bluffs"' in phh(story_of(HAND))


def test_many_hands_are_one_file() -> None:
    text = phhs([phh(story_of(HAND)), phh(story_of(HAND), as_standard=True)])
    assert [history.variant for history in HandHistory.loads_all(text)] == ["council-bluffs", "PO"]


def test_what_the_format_cannot_say_is_refused() -> None:
    pegs = {
        "format": "tableside-hand/1",
        "game": "bluff-n-peg",
        "players": [{"name": "Ann"}, {"name": "Bob"}],
        "dealer": "Ann",
        "actions": [{"type": "void", "reason": ""}],
    }
    with pytest.raises(NotExpressible):
        phh(story_of(pegs))


def test_a_reason_and_a_name_cannot_break_the_file() -> None:
    nasty = 'x"\\\n# [1] \x7f\u2028'
    hand = {
        **HAND,
        "players": [{"name": nasty, "stack": 2000}, {"name": "Bob", "stack": 1500}],
        "dealer": nasty,
        "actions": [{"type": "void", "reason": nasty}],
    }
    document = tomllib.loads(phh(story_of(hand)))
    assert document["players"] == ["Bob", nasty]
    assert document["actions"][-1].startswith("# misdeal: x")
