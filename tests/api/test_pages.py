"""Lists, page by page, and the cursors that people make up."""

import base64
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest

from tests.api.conftest import Cast, Table
from tests.api.phone import API, Phone, described_paths, made, refused

GARBAGE = (
    "p=1", "p=%00", "p=\0", "p=a", "p=9999999999999999999999", "p=-1", "o=-5&p=1", "o=99999999999999&p=1", "o=x", "r=1",
    "r=1&p=2020-01-01", "p=2020-01-01T00:00:00", "p=9999-12-31T23:59:59-23:59", "p=0001-01-01T00:00:00%2B14:00",
    "p=2020-13-01", "p=nan", "p=1e400", "p=None", "p=%ED%A0%80", "p=" + "9" * 3000, "p=\u0661",
)  # fmt: skip
RAW = ("zzz", "%00", "%ff", "A" * 3000, "=", "cA%3D%3D", quote(base64.b64encode(b"\xff\xfe").decode()), "%F0%9F%83%8F")


def lists() -> list[str]:
    """Every address of the API that answers in pages."""
    found = [
        path.removeprefix(API)
        for path, operations in described_paths().items()
        if any(parameter["name"] == "cursor" for parameter in operations.get("get", {}).get("parameters", ()))
    ]
    assert len(found) >= 15
    return found


@pytest.fixture
def full(cast: Cast, lay: Callable[..., Table]) -> dict[str, str]:
    """A club with several of everything that is listed; the ids that addresses are filled with."""
    table = lay("Ann", "Bob", "Cara", "Dan")
    lay()
    phone, night = table.phone, table.night
    player = list(table.players.values())
    for name in ("Ann", "Bob"):
        made(phone.post(f"nights/{night}/requests/", {"player": table.players[name], "amount": 100}))
    seats = made(phone.get(f"nights/{night}/seats/"), 200)["results"]
    for _ in range(3):
        made(phone.post(f"nights/{night}/results/", {"game": "Stud", "net": {player[0]: 100, player[1]: -100}}))
    for place in (2, 3):
        made(phone.post(f"nights/{night}/recounts/", {"counts": {player[place]: 2000}, "reason": "to be sure"}))
        made(phone.post(f"nights/{night}/cash-outs/", {"player": player[place], "count": 2000}))
        made(phone.post(f"seats/{seats[place]['id']}/leave/"), 200)
    for name in ("pizza", "room"):
        spent = {"purpose": name, "amount": 100, "paid_by": "club", "equally": [player[0]]}
        made(phone.post(f"nights/{night}/expenses/", spent))
    hand = table.start("the-bluffs", dealer=player[0])
    table.act(hand, {"type": "call", "player": player[0]}, {"type": "check", "player": player[1]})
    accounts = made(phone.get(f"clubs/{cast.club}/accounts/?player={player[0]}"), 200)["results"]
    ids = {"club_id": cast.club, "night_id": night, "player_id": player[0], "hand_id": hand["id"]}
    return {**ids, "account_id": accounts[0]["id"]}


def paths(full: dict[str, str]) -> Iterator[str]:
    for path in lists():
        assert set(full) >= {part.partition("}")[0] for part in path.split("{")[1:]}, path
        yield path.format(**full)


def test_every_list_is_the_same_page_by_page(cast: Cast, full: dict[str, str]) -> None:
    several = 0
    for path in paths(full):
        whole = made(cast.scorekeeper.get(f"{path}?page_size=200"), 200)["results"]
        there = _walked(cast.scorekeeper, path, "next")
        assert there == whole, path
        several += len(whole) > 1
    assert several >= 10


def _walked(phone: Phone, path: str, way: str) -> list[Any]:
    rows: list[Any] = []
    url = f"{path}?page_size=1"
    while url:
        page = made(phone.get(url), 200)
        rows += page["results"]
        url = page[way].partition(API)[2] if page[way] else ""
    return rows


@pytest.mark.slow
def test_a_cursor_that_is_none_of_ours(cast: Cast, full: dict[str, str]) -> None:
    made_up = [quote(base64.b64encode(text.encode()).decode()) for text in GARBAGE]
    for path in paths(full):
        for cursor in (*made_up, *RAW):
            response = cast.scorekeeper.get(f"{path}?cursor={cursor}")
            if response.status_code != 200:  # a text may be anybody's name, and so a place in a list of names
                refused(response, 400, "bad_format")
