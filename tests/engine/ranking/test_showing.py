"""One to five cards showing in Bluff N' Peg: 4.3, and deuces wild: 4.1 under 0.5."""

import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import NAMES
from games.engine.ranking import HIGH, SHOWING, SHOWING_DEUCES_WILD, arranged, showing, words
from tests.engine.ranking import naive
from tests.engine.ranking.deals import FIVE, cards, some

DEUCES = range(4)

# Best first: what is showing, in words. A hand after "=" ties with the one above.
PLAIN_LADDER = """
  Ac Kc Qc Jc Tc | royal flush
  2c 2d 2h 2s 3c | four of a kind
  2c 2d 2h 2s    | four of a kind
  3c 3d 3h 2d 2c | full house
  Ac 9c 7c 5c 2c | flush
  6c 5d 4c 3c 2c | straight
  5d 4c 3c 2c Ac | straight
  3c 3d 3h Ad Kc | three of a kind
  3c 3d 3h Ad    | three of a kind
  3c 3d 3h 2d    | three of a kind
  3c 3d 3h       | three of a kind
  2c 2d 2h Ad Kd | three of a kind
  3c 3d 2h 2d 4d | two pair
  3c 3d 2h 2d    | two pair
= 3h 3s 2c 2s    | two pair
  Ac Ad          | one pair
  2c 2d As       | one pair
  2c 2d Ks Qd Js | one pair
  2c 2d          | one pair
  Ac Kd Qc Js    | high card
  Ac Kd Qc       | high card
= As Kc Qh       | high card
  Kc 2d          | high card
  Kc             | high card
  6c 5c 4c 3c    | high card
  3c             | high card
  2c             | high card
                 | high card
"""

WILD_LADDER = """
  2c 2d 2h 2s As | five of a kind
= 2c Ac Ad Ah As | five of a kind
  2c 2d 2h 2s 3s | five of a kind
  2c Kc Ac Jc Tc | royal flush
  2c 2d 5c 6c 8c | straight flush
  2c 2d 2h Ac 3c | straight flush
  2c 2d 2h 2s    | four of a kind
= Ac Ad 2c 2d    | four of a kind
  2c 2d 2h Kc    | four of a kind
  Kc Kd 3h 3s 2c | full house
  2c Kc Jc 8c 3c | flush
  Kc Qc Jc 9c 3c | flush
  2c 2d Ac 4h 5s | straight
= 2c Ac 4h 5s 3d | straight
  2c 2d 2h       | three of a kind
= 2c 2d As       | three of a kind
  2c Kd Ks Qd    | three of a kind
  Kd Ks Qd Qs    | two pair
  2c 2d          | one pair
= As 2h          | one pair
  2c Kd Qd       | one pair
  2c Kd          | one pair
  2c             | high card
= Ac             | high card
  3c             | high card
"""


def ladder(table: str) -> list[tuple[str, tuple[int, ...], str]]:
    rungs = []
    for line in table.strip("\n").splitlines():
        shown, name = line.split("|")
        rungs.append((line[0], cards(shown.lstrip("= ")), name.strip()))
    return rungs


@pytest.mark.parametrize(("table", "wild"), [(PLAIN_LADDER, False), (WILD_LADDER, True)], ids=["plain", "wild"])
def test_the_ladder(table: str, wild: bool) -> None:
    for (_, better, _), (sign, worse, _) in pairwise(ladder(table)):
        if sign == "=":
            assert showing(better, wild) == showing(worse, wild)
        else:
            assert showing(better, wild) > showing(worse, wild)


@pytest.mark.parametrize(("table", "wild"), [(PLAIN_LADDER, False), (WILD_LADDER, True)], ids=["plain", "wild"])
def test_in_words(table: str, wild: bool) -> None:
    for _, shown, name in ladder(table):
        assert words(SHOWING_DEUCES_WILD if wild else SHOWING, shown) == name


@pytest.mark.parametrize(
    ("shown", "laid_out"),
    [
        ("9c Kd 9d", "9d 9c Kd"),
        ("2c 9d", "9d 2c"),
        ("2c Kd Qd", "Kd 2c Qd"),
        ("2c Ac 3c 4d 5d", "5d 4d 3c 2c Ac"),
        ("Jc 9c 2c 8c Kd", "Kd 2c Jc 9c 8c"),
        ("Jc 9c 2c 8c Kc", "2c Kc Jc 9c 8c"),
        ("Jc 9c 2c 8c Td", "2c Jc Td 9c 8c"),
        ("9c 2d 9d 2c", "9d 9c 2d 2c"),
        ("", ""),
    ],
)
def test_laid_out_with_deuces_wild(shown: str, laid_out: str) -> None:
    assert arranged(SHOWING_DEUCES_WILD, cards(shown)) == cards(laid_out)


def test_nothing_showing_is_lower_than_any_card() -> None:
    assert showing((), False) == showing((), True) == 0
    assert all(showing((card,), wild) > 0 for card in range(52) for wild in (False, True))


@given(FIVE)
def test_five_cards_are_a_high_hand(hand: list[int]) -> None:
    assert showing(hand, False) == HIGH.value(hand)


@given(some(0, 5), some(0, 5))
def test_against_the_rules(one: list[int], other: list[int]) -> None:
    mine = showing(one, False), showing(other, False)
    naively = naive.high(one, ()), naive.high(other, ())
    assert (mine[0] > mine[1]) == (naively[0] > naively[1])
    assert (mine[0] == mine[1]) == (naively[0] == naively[1])


@given(some(0, 5))
def test_every_card_laid_makes_it_better(shown: list[int]) -> None:
    """A missing card is lower than any card."""
    for wild in (False, True):
        for count in range(len(shown)):
            assert showing(shown[:count], wild) < showing(shown[: count + 1], wild)


def test_deuces_wild_against_every_card_they_can_stand_for() -> None:
    chance = random.Random(11)
    hands: list[list[int]] = []
    for wild, count in ((1, 60), (2, 60), (3, 12), (4, 5)):
        for _ in range(count):
            laid = chance.randint(wild, 5)
            pool = chance.choice(([*range(4, 52)], [*range(5, 52, 4)], [*range(4, 24), 48, 49]))
            hands.append(chance.sample(DEUCES, wild) + chance.sample(pool, laid - wild))
    judged = sorted((showing(hand, True), naive.high(hand, DEUCES), hand) for hand in hands)
    for (value, worth, _), (next_value, next_worth, _) in pairwise(judged):
        assert (value == next_value) == (worth == next_worth)
        assert worth <= next_worth


@given(st.lists(st.sampled_from(range(52)), min_size=1, max_size=5, unique=True))
def test_laid_out_are_the_same_cards(shown: list[int]) -> None:
    for ranking in (SHOWING, SHOWING_DEUCES_WILD):
        assert sorted(arranged(ranking, shown)) == sorted(shown)


def test_every_two_cards_compare_by_pair_then_rank() -> None:
    for one in combinations(range(0, 52, 3), 2):
        for other in combinations(range(1, 52, 5), 2):
            ranks = [
                (len({card // 4 for card in hand}) == 1, sorted((card // 4 for card in hand), reverse=True))
                for hand in (one, other)
            ]
            assert (showing(one, False) > showing(other, False)) == (ranks[0] > ranks[1]), [NAMES[card] for card in one]
