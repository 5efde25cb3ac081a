"""A hand put right over HTTP: looked at, made, refused with the place where it cannot be."""

from collections.abc import Callable
from typing import Any

from tests.api.conftest import Cast, Table
from tests.api.phone import made, new_id, refused


def at(hand: dict[str, Any]) -> dict[str, str]:
    return {"If_Match": f'"{hand["version"]}"'}


def folded(table: Table) -> dict[str, Any]:
    """Ann deals; everybody folds to Cara."""
    ann, bob, _ = table.players.values()
    hand = table.start("council-bluffs", dealer=ann)
    return table.act(hand, {"type": "fold", "player": ann}, {"type": "fold", "player": bob})


def raised(table: Table) -> list[dict[str, Any]]:
    ann, bob, cara = table.players.values()
    return [
        {"type": "raise", "player": ann, "to": 300},
        {"type": "fold", "player": bob},
        {"type": "fold", "player": cara},
    ]


def test_look_correct_and_see(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob", "Cara")
    ann, bob, cara = table.players.values()
    hand = folded(table)
    path, change = f"hands/{hand['id']}/corrections/", {"actions": raised(table)}
    shown = made(cast.owner.post(f"{path}preview/", {"change": change}, **at(hand)), 200)
    assert shown["hand"]["net"][ann] == {"before": 0, "after": 150}
    assert shown["moves"]["chips"] == {ann: 150, cara: -150}
    assert made(cast.owner.get(path), 200)["results"] == []

    key = new_id()
    body = {"change": change, "reason": "Ann had raised"}
    response = cast.owner.post(path, body, key=key, **at(hand))
    done = made(response)
    assert done["changes"] == shown
    assert done["hand"]["result"]["net"] == {ann: 150, bob: -50, cara: -100}
    assert response["ETag"] == f'"{hand["version"] + 1}"'
    again = cast.owner.post(path, body, key=key, **at(hand))
    assert (made(again), again["Idempotency-Replayed"]) == (done, "true")

    listed = made(cast.player.get(path), 200)["results"]
    assert [(one["created_by"], one["reason"]) for one in listed] == [("olga", "Ann had raised")]
    assert made(cast.player.get(f"hands/{hand['id']}/"), 200)["corrections"] == listed
    log = made(cast.player.get(f"hands/{hand['id']}/actions/"), 200)["results"]
    assert [entry["kind"] for entry in log] == ["deal", "action", "action", "correction"]
    assert log[-1]["body"]["actions"] == raised(table)


def test_a_change_of_the_record_alone_says_that_no_money_moves(cast: Cast, lay: Callable[..., Table]) -> None:
    """A misdeal stays one: that Ann had folded before it is put in. Once it says so, to say so again is no change."""
    table = lay("Ann", "Bob", "Cara")
    ann = table.players["Ann"]
    hand = folded(table)
    path = f"hands/{hand['id']}/corrections/"
    void = {"type": "void", "reason": "A card fell"}
    hand = made(cast.owner.post(path, {"change": {"actions": [void]}, "reason": "x"}, **at(hand)))["hand"]
    change = {"change": {"actions": [{"type": "fold", "player": ann}, void]}}
    shown = made(cast.owner.post(f"{path}preview/", change, **at(hand)), 200)
    assert set(shown["warnings"]) == {"no_money_moves"}
    done = made(cast.owner.post(path, {**change, "reason": "Ann had folded before"}, **at(hand)))
    assert done["changes"] == shown
    again = cast.owner.post(path, {**change, "reason": "once more"}, **at(done["hand"]))
    assert refused(again, 409, "conflict")["detail"] == "This changes nothing."


def test_what_is_asked_for(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob", "Cara")
    ann, bob, _ = table.players.values()
    hand = folded(table)
    path, body = f"hands/{hand['id']}/corrections/", {"change": {"actions": raised(table)}, "reason": "x"}
    refused(cast.owner.post(path, body), 428, "precondition_required")
    stale = refused(cast.owner.post(path, body, If_Match='"1"'), 412, "stale")
    assert stale["hand"]["version"] == hand["version"]
    refused(table.phone.post(path, body, **at(hand)), 403, "forbidden")
    for wrong in (
        {"change": {"actions": raised(table)}},
        {**body, "reason": ""},
        {**body, "change": {}},
        {**body, "change": {"game": "the-bluffs"}},
        {**body, "change": {"players": [{"player": "Ann"}]}},
        {**body, "change": {"actions": {}}},
        {**body, "change": {"actions": ["fold"]}},
        {**body, "change": {"carry": "1"}},
    ):
        refused(cast.owner.post(path, wrong, **at(hand)), 400, "bad_format")
    late = {**body, "change": {"actions": [{"type": "fold", "player": bob}]}}
    told = refused(cast.owner.post(path, late, **at(hand)), 422, "not_your_turn")
    assert told["action"] == 0
    same = {**body, "change": {"dealer": ann}}
    refused(cast.owner.post(path, same, **at(hand)), 409, "conflict")
    over = {**body, "change": {"actions": [{"type": "fold", "player": ann}] * 501}}
    refused(cast.owner.post(path, over, **at(hand)), 413, "too_large")


def test_a_later_hand_in_the_way_is_named(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob", "Cara")
    ann, bob, cara = table.players.values()
    rules = {"limit": "no_limit"}
    first = table.start("council-bluffs", dealer=ann, rules=rules)
    lines = [{"type": "raise", "player": ann, "to": 2000}, {"type": "call", "player": bob}]
    lines += [{"type": "fold", "player": cara}, *({"type": "reveal", "cards": cards} for cards in BOARD)]
    first = table.act(first, *lines, {"type": "muck", "player": bob})
    second = table.start("council-bluffs", dealer=ann, rules=rules)
    second = table.act(second, {"type": "raise", "player": ann, "to": 1900}, {"type": "fold", "player": cara})
    path = f"hands/{first['id']}/corrections/"
    change = {"actions": [*lines, {"type": "muck", "player": ann}]}
    shown = made(cast.owner.post(f"{path}preview/", {"change": change}, **at(first)), 200)
    body = {"change": change, "reason": "Bob had won"}
    told = refused(cast.owner.post(path, body, **at(first)), 422, "later_hand_illegal")
    assert told["later"] == shown["blocked"]
    assert (told["later"]["hand"], told["later"]["code"]) == (second["id"], "bad_setup")
    done = made(cast.owner.post(path, {**body, "as_adjustment": True}, **at(first)))
    assert done["hand"]["corrections"][0]["adjustment"] == shown["adjustment"]
    assert shown["adjustment"]["balances"] == {ann: -4100, bob: 4100}


BOARD = (["2c", "3d", "Kh"], ["9s"], ["Jd"])
