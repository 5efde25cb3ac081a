"""The best five cards that can be put together from two places, a hand and a board.

Every five cards are one part from the hand and one from the board. The parts' keys are added, and nothing else is done
for each pair: the cards of the best one are looked up when it is known.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.ranking.keys import ANY_SUIT, KEYS, SUITS
from games.engine.ranking.rankings import Ranking, laid_out

Part = tuple[Card, ...]


class Best(NamedTuple):
    """The best five cards, laid out, and what they are worth."""

    value: int
    cards: tuple[Card, ...]


class Prepared(NamedTuple):
    """Parts with what is needed of them for every hand they are tried with."""

    parts: Sequence[Part]
    keys: Sequence[int]
    suits: Sequence[int]
    """Of each part, the suits that all its cards can be of, a bit each."""
    any_suit: int
    """The suits that any of the parts can be of."""


def prepare(combinations: Iterable[Part]) -> Prepared:
    """Parts, all of the same number of cards, to be tried with the hands of many players."""
    parts = tuple(combinations)
    suits = _suits(parts)
    any_suit = 0
    for of_one in suits:
        any_suit |= of_one
    return Prepared(parts, _keys(parts), suits, any_suit)


def best(ranking: Ranking, hands: Iterable[Part], boards: Prepared | Iterable[Part]) -> Best:
    """The best five of every pair of a part from `hands` with one from `boards`; the first of them, if several tie.

    The parts of a pair have five cards together. `ValueError` if there is no pair. For rankings in which the joker
    alone is wild.
    """
    assert ranking.suits is SUITS
    if not isinstance(boards, Prepared):
        boards = prepare(boards)
    parts = hands if isinstance(hands, tuple) else tuple(hands)
    keys = _keys(parts)
    board_keys = boards.keys
    plain, suited = ranking.tables
    values = [plain[key + board_key] for key in keys for board_key in board_keys]
    if boards.any_suit and suited:
        _set_suited(values, suited, parts, keys, boards)
    value = max(values)
    hand, board = divmod(values.index(value), len(board_keys))
    return Best(value, laid_out(ranking, value, parts[hand] + boards.parts[board]))


def _set_suited(
    values: list[int], suited: dict[int, int], parts: Sequence[Part], keys: Sequence[int], boards: Prepared
) -> None:
    """Corrects the values of the pairs whose cards are of one suit. Most of the time there is none."""
    any_suit = boards.any_suit
    width = len(boards.keys)
    for row, suits in enumerate(_suits(parts)):
        if suits & any_suit:
            for column, board_suits in enumerate(boards.suits):
                if suits & board_suits:
                    value = suited.get(keys[row] + boards.keys[column])
                    # None where being of one suit makes no difference: two of a rank, or a joker in a low.
                    if value is not None:
                        values[row * width + column] = value


def _keys(parts: Sequence[Part]) -> list[int]:
    keys = KEYS
    size = len(parts[0]) if parts else 0
    # The usual sizes are spelled out: this is done for every hand, and a loop for each part would take most of the time.
    if size == 2:
        return [keys[a] + keys[b] for a, b in parts]
    if size == 3:
        return [keys[a] + keys[b] + keys[c] for a, b, c in parts]
    return [sum([keys[card] for card in part]) for part in parts]


def _suits(parts: Sequence[Part]) -> list[int]:
    suits = SUITS
    size = len(parts[0]) if parts else 0
    if size == 2:
        return [suits[a] & suits[b] for a, b in parts]
    if size == 3:
        return [suits[a] & suits[b] & suits[c] for a, b, c in parts]
    found = []
    for part in parts:
        of_one = ANY_SUIT
        for card in part:
            of_one &= suits[card]
        found.append(of_one)
    return found
