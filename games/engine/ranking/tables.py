"""The tables: key of a hand -> its value. Built when first asked for, in some hundredths of a second each.

A table covers every choice of ranks, wild cards included, so that judging a hand is a sum and a look-up. `plain` holds
the value of a hand whose cards are not of one suit; `suited` holds, for keys that can be of one suit, the value of a
hand whose cards are. `rows` is `plain` once more, divided for hands that are three cards and two: key of the three ->
the values with every two, in the order of `keys.TWO`. Indexing a row takes half the time of a sum and a look-up.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from games.engine.ranking.keys import JOKER_KEY, RANK_KEYS, TWO, key_of_ranks
from games.engine.ranking.values import (
    ACE,
    ACE_HIGH,
    ACE_LOW,
    LOWEST_LOW,
    WHEEL,
    Category,
    as_three_cards,
    encode,
    grouped,
)

_ALL_RANKS: Final = range(13)
_HIGH_STRAIGHTS: Final = (*(tuple(range(top, top - 5, -1)) for top in range(12, 3, -1)), WHEEL)
_THREE_CARD_STRAIGHTS: Final = (*(tuple(range(top, top - 3, -1)) for top in range(12, 1, -1)), (1, 0, ACE))
# With the ace low there is none above K-Q-J-10-9 (0.6).
_LOW_STRAIGHTS: Final = _HIGH_STRAIGHTS[1:]


class Tables(NamedTuple):
    """Key -> value, of cards not of one suit and of cards of one suit; and the former by three cards and two."""

    plain: dict[int, int]
    suited: dict[int, int]
    rows: dict[int, list[int]]


def high_tables() -> Tables:
    """Five cards by high ranking (0.4), one joker at most among them (0.5)."""
    plain = dict(_plain(_naturals(5, _ALL_RANKS), 0, 0))
    plain.update(_plain(_naturals(4, _ALL_RANKS), 1, JOKER_KEY))
    suited = dict(_suited(plain, _ALL_RANKS, 5, 0, 0))
    suited.update(_suited(plain, _ALL_RANKS, 4, 1, JOKER_KEY))
    return Tables(plain, suited, _rows(plain))


def showing_tables() -> Tables:
    """None to five cards of Bluff N' Peg (4.3), nothing wild."""
    plain = {0: 0}
    for count in range(1, 6):
        plain.update(_plain(_naturals(count, _ALL_RANKS), 0, 0))
    return Tables(plain, dict(_suited(plain, _ALL_RANKS, 5, 0, 0)), {})


def showing_deuces_wild_tables() -> Tables:
    """None to five cards of Bluff N' Peg (4.3), every deuce wild (0.5)."""
    plain = {0: 0}
    suited: dict[int, int] = {}
    others = _ALL_RANKS[1:]
    for wild in range(5):
        wild_key = wild * RANK_KEYS[0]
        for count in range(0 if wild else 1, 6 - wild):
            plain.update(_plain(_naturals(count, others), wild, wild_key))
        suited.update(_suited(plain, others, 5 - wild, wild, wild_key))
    return Tables(plain, suited, {})


def three_card_tables() -> Tables:
    """Three cards with straights and flushes, nothing wild; the ace high, or low in 3-2-A."""
    plain = {key_of_ranks(ranks): as_three_cards(grouped(ranks, ACE_HIGH)) for ranks in _naturals(3, _ALL_RANKS)}
    suited = {}
    for ranks in combinations(_ALL_RANKS, 3):
        suited[key_of_ranks(ranks)] = as_three_cards(encode(Category.FLUSH, ranks[::-1], ACE_HIGH))
    for straight in _THREE_CARD_STRAIGHTS:
        key = key_of_ranks(straight)
        plain[key] = as_three_cards(encode(Category.STRAIGHT, straight, ACE_HIGH))
        suited[key] = as_three_cards(encode(Category.STRAIGHT_FLUSH, straight, ACE_HIGH))
    return Tables(plain, suited, {})


