"""Low hands: ace-to-six (0.6) and ace-to-five (0.7), the joker the best card for the low (1.9)."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import NAMES
from games.engine.ranking import ACE_TO_FIVE, ACE_TO_SIX, Ranking, arranged, words
from tests.engine.ranking import naive
from tests.engine.ranking.deals import FIVE, FOUR_AND_JOKER, cards

# Best first: what is dealt, as it is laid out, in words. A hand after "=" ties with the one above.
ACE_TO_SIX_LADDER = """
  Ac 2d 3h 4s 6c | 6c 4s 3h 2d Ac | 6-4-3-2-A low
= Ac 2d 3h 4s JK | JK 4s 3h 2d Ac | 6-4-3-2-A low
= Ac 2d 3h JK 6c | 6c JK 3h 2d Ac | 6-4-3-2-A low
  Ac 2c 5c 3d JK | JK 5c 3d 2c Ac | 6-5-3-2-A low
= 6c 2c 5c 3d JK | 6c 5c 3d 2c JK | 6-5-3-2-A low
  Ac 2c 3c 4c 7d | 7d 4c 3c 2c Ac | 7-4-3-2-A low
  2c 3c 4c 5c JK | JK 5c 4c 3c 2c | 7-5-4-3-2 low
  8d Ts 2c 4c 5s | Ts 8d 5s 4c 2c | 10-8-5-4-2 low
  Ks Qs Jd Ts Ah | Ks Qs Jd Ts Ah | K-Q-J-10-A low
= Ks Qs Jd Ts JK | Ks Qs Jd Ts JK | K-Q-J-10-A low
  Ks Qs Jd Ts 8h | Ks Qs Jd Ts 8h | K-Q-J-10-8 low
  Ac Ad 2c 3c 4d | Ad Ac 4d 3c 2c | one pair
= Ac Ad 2c 3c JK | Ad Ac JK 3c 2c | one pair
  2c 2d Ac 3c 4d | 2d 2c 4d 3c Ac | one pair
  Kc Kd Qc Js Td | Kd Kc Qc Js Td | one pair
  2c 2d Ac As 3d | 2d 2c As Ac 3d | two pair
= 2c 2d Ac As JK | 2d 2c As Ac JK | two pair
  Ac Ad As 2c 3d | As Ad Ac 3d 2c | three of a kind
  5c 4d 3c 2c Ac | 5c 4d 3c 2c Ac | straight
  Kc Qc Jc Tc 9d | Kc Qc Jc Tc 9d | straight
  6c 4c 3c 2c Ac | 6c 4c 3c 2c Ac | flush
  Kc Qc Jc Tc Ac | Kc Qc Jc Tc Ac | flush
  2d 2c Ac Ad As | As Ad Ac 2d 2c | full house
  Ac Ad As Ah 2d | As Ah Ad Ac 2d | four of a kind
= Ac Ad As Ah JK | As Ah Ad Ac JK | four of a kind
  5c 4c 3c 2c Ac | 5c 4c 3c 2c Ac | straight flush
  Kc Qc Jc Tc 9c | Kc Qc Jc Tc 9c | straight flush
"""

ACE_TO_FIVE_LADDER = """
  5c 4c 3c 2c Ac | 5c 4c 3c 2c Ac | 5-4-3-2-A low
= 5c 4d 3c 2c Ac | 5c 4d 3c 2c Ac | 5-4-3-2-A low
= 5c 4d JK 2c Ac | 5c 4d JK 2c Ac | 5-4-3-2-A low
  Ac 2d 3h 4s 6c | 6c 4s 3h 2d Ac | 6-4-3-2-A low
= 2c 3c 4c 6c JK | 6c 4c 3c 2c JK | 6-4-3-2-A low
  8h 7h 6h 5h 4h | 8h 7h 6h 5h 4h | 8-7-6-5-4 low
  Kc Qc Jc Tc Ac | Kc Qc Jc Tc Ac | K-Q-J-10-A low
  Ac Ad 2c 3c 4d | Ad Ac 4d 3c 2c | one pair
