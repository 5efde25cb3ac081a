"""No correction of what was around them opens what was declared in secret, and no preview of one tells it."""

from typing import Any

import pytest

from games.core.errors import Conflict, ServiceError
from games.models import Hand
from games.play.selectors.hands import hand_view
from games.play.services.corrections import correct, preview_correction
from tests.games.cast import Table

UP_TO = ("reveal 2c", "Bob reject", "Cid reject", "Ann reject")


def declared(table: Table, word: str, *more: str) -> Hand:
    """Bob and Ann have declared in secret, Cid has not."""
    hand = table.deal("buddhas-folly")
    return table.enter(hand, *UP_TO, f"Bob declare {word}", f"Ann declare {word}", *more)


def refused(table: Table, hand: Hand, change: dict[str, Any]) -> list[str]:
    """What preview and correction say to it."""
    told = []
    for attempt in (
        lambda: preview_correction(table.cast.rob, hand.pk, change),
        lambda: correct(table.cast.rob, hand.pk, change, "so it was", hand.version),
    ):
        with pytest.raises(ServiceError) as error:
            attempt()
        assert isinstance(error.value, Conflict)
        told.append(str(error.value))
    return told


@pytest.mark.parametrize("word", ["in", "out"])
@pytest.mark.parametrize("more", [(), ("void a card fell",)])
def test_words_are_not_opened_by_the_way_of_declaring(table: Table, word: str, more: tuple[str, ...]) -> None:
    hand = declared(table, word, *more)
    told = refused(table, hand, {"rules": {"declare": "in_turn"}})
    assert told == ["What was declared in secret would lie open: take the declarations back first."] * 2
    players = hand_view(table.cast.sue, hand.pk)["table"]["players"]
    assert [player["declared"] for player in players] == [True, True, False]


def test_what_opens_nothing_is_corrected(table: Table) -> None:
    hand = declared(table, "in")
    correct(table.cast.sue, hand.pk, {"rules": {"ante": 200}}, "it was 2.00", hand.version)
    players = hand_view(table.cast.sue, hand.pk)["table"]["players"]
    assert [player["declared"] for player in players] == [True, True, False]


@pytest.mark.parametrize("guess", ["in", "out"])
def test_a_guess_at_a_word_is_never_told_right_or_wrong(table: Table, guess: str) -> None:
    """Restating a misdeal's actions is no change, whatever word is put in where one was never revealed."""
    hand = declared(table, "in", "void a card fell")
    lines = (*UP_TO, f"Bob declare {guess}", f"Ann declare {guess}", "void a card fell")
    told = refused(table, hand, {"actions": [table.action(line) for line in lines]})
    assert told == ["This changes nothing."] * 2