def ace_to_six_tables() -> Tables:
    """Five cards for ace-to-six low (0.6), one joker at most among them."""
    plain = {key_of_ranks(ranks): LOWEST_LOW - grouped(ranks, ACE_LOW) for ranks in _naturals(5, _ALL_RANKS)}
    suited = {}
    for ranks in combinations(_ALL_RANKS, 5):
        downward = sorted(ranks, key=ACE_LOW.__getitem__, reverse=True)
        suited[key_of_ranks(ranks)] = LOWEST_LOW - encode(Category.FLUSH, downward, ACE_LOW)
    for straight in _LOW_STRAIGHTS:
        key = key_of_ranks(straight)
        plain[key] = LOWEST_LOW - encode(Category.STRAIGHT, straight, ACE_LOW)
        suited[key] = LOWEST_LOW - encode(Category.STRAIGHT_FLUSH, straight, ACE_LOW)
    # No key with a joker is in `suited`: its suit is free, so it always avoids a flush.
    _add_joker(plain)
    return Tables(plain, suited, _rows(plain))


def ace_to_five_tables() -> Tables:
    """Five cards for ace-to-five low (0.7), one joker at most among them."""
    plain = {key_of_ranks(ranks): LOWEST_LOW - grouped(ranks, ACE_LOW) for ranks in _naturals(5, _ALL_RANKS)}
    _add_joker(plain)
    return Tables(plain, {}, _rows(plain))


def _naturals(count: int, ranks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every choice of so many cards by their ranks, ascending; there are four of each rank."""
    for chosen in combinations_with_replacement(ranks, count):
        if count < 5 or chosen[0] != chosen[4]:
            yield chosen


def _plain(hands: Iterable[tuple[int, ...]], wild: int, wild_key: int) -> Iterator[tuple[int, int]]:
    """Key and value of these natural cards with so many wild ones, flushes left out of account."""
    for ranks in hands:
        # Adding every wild card to one group beats dividing them, and the best group is one that is there already;
        # wild cards alone are aces.
        value = max(grouped(ranks + (rank,) * wild, ACE_HIGH) for rank in (set(ranks) if wild else ()) or (ACE,))
        straight = _straight(ranks, wild)
        if straight:
            value = max(value, encode(Category.STRAIGHT, straight, ACE_HIGH))
        yield key_of_ranks(ranks) + wild_key, value


def _suited(
    plain: dict[int, int], ranks: Sequence[int], count: int, wild: int, wild_key: int
) -> Iterator[tuple[int, int]]:
    """Key and value of so many natural cards of one suit with so many wild ones."""
    for chosen in combinations(ranks, count):
        straight = _straight(chosen, wild)
        if straight:
            value = encode(Category.STRAIGHT_FLUSH, straight, ACE_HIGH)
        else:
            # The limit of 0.5: in a flush a wild card stands for the highest rank not held in it.
            missing = [rank for rank in range(ACE, -1, -1) if rank not in chosen][:wild]
            value = encode(Category.FLUSH, sorted((*chosen, *missing), reverse=True), ACE_HIGH)
        key = key_of_ranks(chosen) + wild_key
        yield key, max(value, plain[key])


def _straight(ranks: Sequence[int], wild: int) -> tuple[int, ...] | None:
    """The best straight that five cards make, the wild ones filling its gaps; None if they make none."""
    held = set(ranks)
    if len(ranks) + wild < 5 or len(held) < len(ranks):
        return None
    return next((straight for straight in _HIGH_STRAIGHTS if held.issubset(straight)), None)


def _add_joker(plain: dict[int, int]) -> None:
    """Adds to a table of lows what four cards and the joker are worth: the best of all ranks it can stand for."""
    for ranks in _naturals(4, _ALL_RANKS):
        key = key_of_ranks(ranks)
        # A fifth card of one rank would be the worst of lows; there is always a better rank.
        plain[key + JOKER_KEY] = max(plain[key + RANK_KEYS[rank]] for rank in _ALL_RANKS if ranks.count(rank) < 4)


def _rows(plain: dict[int, int]) -> dict[int, list[int]]:
    """The rows of a table of five cards; 0 where three and two are no five cards of one deck."""
    keys = (*RANK_KEYS, JOKER_KEY)
    return {
        three: [plain.get(three + two, 0) for two in TWO]
        for three in (a + b + c for a, b, c in combinations_with_replacement(keys, 3))
    }