= Ac Ad 2c 3c JK | Ad Ac JK 3c 2c | one pair
  Ac Ad 2s 2d 3h | 2s 2d Ad Ac 3h | two pair
  Ac Ad As 2d 3h | As Ad Ac 3h 2d | three of a kind
  Ac Ad As 2d 2h | As Ad Ac 2h 2d | full house
  Ac 2d 2s 2c 2h | 2s 2h 2d 2c Ac | four of a kind
"""

Rung = tuple[Ranking, str, tuple[int, ...], tuple[int, ...], str]


def ladder(ranking: Ranking, table: str) -> list[Rung]:
    rungs = []
    for line in table.strip("\n").splitlines():
        dealt, laid_out, name = (part.strip() for part in line.split("|"))
        rungs.append((ranking, line[0], cards(dealt.lstrip("= ")), cards(laid_out), name))
    return rungs


LADDERS = [ladder(ACE_TO_SIX, ACE_TO_SIX_LADDER), ladder(ACE_TO_FIVE, ACE_TO_FIVE_LADDER)]


@pytest.mark.parametrize("rungs", LADDERS, ids=["ace to six", "ace to five"])
def test_the_ladder(rungs: list[Rung]) -> None:
    for (ranking, _, better, _, _), (_, sign, worse, _, _) in pairwise(rungs):
        if sign == "=":
            assert ranking.value(better) == ranking.value(worse)
        else:
            assert ranking.value(better) > ranking.value(worse)


@pytest.mark.parametrize("rung", [rung for rungs in LADDERS for rung in rungs])
def test_laid_out_and_in_words(rung: Rung) -> None:
    ranking, _, dealt, laid_out, name = rung
    assert [NAMES[card] for card in arranged(ranking, dealt)] == [NAMES[card] for card in laid_out]
    assert words(ranking, dealt) == name


ANY = st.one_of(FIVE, FOUR_AND_JOKER)


@given(ANY, ANY)
def test_ace_to_six_against_every_card_a_joker_can_stand_for(one: list[int], other: list[int]) -> None:
    mine = ACE_TO_SIX.value(one), ACE_TO_SIX.value(other)
    naively = naive.ace_to_six(one), naive.ace_to_six(other)
    assert (mine[0] > mine[1]) == (naively[0] < naively[1])
    assert (mine[0] == mine[1]) == (naively[0] == naively[1])


@given(ANY, ANY)
def test_ace_to_five_against_every_card_a_joker_can_stand_for(one: list[int], other: list[int]) -> None:
    mine = ACE_TO_FIVE.value(one), ACE_TO_FIVE.value(other)
    naively = naive.ace_to_five(one), naive.ace_to_five(other)
    assert (mine[0] > mine[1]) == (naively[0] < naively[1])
    assert (mine[0] == mine[1]) == (naively[0] == naively[1])


@given(FOUR_AND_JOKER, st.integers(0, 51))
def test_a_joker_is_worth_no_less_than_any_card(hand: list[int], card: int) -> None:
    natural = hand[:4]
    if card not in natural:
        for ranking in (ACE_TO_SIX, ACE_TO_FIVE):
            assert ranking.value(hand) >= ranking.value([*natural, card])


@given(ANY, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(hand: list[int], chance: random.Random) -> None:
    other = hand[:]
    chance.shuffle(other)
    for ranking in (ACE_TO_SIX, ACE_TO_FIVE):
        assert ranking.value(hand) == ranking.value(other)
        assert sorted(arranged(ranking, other)) == sorted(hand)


def test_a_joker_avoids_a_flush() -> None:
    assert ACE_TO_SIX.value(cards("Ac 2c 3c 4c JK")) == ACE_TO_SIX.value(cards("Ac 2d 3c 4c 6c"))
