"""House rules by themselves: their bounds, and two that cannot hold together."""

import pytest

from games.engine import Refusal, sentence
from games.engine.house_rules import HouseRule, conflict, resolve

CARDS = HouseRule("cards", "count", 3, "9.1", "How many cards each is dealt.", least=2, most=3)


def test_a_count_lies_between_its_least_and_its_most() -> None:
    assert [resolve((CARDS,), {"cards": count})["cards"] for count in (2, 3)] == [2, 3]
    for count in (1, 4):
        with pytest.raises(Refusal) as raised:
            resolve((CARDS,), {"cards": count})
        assert (raised.value.code, sentence(raised.value)) == (
            "bad_rules",
            f"The house rule cards cannot be {count}; it can be a whole number of 2 to 3.",
        )


def test_a_client_is_told_the_bounds() -> None:
    document = CARDS.document()
    assert (document["min"], document["max"]) == (2, 3)
    assert "max" not in HouseRule("ante", "amount", 0, "9.2", "What each puts in.").document()


def test_rules_that_cannot_hold_together_are_named_with_their_values() -> None:
    refusal = conflict({"cards": 2, "straights": True}, "straights", "cards", allowed=(False,))
    assert refusal.code == "bad_rules"
    assert sentence(refusal) == ("The house rule straights cannot be true where cards is 2; it can be false.")
