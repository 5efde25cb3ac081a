"""Exactly once, and in order: keys for what may be sent again, versions for what builds on what one saw."""

from collections.abc import Callable

import pytest

from games.models import Club, Entry, Role
from tests.api.conftest import Cast, Table, phone_of
from tests.api.phone import made, new_id, refused

CLUB = {"name": "Monday", "currency": "EUR", "time_zone": "Europe/Berlin"}


def test_the_same_key_and_body_have_one_effect(cast: Cast) -> None:
    key = new_id()
    first = cast.owner.post("clubs/", CLUB, key=key)
    again = cast.owner.post("clubs/", dict(reversed(CLUB.items())), key=key)
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    assert Club.objects.filter(name="Monday").count() == 1


def test_a_key_is_for_one_request(cast: Cast) -> None:
    key = new_id()
    made(cast.owner.post("clubs/", CLUB, key=key))
    refused(cast.owner.post("clubs/", {**CLUB, "name": "Tuesday"}, key=key), 422, "key_reused")
    refused(cast.owner.post(f"clubs/{cast.club}/players/", {"name": "Ann"}, key=key), 422, "key_reused")
    made(cast.outsider.post("clubs/", CLUB, key=key))


@pytest.mark.parametrize("key", ["", " ", "x" * 256, "schlüssel", "a b"])
def test_a_key_is_short_and_visible(cast: Cast, key: str) -> None:
    headers = {**cast.owner.headers, "Idempotency-Key": key}
    client = cast.owner.client
    response = client.post("/api/v1/clubs/", CLUB, content_type="application/json", headers=headers)
    refused(response, 400, "bad_format")


def test_a_write_without_a_key_is_not_done(cast: Cast) -> None:
    client, headers = cast.owner.client, cast.owner.headers
    response = client.post("/api/v1/clubs/", CLUB, content_type="application/json", headers=headers)
    refused(response, 400, "bad_format")
    assert not Club.objects.filter(name="Monday").exists()


