"""Figures of the ranking.

The work measured is the showdown of nine players of The Bluffs (1.8): each player's best high hand out of 16 and best
low out of 48, with the five cards named; on our side the making of the combinations is included.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from time import perf_counter_ns
from typing import Any, NamedTuple, TypeVar

from pokerkit import Card as PokerKitCard
from pokerkit import Label, Lookup, RankOrder, StandardHighHand
from pokerkit.hands import Hand, HoleBoardCombinationHand

from bench.figures import at_least, at_most
from games.engine.cards import JOKER, NAMES, Card
from games.engine.ranking import ACE_TO_SIX, HIGH, Best, best, prepare

T = TypeVar("T")

PLAYERS = 9
ROUNDS = 15
COLUMNS = ((0, 4), (1, 5), (2, 6), (3, 7))
ROWS = ((0, 1, 2, 3), (4, 5, 6, 7))


@dataclass
class AceToSixLookup(Lookup):
    """PokerKit's look-up, told of ace-to-six: high ranking with the ace low and no straight above the king."""

    rank_order = RankOrder.REGULAR

    def _add_entries(self) -> None:
        self._add_multisets(Counter({1: 5}), (False,), Label.HIGH_CARD)
        self._add_multisets(Counter({2: 1, 1: 3}), (False,), Label.ONE_PAIR)
        self._add_multisets(Counter({2: 2, 1: 1}), (False,), Label.TWO_PAIR)
        self._add_multisets(Counter({3: 1, 1: 2}), (False,), Label.THREE_OF_A_KIND)
        self._add_straights(5, (False,), Label.STRAIGHT, wrap=False)
        self._add_multisets(Counter({1: 5}), (True,), Label.FLUSH)
        self._add_multisets(Counter({3: 1, 2: 1}), (False,), Label.FULL_HOUSE)
        self._add_multisets(Counter({4: 1, 1: 1}), (False,), Label.FOUR_OF_A_KIND)
        self._add_straights(5, (True,), Label.STRAIGHT_FLUSH, wrap=False)


class BluffsHighHand(HoleBoardCombinationHand):
    """PokerKit's hand type for three cards of the hand and two of the board."""

    lookup = StandardHighHand.lookup
    low = False
    card_count = 5
    hole_card_count = 3
    board_card_count = 2


class BluffsLowHand(HoleBoardCombinationHand):
    """PokerKit's hand type for two cards of the hand and three of the board, ace-to-six."""

    lookup = AceToSixLookup()
    low = True
    card_count = 5
    hole_card_count = 2
    board_card_count = 3


class Deal(NamedTuple):
    """Four cards for each player, and the layout: the top row and the bottom row."""

    hands: tuple[tuple[Card, ...], ...]
    layout: tuple[Card, ...]


def deals(count: int) -> list[Deal]:
    """Deals without a joker, the same at every run."""
    chance = random.Random(2024)
    return [_deal(chance.sample(range(52), PLAYERS * 4 + 8)) for _ in range(count)]


def with_joker(deal: Deal, place: int) -> Deal:
    """The same deal with the joker in place of one card: in a hand, or in the layout."""
    cards = [card for hand in deal.hands for card in hand] + list(deal.layout)
    cards[place % len(cards)] = JOKER
    return _deal(cards)


def _deal(cards: list[Card]) -> Deal:
    return Deal(tuple(tuple(cards[at : at + 4]) for at in range(0, PLAYERS * 4, 4)), tuple(cards[PLAYERS * 4 :]))


def ours(deal: Deal) -> list[tuple[Best, Best]]:
    """The best high and low of every player."""
    layout = deal.layout
    columns = prepare([tuple([layout[at] for at in column]) for column in COLUMNS])
    rows = prepare([three for row in (layout[:4], layout[4:]) for three in combinations(row, 3)])
    return [
        (best(HIGH, combinations(hand, 3), columns), best(ACE_TO_SIX, combinations(hand, 2), rows))
        for hand in deal.hands
    ]


PokerKitDeal = tuple[tuple[tuple[PokerKitCard, ...], ...], tuple[PokerKitCard, ...]]


def for_pokerkit(deal: Deal) -> PokerKitDeal:
    """The same deal in PokerKit's cards; made before the clock starts."""
    hands = tuple(tuple(PokerKitCard.parse("".join(NAMES[card] for card in hand))) for hand in deal.hands)
    return hands, tuple(PokerKitCard.parse("".join(NAMES[card] for card in deal.layout)))


def pokerkits(deal: PokerKitDeal) -> list[tuple[Hand, Hand]]:
    """The same selection by PokerKit: its hand types choose from a hand and a column or row."""
    hands, layout = deal
    columns = [tuple(layout[at] for at in column) for column in COLUMNS]
    rows = layout[:4], layout[4:]
    return [
        (
            max(BluffsHighHand.from_game(hand, column) for column in columns),
            max(BluffsLowHand.from_game(hand, row) for row in rows),
        )
        for hand in hands
    ]


def bare_pokerkits(deal: PokerKitDeal) -> list[tuple[Hand, Hand]]:
    """The same with its hand types only made and compared, the leanest use of PokerKit: our combinations of cards."""
    hands, layout = deal
    columns = [tuple(layout[at] for at in column) for column in COLUMNS]
    rows = [three for row in (layout[:4], layout[4:]) for three in combinations(row, 3)]
    return [
        (
            max(BluffsHighHand(held + laid) for held, laid in product(combinations(hand, 3), columns)),
            max(BluffsLowHand(held + laid) for held, laid in product(combinations(hand, 2), rows)),
        )
        for hand in hands
    ]


def _best_times(work: Callable[[T], object], given: list[T], best: list[int]) -> None:
    """Does each piece of work once, and keeps its time where it is the best so far."""
    for place, one in enumerate(given):
        start = perf_counter_ns()
        work(one)
        best[place] = min(best[place], perf_counter_ns() - start)


def measure() -> tuple[int, ...]:
    """Nanoseconds of a showdown: ours, ours with a joker, PokerKit's, PokerKit's bare hands.

    The best time of each deal out of several rounds, on average. The sides take turns, so that all meet the same
    machine.
    """
    plain = deals(44)
    joker = [with_joker(deal, place) for place, deal in enumerate(plain)]
    theirs = [for_pokerkit(deal) for deal in plain[:3]]
    best: list[list[int]] = [[1 << 62] * len(given) for given in (plain, joker, theirs, theirs)]
    for _ in range(ROUNDS):
        # About as long as PokerKit's turn: nobody is measured only in the moment after the other's.
        for _ in range(4):
            _best_times(ours, plain, best[0])
            _best_times(ours, joker, best[1])
        _best_times(pokerkits, theirs, best[2])
        _best_times(bare_pokerkits, theirs, best[3])
    return tuple(sum(times) // len(times) for times in best)


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    plain, joker, theirs, bare = measure()
    more = {"microseconds": plain // 1000, "vs_bare_hands": round(bare / plain, 1)}
    yield at_least("engine.ranking.bluffs9.vs_pokerkit", round(theirs / plain, 1), 50, **more)
    yield at_most("engine.ranking.bluffs9_joker.vs_plain", round(joker / plain, 2), 3)
