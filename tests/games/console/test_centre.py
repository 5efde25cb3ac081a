"""What lies in the middle of a table is what its game lays there, for every game there is."""

from pathlib import Path

import pytest
from django.conf import settings

from games import engine
from games.console.drawing import drawing_of
from games.core.formatting import writer_for
from games.engine.game import Game
from games.play.selectors.hands import hand_view
from tests.games.cast import Table

WRITE = writer_for("", "Europe/Berlin", "EUR")
CENTRE = Path(settings.BASE_DIR, "games", "console", "templates", "table", "centre")
DRAWN = {path.stem for path in CENTRE.glob("*.html")}


@pytest.mark.parametrize("game", engine.GAMES.values(), ids=list(engine.GAMES))
def test_a_game_has_in_the_middle_what_it_lays_and_nothing_else(table: Table, game: Game) -> None:
    hand = table.deal(game.name)
    pieces = drawing_of(hand_view(table.cast.sue, hand.pk), WRITE).centre
    lying = [Path(piece.template).stem for piece in pieces]
    assert set(lying) <= set(game.lays) & DRAWN
    assert ("board" in lying) == ("board" in game.lays)


def test_a_board_has_its_places_before_a_card_is_turned(table: Table) -> None:
    hand = table.deal("council-bluffs")
    drawing = drawing_of(hand_view(table.cast.sue, hand.pk), WRITE)
    assert [card.name for card in drawing.centre[0].what] == [None] * 5
    hand = table.enter(hand, "Ann call", "Bob call", "Cid check")
    drawing = drawing_of(hand_view(table.cast.sue, hand.pk), WRITE)
    assert [card.next for card in drawing.centre[0].what] == [1, 2, 3, 0, 0]
