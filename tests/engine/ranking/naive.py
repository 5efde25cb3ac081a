"""Hands judged the slow way: wild cards by trying every card, everything else by reading the rule.

Written without a look at the tables, to be held against them. A hand's worth is a tuple that compares as the hands do.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement

from games.engine.cards import JOKER

Worth = tuple[int, list[int]]

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, FIVE = range(10)

CATEGORY_OF_SIZES = {
    "5": FIVE,
    "41": QUADS,
    "32": FULL_HOUSE,
    "311": TRIPS,
    "221": TWO_PAIR,
    "2111": PAIR,
    "11111": HIGH_CARD,
    "4": QUADS,
    "31": TRIPS,
    "22": TWO_PAIR,
    "211": PAIR,
    "1111": HIGH_CARD,
    "3": TRIPS,
    "21": PAIR,
    "111": HIGH_CARD,
    "2": PAIR,
    "11": HIGH_CARD,
    "1": HIGH_CARD,
}


def ace_high(card: int) -> int:
    return card // 4 + 2


def ace_low(card: int) -> int:
    return 1 if card // 4 == 12 else card // 4 + 2


def flush_is_within_the_limit(natural: list[int], stands_for: Iterable[int]) -> bool:
    """0.5: in a flush a wild card stands for the highest rank the hand does not already hold in that flush."""
    held = {card // 4 for card in natural}
    for rank in sorted((card // 4 for card in stands_for), reverse=True):
        if rank != max(set(range(13)) - held):
            return False
        held.add(rank)
    return True


def worth(natural: list[int], stands_for: tuple[int, ...], low: bool = False, plain: bool = False) -> Worth:
    """What the cards are worth with the wild ones taken as those given; `plain` ignores straights and flushes."""
    cards = [*natural, *stands_for]
    numbers = sorted(map(ace_low if low else ace_high, cards), reverse=True)
    counts = Counter(numbers)
    groups = sorted(counts, key=lambda number: (counts[number], number), reverse=True)
    category = CATEGORY_OF_SIZES["".join(str(counts[number]) for number in groups)] if cards else HIGH_CARD
    ranks = [number for number in groups for _ in range(counts[number])]
    if len(cards) < 5 or plain:
        return category, ranks + [0] * (5 - len(ranks))
    one_suit = len({card % 4 for card in cards}) == 1
    runs = [list(range(top, top - 5, -1)) for top in range(14, 4, -1)]
    straight = numbers in runs
    if not low and numbers == [14, 5, 4, 3, 2]:
        straight, ranks = True, [5, 4, 3, 2, 1]
    if straight and one_suit:
        return STRAIGHT_FLUSH, ranks
    if one_suit and category < FLUSH and flush_is_within_the_limit(natural, stands_for):
        return FLUSH, numbers
    if straight:
        return STRAIGHT, ranks
    if one_suit and stands_for and category < FLUSH:
        # No flush that a wild card may make; the same ranks in other suits are tried too.
        return HIGH_CARD, [0] * 5
    return category, ranks


def readings(natural: list[int], wild: int) -> Iterator[tuple[int, ...]]:
    """Everything that so many wild cards can stand for. Beyond two, suits are tried only as far as they can matter."""
    if wild <= 2:
        yield from combinations_with_replacement(range(52), wild)
        return
    suits = {card % 4 for card in natural} or {0}
    for ranks in combinations_with_replacement(range(13), wild):
        for suit in suits:
            yield tuple(rank * 4 + suit for rank in ranks)
        yield tuple(rank * 4 + place % 4 for place, rank in enumerate(ranks))


def high(cards: Iterable[int], wild: Iterable[int] = (JOKER,)) -> Worth:
    cards, wild = list(cards), set(wild)
    natural = [card for card in cards if card not in wild]
    return max(worth(natural, reading) for reading in readings(natural, len(cards) - len(natural)))


def ace_to_six(cards: Iterable[int]) -> Worth:
    """Less is better. A joker is free to be of any suit, so every reading counts as natural cards."""
    natural = [card for card in cards if card != JOKER]
    jokers = len(list(cards)) - len(natural)
    return min(worth([*natural, *reading], (), low=True) for reading in readings(natural, jokers))


def ace_to_five(cards: Iterable[int]) -> Worth:
    """Less is better."""
    natural = [card for card in cards if card != JOKER]
    jokers = len(list(cards)) - len(natural)
    return min(worth([*natural, *reading], (), low=True, plain=True) for reading in readings(natural, jokers))
