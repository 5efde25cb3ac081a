"""Who may do what, and what another club's objects look like: as if they were not there."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.conftest import Cast, Table
from tests.api.phone import Phone, made, new_id, refused


@pytest.fixture
def addresses(lay: Callable[..., Table], cast: Cast) -> dict[str, str]:
    """Every kind of id in the addresses, of things that exist in the club."""
    table = lay("Ann", "Bob")
    seats = made(table.phone.get(f"nights/{table.night}/seats/"), 200)["results"]
    asked = {"player": table.players["Ann"], "amount": 100}
    return {
        "club": cast.club,
        "night": table.night,
        "player": table.players["Ann"],
        "seat": seats[0]["id"],
        "hand": table.start("the-bluffs")["id"],
        "entry": made(table.phone.get(f"nights/{table.night}/buy-ins/"), 200)["results"][0]["id"],
        "request": made(table.phone.post(f"nights/{table.night}/requests/", asked))["id"],
    }


READS = [
    "clubs/{club}/",
    "clubs/{club}/members/",
    "clubs/{club}/players/",
    "clubs/{club}/nights/",
    "players/{player}/",
    "nights/{night}/",
    "nights/{night}/seats/",
    "nights/{night}/buy-ins/",
    "nights/{night}/cash-outs/",
    "nights/{night}/recounts/",
    "nights/{night}/money/",
    "nights/{night}/settlement/",
    "nights/{night}/settlements/",
    "nights/{night}/requests/",
    "nights/{night}/expenses/",
    "clubs/{club}/balances/",
    "clubs/{club}/unsettled/",
    "clubs/{club}/settlements/",
    "nights/{night}/hands/",
    "nights/{night}/matches/",
    "hands/{hand}/",
    "hands/{hand}/actions/",
    "hands/{hand}/corrections/",
]
NOBODY = "00000000-0000-4000-8000-000000000000"
WRITES: list[tuple[str, str, dict[str, Any]]] = [
    ("post", "clubs/{club}/members/", {"login": "zed"}),
    ("post", "clubs/{club}/players/", {"name": "Zed"}),
    ("post", "clubs/{club}/nights/", {"name": "Tonight", "chip": 25}),
    ("patch", "players/{player}/", {"name": "Zed"}),
    ("post", "nights/{night}/seats/", {"player": NOBODY}),
    ("post", "nights/{night}/buy-ins/", {"player": NOBODY, "amount": 100}),
    ("post", "nights/{night}/cash-outs/", {"player": NOBODY, "count": 100}),
    ("post", "nights/{night}/recounts/", {"counts": {NOBODY: 100}, "reason": "x"}),
    ("post", "nights/{night}/pot/", {"decision": "split", "reason": "x"}),
    ("post", "nights/{night}/difference/", {"players": [NOBODY], "reason": "x"}),
    ("post", "nights/{night}/close/", {}),
    ("post", "nights/{night}/reopen/", {"reason": "x"}),
    ("post", "nights/{night}/settlements/", {}),
    ("post", "nights/{night}/requests/", {"player": NOBODY, "amount": 100}),
    ("post", "nights/{night}/expenses/", {"purpose": "x", "amount": 1, "paid_by": "box", "club_share": 1}),
    ("post", "clubs/{club}/settlements/", {}),
    ("patch", "clubs/{club}/", {"name": "Zed"}),
    ("post", "players/{player}/merge/", {"into": NOBODY, "reason": "x"}),
    ("post", "entries/{entry}/take-back/", {"reason": "x"}),
    ("post", "requests/{request}/grant/", {}),
    ("post", "requests/{request}/refuse/", {"reason": "x"}),
    ("post", "requests/{request}/withdraw/", {}),
    ("post", "nights/{night}/hands/", {"game": "the-bluffs"}),
    ("post", "nights/{night}/results/", {"game": "x", "net": {NOBODY: 0}}),
    ("patch", "seats/{seat}/", {"status": "out"}),
    ("post", "seats/{seat}/leave/", {}),
    ("post", "hands/{hand}/actions/", {"type": "void", "reason": ""}),
    ("post", "hands/{hand}/undo/", {}),
    ("post", "hands/{hand}/corrections/preview/", {"change": {"rules": {}}}),
    ("post", "hands/{hand}/corrections/", {"change": {"rules": {}}, "reason": "x"}),
]


def send(phone: Phone, method: str, path: str, body: dict[str, Any]) -> Any:
    return phone.send(method, path, json.dumps(body), If_Match='"0"')


@pytest.mark.parametrize("path", READS)
def test_reading_is_for_members(cast: Cast, addresses: dict[str, str], path: str) -> None:
    at = path.format(**addresses)
    for member in (cast.owner, cast.scorekeeper, cast.player):
        made(member.get(at), 200)
    refused(cast.outsider.get(at), 404, "not_found")
    refused(cast.nobody.get(at), 401, "not_authenticated")


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_writing_is_not_for_all(
    cast: Cast, addresses: dict[str, str], method: str, path: str, body: dict[str, Any]
) -> None:
    at = path.format(**addresses)
    refused(send(cast.nobody, method, at, body), 401, "not_authenticated")
    refused(send(cast.outsider, method, at, body), 404, "not_found")
    refused(send(cast.player, method, at, body), 403, "forbidden")


def test_nobody_gives_a_role_above_their_own(cast: Cast) -> None:
    refused(cast.scorekeeper.post(f"clubs/{cast.club}/members/", {"login": "zed"}), 403, "forbidden")
    made(cast.owner.post(f"clubs/{cast.club}/members/", {"login": "zed", "role": "admin"}))
    refused(cast.owner.post(f"clubs/{cast.club}/members/", {"login": "zed"}), 409, "conflict")
    refused(cast.owner.post(f"clubs/{cast.club}/members/", {"login": "nemo"}), 404, "not_found")


def test_players_of_another_club_cannot_be_seated(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann")
    other = new_id()
    made(cast.outsider.post("clubs/", {"id": other, "name": "x", "currency": "EUR", "time_zone": "UTC"}))
    stranger = made(cast.outsider.post(f"clubs/{other}/players/", {"name": "Secret Sam"}))["id"]
    told = refused(table.phone.post(f"nights/{table.night}/seats/", {"player": stranger}), 404, "not_found")
    assert "Sam" not in str(told)
    refused(table.phone.get(f"players/{stranger}/"), 404, "not_found")
    assert made(table.phone.get("clubs/"), 200)["results"][0]["id"] == cast.club
    assert [club["id"] for club in made(cast.outsider.get("clubs/"), 200)["results"]] == [other]
