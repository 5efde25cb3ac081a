"""What a night tells: numbered in order, the same at any time, and no secret in it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.conftest import Cast, Table
from tests.api.phone import Phone, made, refused

Lay = Callable[..., Table]


def changes(phone: Phone, night: str, **query: int) -> dict[str, Any]:
    asked = "&".join(f"{name}={value}" for name, value in {"limit": 500, **query}.items())
    return made(phone.get(f"nights/{night}/changes/?{asked}"), 200)


def streamed(phone: Phone, night: str, **headers: str) -> str:
    response = phone.get(f"nights/{night}/events/", **headers)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/event-stream"
    return response.content.decode()


def test_all_that_happens_is_told_in_order(cast: Cast, lay: Lay) -> None:
    table = lay("Ann", "Bob")
    ann, bob = table.players["Ann"], table.players["Bob"]
    hand = table.start("council-bluffs", dealer=bob)
    actor = hand["to_act"][0]
    hand = table.act(hand, {"type": "call", "player": actor})
    at = {"If_Match": f'"{hand["version"]}"'}
    hand = made(table.phone.post(f"hands/{hand['id']}/undo/", **at))
    hand = table.act(hand, {"type": "fold", "player": actor})
    change = {"change": {"rules": {"ante": 25}}, "reason": "An ante was forgotten"}
    made(cast.owner.post(f"hands/{hand['id']}/corrections/", change, If_Match=f'"{hand["version"]}"'))
    stacks = {seat["player"]: seat["chips"] for seat in made(table.phone.get(f"nights/{table.night}/"), 200)["seats"]}
    made(table.phone.post(f"nights/{table.night}/recounts/", {"counts": {ann: stacks[ann]}, "reason": "To be sure"}))
    for player in (ann, bob):
        made(table.phone.post(f"nights/{table.night}/cash-outs/", {"player": player, "count": stacks[player]}))
    made(table.phone.post(f"nights/{table.night}/close/"), 200)
    settlement = made(table.phone.post(f"nights/{table.night}/settlements/"))
    transfer = settlement["transfers"][0]
    made(table.phone.post(f"transfers/{transfer['id']}/payments/", {"amount": transfer["amount"]}))
    told = changes(cast.player, table.night)
    kinds = "open seat buy_in seat buy_in deal action undo action correction recount cash_out cash_out close settlement"
    assert [event["kind"] for event in told["events"]] == [*kinds.split(), "payment"]
    assert [event["number"] for event in told["events"]] == list(range(1, told["last"] + 1))
    assert [event["number"] for event in told["events"] if event["ended"]] == [9]


def test_a_batch_is_told_action_by_action(lay: Lay) -> None:
    table = lay("Ann", "Bob")
    hand = table.start("buddhas-folly", dealer=table.players["Bob"])
    before = changes(table.phone, table.night)["last"]
    lines = [{"type": "reveal", "cards": ["Qh"]}]
    lines += [{"type": "reject", "player": table.players[name]} for name in ("Ann", "Bob")]
    table.act(hand, *lines)
    told = changes(table.phone, table.night, after=before)["events"]
    assert [(event["number"], event["version"]) for event in told] == [(before + one, one) for one in (1, 2, 3)]
    assert [event["body"] for event in told] == lines


def test_a_secret_declaration_tells_who_and_never_what(cast: Cast, lay: Lay) -> None:
    table = lay("Ann", "Bob")
    hand = table.start("buddhas-folly", dealer=table.players["Bob"])
    hand = table.act(hand, {"type": "reveal", "cards": ["Qh"]})
    while hand["phase"] == "circulation":
        hand = table.act(hand, {"type": "reject", "player": hand["to_act"][0]})
    for name, word in (("Ann", "in"), ("Bob", "out")):
        hand = table.act(hand, {"type": "declare", "player": table.players[name], "as": word})
        for phone in (cast.owner, cast.scorekeeper, cast.player):
            said = streamed(phone, table.night) + str(changes(phone, table.night))
            assert table.players[name] in said
            assert '"as"' not in said
            assert "'as'" not in said
    assert changes(cast.player, table.night)["events"][-1]["reveals"]


def test_a_refused_entry_tells_nothing(lay: Lay) -> None:
    table = lay("Ann", "Bob")
    before = changes(table.phone, table.night)["last"]
    body = {"player": table.players["Ann"], "amount": 7}
    refused(table.phone.post(f"nights/{table.night}/buy-ins/", body), 422, "bad_amount")
    assert changes(table.phone, table.night)["last"] == before


def test_who_asks_again_is_told_that_nothing_happened(lay: Lay) -> None:
    table = lay("Ann", "Bob")
    path = f"nights/{table.night}/changes/?after=2"
    first = table.phone.get(path)
    again = table.phone.get(path, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    made(table.phone.post(f"nights/{table.night}/buy-ins/", {"player": table.players["Ann"], "amount": 25}))
    later = table.phone.get(path, **{"If-None-Match": first["ETag"]})
    assert [event["number"] for event in made(later, 200)["events"]] == [3, 4, 5, 6]


def test_it_goes_on_after_the_last_event_that_is_known(lay: Lay) -> None:
    table = lay("Ann", "Bob")
    assert streamed(table.phone, table.night).count("\nid: ") == 5
    assert "id: 3\n" not in streamed(table.phone, table.night, **{"Last-Event-ID": "3"})
    assert "id: 4\n" in streamed(table.phone, table.night, **{"Last-Event-ID": "3"})
    assert [event["number"] for event in changes(table.phone, table.night, after=1, limit=2)["events"]] == [2, 3]


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=1.0", "limit=0", "limit=501", "after=12345678901"])
def test_what_is_no_number_of_an_event_is_malformed(lay: Lay, query: str) -> None:
    table = lay("Ann", "Bob")
    refused(table.phone.get(f"nights/{table.night}/changes/?{query}"), 400, "bad_format")
