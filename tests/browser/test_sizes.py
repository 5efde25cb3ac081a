"""What the console asks of a bad network: the first load, and each entry."""

import gzip

import pytest
from playwright.sync_api import Request, Response

from games.core.formatting import Writer
from tests.browser.conftest import Phones
from tests.browser.console import Console
from tests.games.cast import Cast, Table

FIRST_LOAD = 150_000
ROUND_TRIP = 15_000
# Every game has its worst moment: the most cards to pick from, the most to be drawn.
MOMENTS = {
    "council-bluffs": (("Ann raise 300", "Bob call", "Cid call"), "reveal Ac 5d 8s"),
    "the-bluffs": (("Cid call", "Ann call", "Bob check"), "reveal As 7d"),
    "buddhas-folly": (("reveal 9c", "Bob reject"), "Cid reject"),
    "bluff-n-peg": (("Bob draw 0", "Cid draw 1", "Ann draw 3"), "Bob play Kh"),
}


def test_the_first_load(phones: Phones, cast: Cast, table: Table) -> None:
    """Static files as a served installation packs them; pages are never packed, lest their lengths betray a secret."""
    table.enter(table.deal("the-bluffs"), *MOMENTS["the-bluffs"][0])
    phone = phones(cast.sue.user)
    came: list[Response] = []
    phone.page.on("response", lambda one: came.append(one))
    phone.page.goto(f"{phone.url}/nights/{table.night.pk}/play/", wait_until="load")
    bodies = {one.url: (one, one.body()) for one in came if "/events/" not in one.url}
    packed = {url: len(gzip.compress(body) if "/static/" in url else body) for url, (_, body) in bodies.items()}
    assert len([url for url in packed if "/static/" in url]) >= 6
    assert sum(packed.values()) <= FIRST_LOAD, packed
    assert not [
        url for url, (one, _) in bodies.items() if one.headers.get("content-encoding") and "/static/" not in url
    ]


@pytest.mark.parametrize("game", MOMENTS)
def test_an_entry(phones: Phones, cast: Cast, table: Table, write: Writer, game: str) -> None:
    """There and back, headers and all; what is drawn comes with the answer, and is not asked for again."""
    before, last = MOMENTS[game]
    hand = table.deal(game)
    table.enter(hand, *before)
    phone = phones(cast.sue.user)
    console = Console(phone, table.night, write.plain)
    console.open()
    heard: list[Request] = []
    phone.page.on("requestfinished", lambda one: heard.append(one))
    console.enter(last)
    phone.page.wait_for_timeout(500)
    # the icon is fetched whenever the browser likes
    done = [request for request in heard if "/static/" not in request.url]
    assert [request.url for request in done] == [f"{phone.url}/nights/{table.night.pk}/play/{hand.pk}/enter/"]
    sizes = done[0].sizes()
    assert sum(sizes.values()) <= ROUND_TRIP, sizes
