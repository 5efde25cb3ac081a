"""What a body says beyond what was asked changes nothing, and is refused by name."""

from typing import Any

import pytest

from games.models import Club, Member, Night, Player, User
from tests.api.conftest import Cast
from tests.api.phone import made, new_id, refused

CLUB = {"name": "Saturday", "currency": "EUR", "time_zone": "UTC"}
# The same in each process that collects these tests.
SOMEBODY = "00000000-0000-4000-8000-00000000000a"
TO_CLUB: list[dict[str, Any]] = [{"book": SOMEBODY}, {"created_at": "2020-01-01T00:00:00Z"}, {"owner": "eve"}]
TO_PLAYER: list[dict[str, Any]] = [{"member": SOMEBODY}, {"merged_into": SOMEBODY}, {"club": SOMEBODY}]
TO_NIGHT: list[dict[str, Any]] = [{"status": "closed"}, {"club": SOMEBODY}, {"opened_at": "2020-01-01T00:00:00Z"}]
TO_ACCOUNT: list[dict[str, Any]] = [{"is_superuser": True}, {"is_staff": True}, {"password": "x"}]


def sneaked(answer: Any, field: str) -> None:
    problem = refused(answer, 400, "bad_format")
    assert [error["field"] for error in problem["errors"]] == [field]


@pytest.mark.parametrize("more", TO_CLUB, ids=str)
def test_a_club_is_founded_with_what_was_asked(cast: Cast, more: dict[str, Any]) -> None:
    sneaked(cast.owner.post("clubs/", CLUB | more), *more)
    assert not Club.objects.filter(name="Saturday").exists()


@pytest.mark.parametrize("more", TO_PLAYER, ids=str)
def test_a_player_is_nobody_elses(cast: Cast, more: dict[str, Any]) -> None:
    before = Player.objects.count()
    answer = cast.scorekeeper.post(f"clubs/{cast.club}/players/", {"name": "Mallory"} | more)
    assert answer.status_code in (400, 404), answer.content
    assert Player.objects.count() == before


@pytest.mark.parametrize("more", TO_NIGHT, ids=str)
def test_a_night_begins_open_and_now(cast: Cast, more: dict[str, Any]) -> None:
    sneaked(cast.scorekeeper.post(f"clubs/{cast.club}/nights/", {"name": "Tonight", "chip": 25} | more), *more)
    assert not Night.objects.exists()


@pytest.mark.parametrize("more", TO_ACCOUNT, ids=str)
def test_nobody_makes_themselves_more_than_they_are(cast: Cast, more: dict[str, Any]) -> None:
    before = list(User.objects.order_by("name").values_list("name", "password", "is_superuser"))
    assert cast.player.patch("account/", more).status_code in (400, 405)
    assert list(User.objects.order_by("name").values_list("name", "password", "is_superuser")) == before


def test_a_member_stays_who_they_are(cast: Cast) -> None:
    members = made(cast.owner.get(f"clubs/{cast.club}/members/"), 200)["results"]
    one = next(member for member in members if member["account_name"] == "pat")
    for more in ({"user": new_id()}, {"account_name": "eve"}, {"club": new_id()}):
        sneaked(cast.owner.patch(f"members/{one['id']}/", {"role": "scorekeeper"} | more), *more)
    assert Member.objects.get(pk=one["id"]).role == "player"
