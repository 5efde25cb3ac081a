"""Members: their roles change, they leave, they come back. All of it stands in the log."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Entry, Member, Player
from tests.api.conftest import Cast, Table
from tests.api.phone import made, refused


@pytest.fixture
def ids(cast: Cast) -> dict[str, str]:
    return {
        one["account_name"]: one["id"] for one in made(cast.owner.get(f"clubs/{cast.club}/members/"), 200)["results"]
    }


def logged() -> list[dict[str, Any]]:
    return [entry.body for entry in Entry.objects.filter(kind="member").order_by("at")]


def test_a_role_changes_what_one_may_do(cast: Cast, ids: dict[str, str]) -> None:
    night = {"name": "Tonight", "chip": 25}
    refused(cast.player.post(f"clubs/{cast.club}/nights/", night), 403, "forbidden")
    made(cast.owner.patch(f"members/{ids['pat']}/", {"role": "scorekeeper"}), 200)
    made(cast.player.post(f"clubs/{cast.club}/nights/", night))
    made(cast.owner.patch(f"members/{ids['pat']}/", {"role": "scorekeeper"}), 200)
    assert logged()[-1] == {
        "member": ids["pat"],
        "what": "changed",
        "role": {"before": "player", "after": "scorekeeper"},
    }
    refused(cast.owner.patch(f"members/{ids['pat']}/", {}), 400, "bad_format")
    refused(cast.owner.patch(f"members/{ids['pat']}/", {"role": "king"}), 400, "bad_format")


def test_nobody_reaches_above_themselves(cast: Cast, ids: dict[str, str]) -> None:
    made(cast.owner.patch(f"members/{ids['kim']}/", {"role": "admin"}), 200)
    admin = cast.scorekeeper
    refused(admin.patch(f"members/{ids['pat']}/", {"role": "owner"}), 403, "forbidden")
    refused(admin.patch(f"members/{ids['olga']}/", {"role": "player"}), 403, "forbidden")
    refused(admin.post(f"members/{ids['olga']}/remove/"), 403, "forbidden")
    refused(cast.outsider.patch(f"members/{ids['pat']}/", {"role": "player"}), 404, "not_found")


def test_a_club_keeps_its_last_owner(cast: Cast, ids: dict[str, str]) -> None:
    refused(cast.owner.patch(f"members/{ids['olga']}/", {"role": "admin"}), 409, "conflict")
    refused(cast.owner.post(f"members/{ids['olga']}/remove/"), 409, "conflict")
    refused(cast.owner.post(f"clubs/{cast.club}/leave/"), 409, "conflict")
    made(cast.owner.patch(f"members/{ids['kim']}/", {"role": "owner"}), 200)
    made(cast.owner.post(f"clubs/{cast.club}/leave/"), 200)
    refused(cast.scorekeeper.post(f"clubs/{cast.club}/leave/"), 409, "conflict")


def test_one_arbiter_at_most(cast: Cast, ids: dict[str, str]) -> None:
    made(cast.owner.patch(f"members/{ids['pat']}/", {"is_arbiter": True}), 200)
    refused(cast.owner.patch(f"members/{ids['kim']}/", {"is_arbiter": True}), 409, "conflict")
    made(cast.owner.patch(f"members/{ids['pat']}/", {"is_arbiter": False}), 200)
    assert made(cast.owner.patch(f"members/{ids['kim']}/", {"is_arbiter": True}), 200)["is_arbiter"]


def test_who_has_left_sees_nothing_and_may_come_back(
    cast: Cast, ids: dict[str, str], lay: Callable[..., Table]
) -> None:
    table = lay("Ann", "Bob")
    ann, bob = table.players.values()
    hand = made(table.phone.post(f"nights/{table.night}/results/", {"game": "x", "net": {ann: 25, bob: -25}}))
    pat = made(cast.scorekeeper.post(f"clubs/{cast.club}/players/", {"name": "Pat", "member": ids["pat"]}))["id"]
    assert made(cast.owner.post(f"members/{ids['pat']}/remove/"), 200)["left_at"]
    assert logged()[-1] == {"member": ids["pat"], "what": "removed", "player": pat}
    for path in (f"clubs/{cast.club}/", f"nights/{table.night}/", f"hands/{hand['id']}/", f"players/{pat}/"):
        refused(cast.player.get(path), 404, "not_found")
    for path in ("clubs/", "nights/"):
        assert made(cast.player.get(path), 200)["results"] == []
    listed = made(cast.owner.get(f"clubs/{cast.club}/members/"), 200)["results"]
    assert ids["pat"] not in [one["id"] for one in listed]
    assert Player.objects.get(pk=pat).member is None
    refused(cast.owner.patch(f"members/{ids['pat']}/", {"role": "admin"}), 409, "conflict")
    again = made(cast.owner.post(f"clubs/{cast.club}/members/", {"login": "pat"}))
    assert (again["id"], again["left_at"]) == (ids["pat"], None)
    made(cast.player.get(f"nights/{table.night}/"), 200)
    assert Member.objects.filter(user__name="pat").count() == 1


def test_who_owes_is_removed_only_knowingly(cast: Cast, ids: dict[str, str], lay: Callable[..., Table]) -> None:
    """A member who owes, or is owed, leaves when somebody has said that this may stay unsettled."""
    table = lay("Ann", "Bob")
    ann, bob = table.players.values()
    Player.objects.filter(pk=ann).update(member=ids["pat"])
    made(table.phone.post(f"nights/{table.night}/results/", {"game": "x", "net": {ann: -125, bob: 125}}))
    problem = refused(cast.owner.post(f"members/{ids['pat']}/remove/"), 409, "conflict")
    assert problem["detail"] == "pat still owes 125."
    refused(cast.player.post(f"clubs/{cast.club}/leave/"), 409, "conflict")
    refused(cast.player.post(f"clubs/{cast.club}/leave/", {"accept_unsettled": "yes"}), 400, "bad_format")
    made(table.phone.post(f"nights/{table.night}/results/", {"game": "x", "net": {ann: 150, bob: -150}}))
    assert refused(cast.player.post(f"clubs/{cast.club}/leave/"), 409, "conflict")["detail"] == "pat is still owed 25."
    assert made(cast.owner.post(f"members/{ids['pat']}/remove/", {"accept_unsettled": True}), 200)["left_at"]


def test_the_holder_of_the_box_stays_until_it_is_closed(
    cast: Cast, ids: dict[str, str], lay: Callable[..., Table]
) -> None:
    table = lay()
    refused(cast.owner.post(f"members/{ids['kim']}/remove/"), 409, "conflict")
    made(table.phone.post(f"nights/{table.night}/close/"), 200)
    made(cast.scorekeeper.post(f"clubs/{cast.club}/leave/"), 200)
    refused(
        cast.owner.post(f"clubs/{cast.club}/nights/", {"name": "x", "chip": 25, "box_holder": ids["kim"]}),
        404,
        "not_found",
    )
