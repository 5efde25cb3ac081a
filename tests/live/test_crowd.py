"""Fifty phones at ten tables, all on bad networks, against a real server: what was meant is there, once."""

import pytest

from tests.games.cast import make_cast
from tests.games.purse import books_hold
from tests.live.crowd import (
    all_at_once,
    all_was_told,
    an_evening,
    chips_are_right,
    each_write_is_there_once,
    hands_are_as_meant,
)
from tests.live.server import a_server

TABLES = 10


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_nothing_is_lost_and_nothing_doubled() -> None:
    cast = make_cast()
    with a_server(at_home=True, REDIS_URL="", WORKERS="2") as server:
        evenings = [an_evening(cast, server.port, number) for number in range(TABLES)]
        ears = [server.listen(evening.night, evening.phones[0].token) for evening in evenings]
        all_at_once([work for evening in evenings for work in evening.work()])
        for evening, ear in zip(evenings, ears, strict=True):
            all_was_told(evening, ear)
    for evening in evenings:
        hands_are_as_meant(evening)
        each_write_is_there_once(evening)
        chips_are_right(evening)
    books_hold(cast.club)
    phones = [phone for evening in evenings for phone in evening.phones]
    assert set().union(*(phone.statuses for phone in phones)) >= {200, 201, 404, 409, 412}
    assert set().union(*(phone.mishaps for phone in phones)) >= {"lost", "twice", "half", "later"}
