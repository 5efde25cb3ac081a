"""High hands: 0.4, and the joker: 0.5."""

import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import JOKER, NAMES
from games.engine.ranking import HIGH, arranged, words
from tests.engine.ranking import naive
from tests.engine.ranking.deals import FIVE, FOUR_AND_JOKER, cards

# Best first: what is dealt, as it is laid out, in words. A hand after "=" ties with the one above.
LADDER = """
  As Ad JK Ac Ah | As Ah Ad Ac JK | five of a kind
  2s 2d JK 2c 2h | 2s 2h 2d 2c JK | five of a kind
  Ts As Qs Js Ks | As Ks Qs Js Ts | royal flush
= Ts As JK Js Ks | As Ks JK Js Ts | royal flush
  Th 9h Qh Jh JK | JK Qh Jh Th 9h | straight flush
  Th 9h Qh Jh 8h | Qh Jh Th 9h 8h | straight flush
  4c 2c 6c 5c JK | 6c 5c 4c JK 2c | straight flush
  4c 2c Ac 5c 3c | 5c 4c 3c 2c Ac | straight flush
= 4c 2c Ac 5c JK | 5c 4c JK 2c Ac | straight flush
  As Kd Ad Ac Ah | As Ah Ad Ac Kd | four of a kind
= As Kd Ad JK Ah | As Ah Ad JK Kd | four of a kind
  As Qd Ad Ac Ah | As Ah Ad Ac Qd | four of a kind
  2s 3d 2d 2c 2h | 2s 2h 2d 2c 3d | four of a kind
  Ks Kd Ac Ad JK | Ad Ac JK Ks Kd | full house
  Ks Kd Kc 2d 2s | Ks Kd Kc 2s 2d | full house
  3s 3d 2c 2d JK | 3s 3d JK 2d 2c | full house
  Kh Jh 9h 4h JK | JK Kh Jh 9h 4h | flush
  Ah 2h 3h 9h JK | Ah JK 9h 3h 2h | flush
  Ah Jh 9h 4h 2h | Ah Jh 9h 4h 2h | flush
  Qh Jh 9h 4h 2h | Qh Jh 9h 4h 2h | flush
  Ah Kh Qc Jd Ts | Ah Kh Qc Jd Ts | straight
= Ah Kh Qc Ts JK | Ah Kh Qc JK Ts | straight
= JK Kh Qc Jd Ts | JK Kh Qc Jd Ts | straight
  6h 5h 4c 3d 2s | 6h 5h 4c 3d 2s | straight
  5h 4c 3d 2s Ah | 5h 4c 3d 2s Ah | straight
= 5h 3d JK 2s Ah | 5h JK 3d 2s Ah | straight
  Ah As Ac 3d 2d | As Ah Ac 3d 2d | three of a kind
  2h 2s JK Kd 9d | 2s 2h JK Kd 9d | three of a kind
  Ah As Kc Kd 2d | As Ah Kd Kc 2d | two pair
  3h 3s 2c 2d Kd | 3s 3h 2d 2c Kd | two pair
  Ah As 4c 3d 2d | As Ah 4c 3d 2d | one pair
  Kh Ks Jc 9d 8d | Ks Kh Jc 9d 8d | one pair
  Ah Ks Qc Jd 9d | Ah Ks Qc Jd 9d | high card
  7h 5s 4c 3d 2d | 7h 5s 4c 3d 2d | high card
"""


def ladder() -> list[tuple[str, tuple[int, ...], tuple[int, ...], str]]:
    """Whether a hand ties with the one above or is worse, as dealt, as laid out, in words."""
    rungs = []
    for line in LADDER.strip("\n").splitlines():
        dealt, laid_out, name = (part.strip() for part in line.split("|"))
        sign = "=" if dealt.startswith("=") else ">"
        rungs.append((sign, cards(dealt.lstrip("= ")), cards(laid_out), name))
    return rungs


def test_the_ladder() -> None:
    for (_, better, _, _), (sign, worse, _, _) in pairwise(ladder()):
        if sign == "=":
            assert HIGH.value(better) == HIGH.value(worse)
        else:
            assert HIGH.value(better) > HIGH.value(worse)


@pytest.mark.parametrize("rung", ladder())
def test_laid_out_and_in_words(rung: tuple[str, tuple[int, ...], tuple[int, ...], str]) -> None:
    _, dealt, laid_out, name = rung
    assert [NAMES[card] for card in arranged(HIGH, dealt)] == [NAMES[card] for card in laid_out]
    assert words(HIGH, dealt) == name


def test_a_wild_card_in_a_flush_is_no_second_ace() -> None:
    assert HIGH.value(cards("Ah 9h 4h 3h JK")) == HIGH.value(cards("Ac Kc 9c 4c 3c"))


@given(FIVE, FIVE)
def test_natural_hands_against_the_rules(one: list[int], other: list[int]) -> None:
    compare(one, other)


@given(FOUR_AND_JOKER, st.one_of(FIVE, FOUR_AND_JOKER))
def test_joker_hands_against_every_card_it_can_stand_for(one: list[int], other: list[int]) -> None:
    compare(one, other)


def compare(one: list[int], other: list[int]) -> None:
    mine, naively = (HIGH.value(one), HIGH.value(other)), (naive.high(one), naive.high(other))
    assert (mine[0] > mine[1]) == (naively[0] > naively[1])
    assert (mine[0] == mine[1]) == (naively[0] == naively[1])


def test_the_order_of_many_joker_hands_is_the_naive_one() -> None:
    chance = random.Random(5)
    hands = [[*chance.sample(range(52), 4), JOKER] for _ in range(400)]
    hands += [[*four, JOKER] for four in combinations(range(1, 52, 4), 4)][::3]
    by_value = sorted((HIGH.value(hand), naive.high(hand)) for hand in hands)
    for (value, worth), (next_value, next_worth) in pairwise(by_value):
        assert (value == next_value) == (worth == next_worth)
        assert worth <= next_worth


@given(st.one_of(FIVE, FOUR_AND_JOKER), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(hand: list[int], chance: random.Random) -> None:
    other = hand[:]
    chance.shuffle(other)
    assert HIGH.value(hand) == HIGH.value(other)
    assert sorted(arranged(HIGH, other)) == sorted(hand)


@given(st.one_of(FIVE, FOUR_AND_JOKER))
def test_suits_do_not_matter_beyond_a_flush(hand: list[int]) -> None:
    turned = [card if card == JOKER else card // 4 * 4 + (card + 1) % 4 for card in hand]
    assert HIGH.value(hand) == HIGH.value(turned)


@given(FOUR_AND_JOKER, st.integers(0, 51))
def test_a_joker_is_worth_no_less_than_any_card_outside_a_flush(hand: list[int], card: int) -> None:
    natural = hand[:4]
    if card not in natural:
        assert HIGH.value(hand) >= HIGH.value([*natural, card])


@pytest.mark.parametrize("hand", ["", "As Ks Qs Js"])
def test_other_than_five_cards_are_not_judged(hand: str) -> None:
    with pytest.raises(KeyError):
        HIGH.value(cards(hand))