def test_a_key_may_be_tried_again_after_a_refusal(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    key, ann = new_id(), table.players["Ann"]
    hand = table.start("the-bluffs", dealer=ann)
    path, etag = f"hands/{hand['id']}/actions/", f'"{hand["version"]}"'
    refused(table.phone.post(path, {"type": "check", "player": ann}, key, If_Match=etag), 422, "cannot_check")
    made(table.phone.post(path, {"type": "call", "player": ann}, key, If_Match=etag))


def test_a_retry_is_answered_before_its_version_is_looked_at(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    key, ann = new_id(), table.players["Ann"]
    hand = table.start("the-bluffs", dealer=ann)
    path, etag = f"hands/{hand['id']}/actions/", f'"{hand["version"]}"'
    first = table.phone.post(path, {"type": "call", "player": ann}, key, If_Match=etag)
    again = table.phone.post(path, {"type": "call", "player": ann}, key, If_Match=etag)
    assert made(first) == made(again)
    assert first["ETag"] == again["ETag"]
    assert Entry.objects.filter(kind="action").count() == 1


def test_two_phones_get_one_winner_and_one_stale(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    ann = table.players["Ann"]
    hand = table.start("the-bluffs", dealer=ann)
    after = table.act(hand, {"type": "call", "player": ann})
    late = table.phone.post(
        f"hands/{hand['id']}/actions/", {"type": "fold", "player": ann}, If_Match=f'"{hand["version"]}"'
    )
    assert refused(late, 412, "stale")["hand"] == after
    assert late["ETag"] == f'"{after["version"]}"'
    assert Entry.objects.filter(kind="action").count() == 1


@pytest.mark.parametrize("etag", ['W/"0"', '"nine"', '"-1"', '"00"', '"99999999999"', '""'])
def test_an_etag_that_was_never_ours_is_stale(lay: Callable[..., Table], etag: str) -> None:
    table = lay("Ann", "Bob")
    hand = table.start("the-bluffs", dealer=table.players["Ann"])
    action = {"type": "call", "player": table.players["Ann"]}
    refused(table.phone.post(f"hands/{hand['id']}/actions/", action, If_Match=etag), 412, "stale")
    refused(table.phone.post(f"hands/{hand['id']}/undo/", If_Match=etag), 412, "stale")


@pytest.mark.parametrize("etag", ["*", "0", '"0", "1"', '"0""1"', "", '"0'])
def test_if_match_takes_one_etag(lay: Callable[..., Table], etag: str) -> None:
    table = lay("Ann", "Bob")
    hand = table.start("the-bluffs", dealer=table.players["Ann"])
    action = {"type": "call", "player": table.players["Ann"]}
    refused(table.phone.post(f"hands/{hand['id']}/actions/", action, If_Match=etag), 400, "bad_format")
    refused(table.phone.post(f"hands/{hand['id']}/undo/", If_Match=etag), 400, "bad_format")


def test_a_hand_is_moved_on_only_from_a_version(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    hand = table.start("the-bluffs")
    for path in ("actions", "undo"):
        response = table.phone.post(
            f"hands/{hand['id']}/{path}/", {} if path == "undo" else {"type": "void", "reason": ""}
        )
        refused(response, 428, "precondition_required")


def test_the_etag_is_strong_and_follows_the_hand(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    ann = table.players["Ann"]
    hand = table.start("the-bluffs", dealer=ann)
    before = table.phone.get(f"hands/{hand['id']}/")["ETag"]
    posted = table.phone.post(f"hands/{hand['id']}/actions/", {"type": "call", "player": ann}, If_Match=before)["ETag"]
    undone = table.phone.post(f"hands/{hand['id']}/undo/", If_Match=posted)
    assert len({before, posted, undone["ETag"]}) == 3
    assert all(etag.startswith('"') for etag in (before, posted, undone["ETag"]))
    assert made(undone, 201)["legal"] == hand["legal"]
    # with no entry left the next undo takes the deal itself back, and then there is nothing more
    gone = table.phone.post(f"hands/{hand['id']}/undo/", If_Match=undone["ETag"])
    assert made(gone, 201)["status"] == "undone"
    refused(table.phone.post(f"hands/{hand['id']}/undo/", If_Match=gone["ETag"]), 409, "conflict")


def test_where_the_order_is_free_phones_do_not_trip_each_other(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    ann, bob = table.players.values()
    hand = table.start("buddhas-folly", dealer=bob)
    hand = table.act(hand, {"type": "reveal", "cards": ["Qh"]})
    while hand["phase"] == "circulation":
        hand = table.act(hand, {"type": "reject", "player": hand["to_act"][0]})
    table.act(hand, {"type": "declare", "player": ann, "as": "in"})
    after = table.act(hand, {"type": "declare", "player": bob, "as": "out"})
    assert after["status"] == "complete"


def test_undo_adds_an_entry_and_reopens_a_finished_hand(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    phone, ann = table.phone, table.players["Ann"]
    hand = table.start("the-bluffs", dealer=ann)
    over = table.act(hand, {"type": "fold", "player": ann})
    assert over["status"] == "complete"
    assert over["undo"] == "Ann folded"
    again = made(phone.post(f"hands/{hand['id']}/undo/", If_Match=f'"{over["version"]}"'))
    assert (again["status"], again["result"]) == ("open", None)
    log = made(phone.get(f"hands/{hand['id']}/actions/"), 200)["results"]
    assert [(entry["kind"], entry["undoes"]) for entry in log] == [("deal", None), ("action", None), ("undo", 1)]
    assert {entry["created_by"] for entry in log} == {"kim"}
    seats = made(phone.get(f"nights/{table.night}/"), 200)["seats"]
    assert [seat["chips"] + seat["set_aside"] for seat in seats] == [2000, 2000]
    assert sum(seat["set_aside"] for seat in seats) > 0, "blinds are in the hand that is played again"


def test_a_new_member_cannot_use_anothers_key(cast: Cast) -> None:
    key = new_id()
    made(cast.owner.post(f"clubs/{cast.club}/players/", {"name": "Ann"}, key=key))
    late = phone_of("lou")
    made(cast.owner.post(f"clubs/{cast.club}/members/", {"login": "lou", "role": Role.SCOREKEEPER}))
    refused(late.post(f"clubs/{cast.club}/players/", {"name": "Ann"}, key=key), 409, "conflict")
