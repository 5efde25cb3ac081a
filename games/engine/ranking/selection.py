"""The best five cards that can be put together from two places, a hand and a board.

Every five cards are one part from the hand and one from the board. The parts' keys are added, and nothing else is done
for each pair: the cards of the best one are looked up when it is known.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.ranking.keys import ANY_SUIT, KEYS, SUITS, TWO
from games.engine.ranking.rankings import Ranking, laid_out
from games.engine.ranking.tables import Tables

Part = tuple[Card, ...]


class Best(NamedTuple):
    """The best five cards, laid out, and what they are worth."""

    value: int
    cards: tuple[Card, ...]


class Prepared(NamedTuple):
    """Parts with what is needed of them for every hand they are tried with."""

    parts: Sequence[Part]
    keys: Sequence[int]
    places: Sequence[int]
    """Of each part of two cards, its place in a row of the tables; empty for parts of another size."""
    suited: Sequence[tuple[int, int]]
    """Of each part whose cards can be of one suit: which part, and the suits, a bit each."""


def prepare(combinations: Iterable[Part]) -> Prepared:
    """Parts, all of the same number of cards, to be tried with the hands of many players."""
    parts = tuple(combinations)
    keys = _keys(parts)
    places = [TWO[key] for key in keys] if parts and len(parts[0]) == 2 else ()
    suited = [(at, suits) for at, suits in enumerate(_suits(parts)) if suits]
    return Prepared(parts, keys, places, suited)


def best(ranking: Ranking, hands: Iterable[Part], boards: Prepared | Iterable[Part]) -> Best:
    """The best five of every pair of a part from `hands` with one from `boards`; the first, if several tie.

    The parts of a pair have five cards together. `ValueError` if there is no pair. For rankings in which the
    joker alone is wild.
    """
    assert ranking.suits is SUITS
    if not isinstance(boards, Prepared):
        boards = prepare(boards)
    parts = list(hands)
    if not parts or not boards.parts:
        raise ValueError("no five cards to choose from")
    tables = ranking.tables
    values = _values(tables, parts, boards)
    if boards.suited and tables.suited:
        value = _best_with_suits(ranking, values, parts, boards)
    else:
        value = max(values)
    hand, board = divmod(values.index(value), len(boards.parts))
    return Best(value, laid_out(ranking, value, parts[hand] + boards.parts[board]))


def _values(tables: Tables, parts: Sequence[Part], boards: Prepared) -> list[int]:
    """The value of every pair, suits left out of account: all boards with the first hand, then with the next.

    The usual sizes are spelled out, since this is what a showdown spends its time on.
    """
    add = KEYS
    rows = tables.rows
    size = len(parts[0])
    if size == 3:
        places = boards.places
        return [row[place] for row in [rows[add[a] + add[b] + add[c]] for a, b, c in parts] for place in places]
    if size == 2:
        board_rows = [rows[key] for key in boards.keys]
        two = TWO
        return [row[place] for place in [two[add[a] + add[b]] for a, b in parts] for row in board_rows]
    plain = tables.plain
    board_keys = boards.keys
    return [plain[key + board_key] for key in _keys(parts) for board_key in board_keys]


def _best_with_suits(ranking: Ranking, values: list[int], parts: Sequence[Part], boards: Prepared) -> int:
    """The best value when the pairs whose cards are of one suit have been given theirs, in `values` too."""
    width = len(boards.parts)
    if ranking.low:
        # One suit makes a low worse, so it matters only if the best of them is of one.
        best = max(values)
        hand, board = divmod(values.index(best), width)
        a, b, c, d, e = parts[hand] + boards.parts[board]
        if not SUITS[a] & SUITS[b] & SUITS[c] & SUITS[d] & SUITS[e]:
            return best
    suited = ranking.tables.suited
    hand_suits = _suits(parts)
    for board, suits in boards.suited:
        for hand, of_hand in enumerate(hand_suits):
            if suits & of_hand:
                key = sum([KEYS[card] for card in parts[hand]]) + boards.keys[board]
                at = hand * width + board
                # No key where one suit makes no difference: two cards of a rank, or a joker in a low.
                values[at] = suited.get(key, values[at])
    return max(values)


def _keys(parts: Sequence[Part]) -> list[int]:
    """The key of each part. The usual sizes are spelled out: an inner loop would take most of the time."""
    keys = KEYS
    size = len(parts[0]) if parts else 0
    if size == 3:
        return [keys[a] + keys[b] + keys[c] for a, b, c in parts]
    if size == 2:
        return [keys[a] + keys[b] for a, b in parts]
    return [sum([keys[card] for card in part]) for part in parts]


def _suits(parts: Sequence[Part]) -> list[int]:
    """Of each part, the suits that all its cards can be of, a bit each."""
    suits = SUITS
    size = len(parts[0]) if parts else 0
    if size == 3:
        return [suits[a] & suits[b] & suits[c] for a, b, c in parts]
    if size == 2:
        return [suits[a] & suits[b] for a, b in parts]
    return [reduce(and_, [suits[card] for card in part], ANY_SUIT) for part in parts]
