"""The order of hands against PokerKit's."""

import random
from itertools import combinations, pairwise

import pytest

pytest.importorskip("pokerkit")

from pokerkit import Card, RegularLowHand, StandardHighHand
from pokerkit.hands import Hand

from bench.ranking import BluffsLowHand, deals, for_pokerkit, ours, pokerkits
from games.engine.cards import NAMES
from games.engine.ranking import ACE_TO_FIVE, ACE_TO_SIX, HIGH, Ranking

PAIRS = [(HIGH, StandardHighHand), (ACE_TO_FIVE, RegularLowHand), (ACE_TO_SIX, BluffsLowHand)]
KINDS = ["high", "ace to five", "ace to six"]

POKERKIT_CARDS = list(Card.parse("".join(NAMES[:52])))


def every_choice_of_ranks() -> list[tuple[int, ...]]:
    """One hand of every worth at least: all choices of ranks in mixed suits, and all of one suit."""
    clubs: list[tuple[int, ...]] = list(combinations(range(0, 52, 4), 5))
    chance = random.Random(8)
    mixed: dict[tuple[int, ...], tuple[int, ...]] = {}
    for _ in range(60_000):
        hand = tuple(chance.sample(range(52), 5))
        mixed.setdefault(tuple(sorted(card // 4 for card in hand)), hand)
    return clubs + list(mixed.values())


@pytest.mark.parametrize(("ranking", "hand_type"), PAIRS, ids=KINDS)
def test_the_order_is_pokerkits(ranking: Ranking, hand_type: type[Hand]) -> None:
    hands = sorted(every_choice_of_ranks(), key=ranking.value)
    theirs = [hand_type([POKERKIT_CARDS[card] for card in hand]) for hand in hands]
    for (hand, their), (next_hand, their_next) in pairwise(zip(hands, theirs, strict=True)):
        assert (ranking.value(hand) == ranking.value(next_hand)) == (their == their_next)
        assert not their_next < their


@pytest.mark.parametrize("seed", range(3))
def test_a_showdown_of_the_bluffs_is_pokerkits(seed: int) -> None:
    for deal in deals(4)[seed::3]:
        for (high, low), (their_high, their_low) in zip(ours(deal), pokerkits(for_pokerkit(deal)), strict=True):
            assert HIGH.value(high.cards) == high.value
            assert StandardHighHand("".join(NAMES[card] for card in high.cards)).entry == their_high.entry
            assert BluffsLowHand("".join(NAMES[card] for card in low.cards)) == their_low
