"""Where people sit on a screen."""

import math

import pytest

from games.console.seating_plan import around, seated_now, spots
from games.nights.selectors.seats import Sitting

PLAYERS = "ABCDEFGHIJKL"


def angle(spot: str, rows: int) -> float:
    """Clockwise from the bottom, as seen from the middle of the table."""
    if spot in ("bottom", "top"):
        return 0 if spot == "bottom" else math.pi
    side, row = spot.split("-")
    up = (rows + 1) / 2 - int(row)
    return math.atan2(-1 if side == "left" else 1, up) + math.pi


@pytest.mark.parametrize("count", range(1, 11))
def test_they_sit_clockwise_each_on_a_spot_of_their_own(count: int) -> None:
    found = spots(PLAYERS[:count])
    assert "".join(found) == PLAYERS[:count]
    rows = max([2, *(int(spot[-1]) for spot in found.values() if "-" in spot)])
    around = [angle(spot, rows) for spot in found.values()]
    assert around == sorted(set(around))
    assert len(found) == count


def test_more_than_can_be_dealt_in_are_listed() -> None:
    assert set(spots(PLAYERS).values()) == {""}
    assert list(spots(PLAYERS)) == list(PLAYERS)


def circle(people: str) -> list[Sitting]:
    """Clockwise; who sits out in small letters."""
    return [Sitting(one.upper(), one, one.islower()) for one in people]


def test_who_is_not_dealt_in_keeps_their_place_between_the_others() -> None:
    assert around("ACD", circle("AbCD")) == list("ABCD")
    assert around("ACD", circle("bACeD")) == list("BACED")
    # the hand began with another, and somebody has sat down since
    assert around("CDA", circle("AbfCDG")) == list("CDGABF")
    assert around("AB", circle("Ab")) == list("AB")


def test_once_a_hand_is_over_all_sit_where_they_sit_now() -> None:
    assert seated_now(circle("BAcD")) == list("BACD")
    assert seated_now(circle("ABCDEFGHIJk")) == list(PLAYERS[:10])


def test_nobody_loses_their_spot_to_who_sits_out() -> None:
    assert around(PLAYERS[:9], circle("ABCDEFGHIj")) == list(PLAYERS[:10])
    assert around(PLAYERS[:9], circle("ABCDEFGHIjk")) == list(PLAYERS[:9])
