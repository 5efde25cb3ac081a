"""The best five of a hand and a board: 1.8, 2.4."""

import random
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import JOKER
from games.engine.ranking import (
    ACE_TO_FIVE,
    ACE_TO_SIX,
    HIGH,
    SHOWING_DEUCES_WILD,
    Ranking,
    arranged,
    best,
    prepare,
)
from games.engine.ranking.keys import KEYS, RANK_KEYS
from tests.engine.ranking.deals import cards

Part = tuple[int, ...]
Deal = tuple[Part, Part]

RANKINGS = [HIGH, ACE_TO_SIX, ACE_TO_FIVE]

# All suits, one suit that is common, and few ranks: so that flushes, pairs and ties are often there.
DECKS = ([*range(53)], [*range(1, 52, 4), *range(2, 20, 4), JOKER], [*range(20), 48, 49, JOKER])


@st.composite
def dealt(draw: st.DrawFn, held: int, board: int) -> Deal:
    deck = draw(st.sampled_from(DECKS))
    chosen = draw(st.lists(st.sampled_from(deck), min_size=held + board, max_size=held + board, unique=True))
    return tuple(chosen[:held]), tuple(chosen[held:])


def check(ranking: Ranking, hands: Sequence[Part], boards: Sequence[Part]) -> None:
    found = best(ranking, hands, prepare(boards))
    assert found.value == max(ranking.value(hand + board) for hand in hands for board in boards)
    assert ranking.value(found.cards) == found.value
    assert set(found.cards) in [set(hand + board) for hand in hands for board in boards]
    assert ranking.ranks(found.value)[0] == found.cards[0] >> 2 or JOKER in found.cards
    assert found == best(ranking, iter(hands), iter(boards))


@given(dealt(4, 5), st.sampled_from(RANKINGS))
def test_two_of_the_hand_three_of_the_board(deal: Deal, ranking: Ranking) -> None:
    check(ranking, list(combinations(deal[0], 2)), list(combinations(deal[1], 3)))


@given(dealt(4, 8), st.sampled_from(RANKINGS))
def test_three_of_the_hand_and_a_column(deal: Deal, ranking: Ranking) -> None:
    check(ranking, list(combinations(deal[0], 3)), list(zip(deal[1][:4], deal[1][4:], strict=True)))


@given(dealt(2, 5), st.sampled_from(RANKINGS))
def test_one_of_the_hand_and_four_of_the_board(deal: Deal, ranking: Ranking) -> None:
    check(ranking, list(combinations(deal[0], 1)), list(combinations(deal[1], 4)))
    check(ranking, list(combinations(deal[1], 4)), list(combinations(deal[0], 1)))


@given(dealt(0, 7), st.sampled_from(RANKINGS))
def test_any_five_of_seven(deal: Deal, ranking: Ranking) -> None:
    check(ranking, [()], list(combinations(deal[1], 5)))
    check(ranking, list(combinations(deal[1], 5)), [()])


@pytest.mark.parametrize(
    ("ranking", "hand", "board", "value_of"),
    [
        (HIGH, "As Ks 2d", "Qs Js Ts 9s 2c", "As Ks Qs Js Ts"),
        (HIGH, "As Ac", "Ad Ah JK", "As Ac Ad Ah JK"),
        # The best ranks are all of one suit; the next best low that is not counts.
        (ACE_TO_SIX, "Ac 2c 9d", "3c 4c 6c", "Ac 9d 3c 4c 6c"),
        (ACE_TO_SIX, "Ac 2c 2d", "3c 4c 6c", "Ac 2d 3c 4c 6c"),
        (ACE_TO_SIX, "Ac JK", "3c 4c 6c", "Ac JK 3c 4c 6c"),
        (ACE_TO_FIVE, "Ac 2c", "3c 4c 5c", "Ac 2c 3c 4c 5c"),
    ],
)
def test_suits(ranking: Ranking, hand: str, board: str, value_of: str) -> None:
    found = best(ranking, combinations(cards(hand), 2), combinations(cards(board), 3))
    assert found.value == ranking.value(cards(value_of))


def test_without_an_ace_the_flush_is_avoided() -> None:
    found = best(ACE_TO_SIX, combinations(cards("Ac 2c 9d"), 2), combinations(cards("3c 4c 6c"), 3))
    assert found.cards == arranged(ACE_TO_SIX, cards("Ac 9d 3c 4c 6c"))


def test_nothing_to_choose_from() -> None:
    nothing: tuple[Sequence[Part], Sequence[Part]] = [], []
    for hands, boards in (([], [(0, 1)]), ([(0, 1, 2)], []), nothing):
        with pytest.raises(ValueError, match="no five cards"):
            best(HIGH, hands, boards)


def test_rankings_with_wild_deuces_are_not_selected_by() -> None:
    with pytest.raises(AssertionError):
        best(SHOWING_DEUCES_WILD, [(0, 1, 2)], [(3, 4)])


def test_keys_name_the_ranks() -> None:
    """No two different choices of ranks, a joker among them or not, have the same key."""
    for count in range(6):
        seen = {sum(KEYS[card] for card in (*hand, *joker)) for hand, joker in every(count)}
        assert len(seen) == len(every(count))


def every(count: int) -> list[Deal]:
    """Every choice of so many cards by rank, with and without a joker."""
    found: list[Deal] = []
    jokers: tuple[Part, Part] = (), (JOKER,)
    for joker in jokers:
        natural = count - len(joker)
        if natural >= 0:
            found += [(hand, joker) for hand in ranks(natural)]
    return found


def ranks(count: int, least: int = 0, of_least: int = 0) -> list[Part]:
    """Every choice of so many natural cards by rank: for each rank its lowest suits, four at most."""
    if count == 0:
        return [()]
    found: list[Part] = []
    for rank in range(least, len(RANK_KEYS)):
        used = of_least if rank == least else 0
        if used < 4:
            found += [(rank * 4 + used, *rest) for rest in ranks(count - 1, rank, used + 1)]
    return found


def test_many_deals_of_the_bluffs() -> None:
    chance = random.Random(3)
    for _ in range(300):
        deal = chance.sample(range(53), 12)
        hand, layout = tuple(deal[:4]), deal[4:]
        columns = list(zip(layout[:4], layout[4:], strict=True))
        rows = [three for row in (layout[:4], layout[4:]) for three in combinations(row, 3)]
        check(HIGH, list(combinations(hand, 3)), columns)
        check(ACE_TO_SIX, list(combinations(hand, 2)), rows)
