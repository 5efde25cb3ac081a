"""A page costs the same number of queries, however many sit at the table and however long the night was."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clubs.services import clubs
from games.models import Role, User
from games.money.services import chip_requests
from games.nights.services import nights
from games.settlement.services import payments, settlements
from tests.games.browser import browser
from tests.games.cast import PASSWORD, Table
from tests.games.core.pages.test_roles import PAGES
from tests.games.places import Places
from tests.games.purse import end, open_table, win

OTHERS = ("front", "account", "told", "club-new")
MOST = 20


def costs(places: Places) -> dict[str, int]:
    """Of every page, as its owner opens it the second time."""
    found = {}
    client = browser(places.cast.rob.user)
    for name in (*PAGES, *OTHERS):
        path = places.path(name)
        client.get(path)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(path).status_code == 200
        found[name] = len(captured)
    return found


def grow(places: Places) -> None:
    """More of everything that a page may list."""
    table, cast = places.table, places.cast
    for number in range(6):
        name = f"Guest {number}"
        table.sit(name, 2000)
        chip_requests.ask_for_chips(cast.sue, table.night.pk, table.players[name].pk, 1000)
        win(table, **{name: 25, "Bob": -25})
        clubs.add_member(
            cast.rob, cast.club.pk, User.objects.create_user(f"Member {number}", PASSWORD).name, Role.PLAYER
        )
        clubs.create_club(cast.rob, f"Club {number}", "EUR", "Europe/Berlin")
        nights.open_night(cast.sue, cast.club.pk, f"Open {number}", 25)
        closed = open_table(cast, table.players, f"Closed {number}")
        for player in ("Bob", name):
            closed.sit(player, 2000)
        win(closed, **{name: 100, "Bob": -100})
        end(closed)
        if number % 2:
            settlement = settlements.settle_night(cast.sue, closed.night.pk)
            payments.record_payment(cast.sue, settlement.transfers.get().pk, 25)


@pytest.mark.slow
def test_every_page_has_its_bound(table: Table) -> None:
    places = Places(table)
    before = costs(places)
    grow(places)
    after = costs(places)
    assert {name: (before[name], cost) for name, cost in after.items() if cost > before[name]} == {}
    assert max(after.values()) <= MOST, after
