"""The people of a hand, as they sat."""

from games.nights.services import seats
from games.play.selectors.hands import hand_view
from games.play.services import missed_hands
from tests.games.cast import Table


def test_players_stand_clockwise(table: Table) -> None:
    cast = table.cast
    seats.move_seat(cast.sue, table.night.seats.get(player=table.players["Ann"]).pk, 9)
    hand = table.deal("council-bluffs")
    table.enter(hand, "void")
    assert list(hand_view(cast.sue, hand.pk)["players"].values()) == ["Bob", "Cid", "Ann"]
    net = {table.players["Ann"].pk: 500, table.players["Bob"].pk: -500}
    told = missed_hands.record_result(cast.sue, table.night.pk, "Stud", net)
    assert list(hand_view(cast.sue, told.pk)["players"].values()) == ["Bob", "Ann"]
    seats.move_seat(cast.sue, table.night.seats.get(player=table.players["Ann"]).pk, 0)
    assert list(hand_view(cast.sue, hand.pk)["players"].values()) == ["Bob", "Cid", "Ann"]
