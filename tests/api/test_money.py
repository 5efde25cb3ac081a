"""The money of a night and of a club over HTTP: asked for, spent, settled, paid."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from games.models import Hand, Night
from tests.api.conftest import Cast, Table
from tests.api.phone import made, new_id, refused


def end_night(table: Table, **counts: int) -> None:
    for name, count in counts.items():
        made(table.phone.post(f"nights/{table.night}/cash-outs/", {"player": table.players[name], "count": count}))
    made(table.phone.post(f"nights/{table.night}/close/"), 200)


def win(table: Table, winner: str, loser: str, amount: int) -> None:
    net = {table.players[winner]: amount, table.players[loser]: -amount}
    made(table.phone.post(f"nights/{table.night}/results/", {"game": "Stud", "net": net}))


@pytest.fixture
def settled(lay: Callable[..., Table]) -> tuple[Table, dict[str, Any]]:
    """Bob owes Ann 5.00."""
    table = lay("Ann", "Bob")
    win(table, "Ann", "Bob", 500)
    end_night(table, Ann=2500, Bob=1500)
    return table, made(table.phone.post(f"nights/{table.night}/settlements/", {}))


def test_a_settlement_is_made_once_and_paid_in_parts(cast: Cast, settled: tuple[Table, dict[str, Any]]) -> None:
    table, settlement = settled
    transfer = settlement["transfers"][0]
    assert (transfer["payer"]["name"], transfer["receiver"]["name"], transfer["amount"]) == ("Bob", "Ann", 500)
    refused(table.phone.post(f"nights/{table.night}/settlements/", {}), 409, "conflict")
    at = f"transfers/{transfer['id']}/payments/"
    first = made(table.phone.post(at, {"amount": 200, "payment_method": "bank"}))
    assert first["confirmed_at"] is None
    over = refused(table.phone.post(at, {"amount": 301}), 422, "overpaid")
    assert over["title"] == "That is more than is still owed"
    refused(table.phone.post(at, {"amount": 0}), 422, "bad_amount")
    refused(table.phone.post(at, {"amount": "300"}), 400, "bad_format")
    made(table.phone.post(f"payments/{first['id']}/confirm/"), 200)
    made(table.phone.post(f"payments/{first['id']}/reverse/", {"reason": "wrong envelope"}), 200)
    made(table.phone.post(at, {"amount": 500}))
    after = made(cast.player.get(f"settlements/{settlement['id']}/"), 200)["transfers"][0]
    assert (after["paid"], after["outstanding"], len(after["payments"])) == (500, 0, 2)
    assert made(cast.player.get(f"clubs/{cast.club}/balances/"), 200)["balances"][0]["parties"] == []


def test_a_payment_sent_twice_is_made_once(settled: tuple[Table, dict[str, Any]]) -> None:
    table, settlement = settled
    at = f"transfers/{settlement['transfers'][0]['id']}/payments/"
    first = made(table.phone.post(at, {"amount": 500}, key="paid"))
    again = table.phone.post(at, {"amount": 500}, key="paid")
    assert (made(again), again["Idempotency-Replayed"]) == (first, "true")


def test_the_whole_club_is_settled(cast: Cast, lay: Callable[..., Table]) -> None:
    first = lay("Ann", "Bob")
    win(first, "Ann", "Bob", 500)
    end_night(first, Ann=2500, Bob=1500)
    unsettled = made(cast.player.get(f"clubs/{cast.club}/unsettled/"), 200)["currencies"]
    assert [(one["currency"], one["nights"], len(one["transfers"])) for one in unsettled] == [("EUR", [first.night], 1)]
    settlement = made(cast.scorekeeper.post(f"clubs/{cast.club}/settlements/", {"id": new_id()}))
    assert (settlement["night"], settlement["nights"]) == (None, [first.night])
    assert made(cast.player.get(f"clubs/{cast.club}/unsettled/"), 200) == {"currencies": [], "not_balanced": []}
    for at in (f"clubs/{cast.club}/settlements/", f"nights/{first.night}/settlements/"):
        assert [one["id"] for one in made(cast.player.get(at), 200)["results"]] == [settlement["id"]]
    refused(cast.scorekeeper.post(f"clubs/{cast.club}/settlements/", {"currency": "ZZZ"}), 400, "bad_format")
    party = made(cast.player.get(f"nights/{first.night}/settlement/"), 200)["parties"][0]
    assert (party["name"], party["to_account"], party["unsettled"]) == ("Ann", 500, 0)


def test_chips_are_asked_for_and_granted(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Bob")
    members = made(cast.owner.get(f"clubs/{cast.club}/members/"), 200)["results"]
    pat = next(member["id"] for member in members if member["account_name"] == "pat")
    ann = made(cast.owner.post(f"clubs/{cast.club}/players/", {"name": "Ann", "member": pat}))["id"]
    made(table.phone.post(f"nights/{table.night}/seats/", {"player": ann}))
    at = f"nights/{table.night}/requests/"
    asked = made(cast.player.post(at, {"player": ann, "amount": 1000}))
    refused(cast.player.post(at, {"player": table.players["Bob"], "amount": 1000}), 403, "forbidden")
    refused(cast.player.post(f"requests/{asked['id']}/grant/"), 403, "forbidden")
    made(cast.player.post(f"requests/{asked['id']}/withdraw/"), 200)
    asked = made(cast.player.post(at, {"player": ann, "amount": 1000, "payment_method": "cash"}))
    made(table.phone.post(f"requests/{asked['id']}/refuse/", {"reason": "at most 5.00"}), 200)
    asked = made(cast.player.post(at, {"player": ann, "amount": 500}))
    granted = made(table.phone.post(f"requests/{asked['id']}/grant/"), 200)
    bought = made(table.phone.get(f"nights/{table.night}/buy-ins/"), 200)["results"][-1]
    assert (granted["status"], granted["entry"], bought["body"]["amount"]) == ("granted", bought["id"], 500)
    statuses = [one["status"] for one in made(cast.player.get(at), 200)["results"]]
    assert statuses == ["withdrawn", "refused", "granted"]


def test_pizza_and_a_mistake(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob", "Cara")
    ann, bob, cara = table.players.values()
    at = f"nights/{table.night}/expenses/"
    body = {"purpose": "Pizza", "amount": 2000, "paid_by": "player", "player": bob, "equally": [ann, bob, cara]}
    entry = made(table.phone.post(at, body))
    assert entry["body"]["shares"] == {ann: 667, bob: 667, cara: 666}
    assert entry["body"]["odd"] == [ann, bob]
    taken_back = made(table.phone.post(f"entries/{entry['id']}/take-back/", {"reason": "Cara paid"}))
    assert taken_back["body"]["takes_back"] == entry["id"]
    refused(table.phone.post(f"entries/{entry['id']}/take-back/", {"reason": "again"}), 409, "conflict")
    parts = {"purpose": "Rake", "amount": 300, "paid_by": "club", "shares": {ann: 200, bob: 100}}
    made(table.phone.post(at, parts))
    refused(table.phone.post(at, parts | {"amount": 301}), 422, "bad_amount")
    refused(table.phone.post(at, parts | {"paid_by": "bank"}), 400, "bad_format")
    assert len(made(table.phone.get(at), 200)["results"]) == 2
    balances = {
        seat["player_name"]: seat["to_account"]
        for seat in made(table.phone.get(f"nights/{table.night}/"), 200)["seats"]
    }
    assert balances == {"Ann": -2200, "Bob": -2100, "Cara": -2000}


def test_the_club_bears_a_difference_and_the_night_is_reopened(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    ann, bob = table.players.values()
    for player, count in ((ann, 2500), (bob, 2000)):
        made(table.phone.post(f"nights/{table.night}/cash-outs/", {"player": player, "count": count}))
    at = f"nights/{table.night}/difference/"
    refused(table.phone.post(at, {"reason": "who?"}), 400, "bad_format")
    refused(table.phone.post(at, {"players": [ann], "club_bears": True, "reason": "both?"}), 400, "bad_format")
    made(cast.owner.patch(f"clubs/{cast.club}/", {"differences_by": "admin"}), 200)
    refused(table.phone.post(at, {"club_bears": True, "reason": "ours"}), 403, "forbidden")
    made(cast.owner.post(at, {"club_bears": True, "reason": "ours"}))
    made(table.phone.post(f"nights/{table.night}/close/"), 200)
    kinds = {
        one["kind"]: one["to_account"]
        for one in made(table.phone.get(f"nights/{table.night}/settlement/"), 200)["parties"]
    }
    assert kinds["club"] == -500
    refused(table.phone.post(f"nights/{table.night}/reopen/", {"reason": "Bob is back"}), 403, "forbidden")
    assert made(cast.owner.post(f"nights/{table.night}/reopen/", {"reason": "Bob is back"}), 200)["status"] == "open"
    refused(cast.owner.post(f"nights/{table.night}/reopen/", {"reason": "again"}), 409, "conflict")


def test_a_match_for_a_stake(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    ann, bob = table.players.values()
    refused(table.phone.post(f"nights/{table.night}/hands/", {"game": "bluff-n-peg", "stake": 30}), 422, "bad_amount")
    hand = table.start("bluff-n-peg", stake=500, dealer=ann)
    for player in (bob, ann):
        hand = table.act(hand, {"type": "draw", "player": player, "count": 0})
    hand = table.act(hand, {"type": "play", "player": bob, "card": "Kh"}, {"type": "fold", "player": ann})
    night = made(table.phone.get(f"nights/{table.night}/"), 200)
    assert (night["stakes"], [seat["chips"] for seat in night["seats"]]) == (1000, [1500, 1500])
    match = made(table.phone.get(f"matches/{night['match']}/"), 200)
    assert (match["stake"], match["forfeited"]) == (500, [])
    end = {"decision": "leader", "reason": "It is late"}
    assert made(table.phone.post(f"matches/{match['id']}/end/", end), 200)["leaders"] == [bob]
    refused(table.phone.post(f"matches/{match['id']}/forfeits/", {"player": ann, "reason": "x"}), 409, "conflict")
    entry = made(table.phone.get(f"nights/{table.night}/money/"), 200)["results"][-1]
    made(table.phone.post(f"entries/{entry['id']}/take-back/", {"reason": "It is early"}))
    forfeited = made(table.phone.post(f"matches/{match['id']}/forfeits/", {"player": ann, "reason": "tired"}), 200)
    assert (forfeited["status"], forfeited["leaders"]) == ("won", [bob])
    night = made(table.phone.get(f"nights/{table.night}/"), 200)
    assert (night["stakes"], [seat["chips"] for seat in night["seats"]]) == (0, [1500, 2500])


def test_two_players_become_one(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Anna", "Bob")
    win(table, "Ann", "Bob", 100)
    end_night(table, Ann=2100, Anna=2000, Bob=1900)
    at, body = f"players/{table.players['Anna']}/merge/", {"into": table.players["Ann"], "reason": "a typing error"}
    refused(cast.scorekeeper.post(at, body), 403, "forbidden")
    assert made(cast.owner.post(at, body), 200)["name"] == "Ann"
    merged = made(cast.player.get(f"players/{table.players['Anna']}/"), 200)
    assert merged["merged_into"] == table.players["Ann"]
    refused(cast.owner.post(at, body), 409, "conflict")


def test_west_of_utc_a_hand_in_the_afternoon_is_of_that_day(cast: Cast, lay: Callable[..., Table]) -> None:
    """17:31 in Los Angeles is half past one at night in UTC, and the next day there."""
    night = new_id()
    body = {"id": night, "name": "West", "chip": 25, "time_zone": "America/Los_Angeles", "currency": "USD"}
    made(cast.scorekeeper.post(f"clubs/{cast.club}/nights/", body))
    players = {}
    for name in ("Ann", "Bob"):
        players[name] = made(cast.scorekeeper.post(f"clubs/{cast.club}/players/", {"name": name}))["id"]
        made(cast.scorekeeper.post(f"nights/{night}/seats/", {"player": players[name]}))
        made(cast.scorekeeper.post(f"nights/{night}/buy-ins/", {"player": players[name], "amount": 1000}))
    win(Table(cast.scorekeeper, night, players), "Ann", "Bob", 100)
    moment = datetime(2026, 11, 29, 1, 31, tzinfo=UTC)
    Night.objects.filter(pk=night).update(opened_at=moment)
    Hand.objects.filter(night=night).update(started_at=moment, ended_at=moment)
    hand = made(cast.player.get(f"nights/{night}/hands/"), 200)["results"][0]
    assert hand["started_at"] == "2026-11-28T17:31:00-08:00"
    shown = made(cast.player.get(f"nights/{night}/"), 200)
    assert (shown["date"], shown["opened_at"]) == ("2026-11-28", "2026-11-28T17:31:00-08:00")
