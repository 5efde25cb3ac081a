"""What a hand is called, and how that is said in another language."""

import pytest

from games.engine.ranking.names import translated

GERMAN = {"full house": "Full House", "one pair": "Paar", "{ranks} low": "{ranks} tief"}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [("one pair", "Paar"), ("full house", "Full House"), ("10-8-5-4-2 low", "10-8-5-4-2 tief"), ("", "")],
)
def test_a_hand_is_said_in_another_language_a_low_with_its_ranks_in_place(hand: str, expected: str) -> None:
    assert translated(hand, GERMAN.__getitem__) == expected
