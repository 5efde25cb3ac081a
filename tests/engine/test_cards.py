"""Cards and their notation."""

import pytest

from games.engine.cards import CARDS, DECK, DECK_WITH_JOKER, JOKER, NAMES, cards_in, mask, rank, suit


@pytest.mark.parametrize(
    ("name", "card"), [("2c", 0), ("2s", 3), ("3c", 4), ("Td", 33), ("Ah", 50), ("As", 51), ("JK", 52)]
)
def test_a_card_is_its_rank_and_suit(name: str, card: int) -> None:
    assert CARDS[name] == card
    assert NAMES[card] == name


def test_notation_round_trips() -> None:
    assert len(NAMES) == len(CARDS) == 53
    assert [NAMES[CARDS[name]] for name in NAMES] == list(NAMES)


@pytest.mark.parametrize("text", ["", "10s", "as", "AS", "1c", "Jk", "jk", "A", "A♠", " As", "As "])
def test_what_is_no_card_is_no_key(text: str) -> None:
    assert text not in CARDS


def test_rank_and_suit() -> None:
    assert [rank(CARDS[name]) for name in ("2c", "9h", "Ts", "Ad")] == [0, 7, 8, 12]
    assert [suit(CARDS[name]) for name in ("2c", "9d", "Th", "As")] == [0, 1, 2, 3]
    assert rank(JOKER) not in {rank(card) for card in range(52)}


def test_a_set_of_cards() -> None:
    held = mask([CARDS["2c"], CARDS["As"], CARDS["JK"], CARDS["2c"]])
    assert held == 1 | 1 << 51 | 1 << 52
    assert cards_in(held) == (52, 51, 0)
    assert cards_in(0) == ()
    assert mask([]) == 0


def test_the_decks() -> None:
    assert cards_in(DECK) == tuple(range(51, -1, -1))
    assert DECK_WITH_JOKER == DECK | 1 << JOKER
