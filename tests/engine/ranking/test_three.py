"""Three cards where straights and flushes count: held against hands judged by reading, and against their number."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given

from games.engine.ranking import SHOWING, THREE_CARDS, arranged, value_words, words
from tests.engine.ranking.deals import cards, some

# Best first. A hand after "=" ties with the one above.
LADDER = """
  Ac Kc Qc | straight flush
  Kd Qd Jd | straight flush
  4h 3h 2h | straight flush
  Ah 3h 2h | straight flush
= 3s 2s As | straight flush
  Ac Ad Ah | three of a kind
  2c 2d 2h | three of a kind
  Ac Kd Qc | straight
  4c 3d 2c | straight
  Ac 3d 2c | straight
  Ah Kh Jh | flush
  Ah Kh Th | flush
  5s 3s 2s | flush
  Ac Ad Kc | one pair
= As Ah Kd | one pair
  2c 2d Ac | one pair
  2c 2d 3c | one pair
  Ac Kd Jc | high card
  Kc Ad 2c | high card
  5c 3d 2c | high card
"""
RUNGS = [(line[0], cards(line[2:10]), line[13:]) for line in LADDER.strip("\n").splitlines()]


@pytest.mark.parametrize(("better", "rung"), [*pairwise(RUNGS)])
def test_the_ladder(better: tuple[str, tuple[int, ...], str], rung: tuple[str, tuple[int, ...], str]) -> None:
    above, below = THREE_CARDS.value(better[1]), THREE_CARDS.value(rung[1])
    assert above == below if rung[0] == "=" else above > below


@pytest.mark.parametrize(("_sign", "hand", "name"), RUNGS)
def test_in_words(_sign: str, hand: tuple[int, ...], name: str) -> None:
    assert words(THREE_CARDS, hand) == name


def test_every_hand_there_is_has_its_name() -> None:
    """The counts of three-card hands, known from counting on paper: 52 times 51 times 50 by 6 in all."""
    named = Counter(value_words(THREE_CARDS, THREE_CARDS.value(hand)) for hand in combinations(range(52), 3))
    assert named == {
        "straight flush": 48,  # 12 runs in 4 suits
        "three of a kind": 52,  # 13 ranks, one of 4 suits left out
        "straight": 720,  # 12 runs in 64 - 4 choices of suits
        "flush": 1096,  # 286 choices of ranks less 12 runs, in 4 suits
        "one pair": 3744,  # 13 ranks in 6 choices of suits, with one of 48
        "high card": 16440,  # 286 - 12 choices of ranks in 64 - 4 of suits
    }


@given(some(3, 3), some(3, 3))
def test_against_the_rules(one: list[int], other: list[int]) -> None:
    mine = THREE_CARDS.value(one), THREE_CARDS.value(other)
    read = reading(one), reading(other)
    assert (mine[0] > mine[1]) == (read[0] > read[1])
    assert (mine[0] == mine[1]) == (read[0] == read[1])


def reading(hand: list[int]) -> tuple[int, list[int]]:
    """A hand judged without tables: its place in the order, and its ranks as they decide a tie."""
    ranks = sorted((card // 4 for card in hand), reverse=True)
    one_suit = len({card % 4 for card in hand}) == 1
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]
    run = ranks[0] - ranks[1] == ranks[1] - ranks[2] == 1
    if len(set(ranks)) == 1:
        return 4, ranks
    if len(set(ranks)) == 2:
        return 1, [ranks[1], ranks[0] + ranks[2] - ranks[1]]
    return (5 if one_suit else 3) if run else (2 if one_suit else 0), ranks


@pytest.mark.parametrize(
    ("held", "laid_out"), [("2c Ad 3h", "3h 2c Ad"), ("9c Kd 9d", "9d 9c Kd"), ("2s Js 7s", "Js 7s 2s")]
)
def test_laid_out(held: str, laid_out: str) -> None:
    assert arranged(THREE_CARDS, cards(held)) == cards(laid_out)


def test_without_straights_and_flushes_three_cards_are_as_they_show() -> None:
    """Where they are not agreed, groups and ranks alone decide, of three cards and of two."""
    for better, worse in pairwise(("2c 2d 2h", "Ac Ad Kh", "2c 2d 3d", "Ac Kc Jc", "9c 8d 7h", "9h 8h 6h")):
        assert SHOWING.value(cards(better)) > SHOWING.value(cards(worse))
    for better, worse in pairwise(("2c 2d", "Ac Kd", "Ah Qh", "3c 2c")):
        assert SHOWING.value(cards(better)) > SHOWING.value(cards(worse))
