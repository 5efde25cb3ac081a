"""Lists, narrowed down and turned around."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import Answer, Night
from tests.api.conftest import Cast, Table
from tests.api.phone import made, refused


def listed(phone: Any, path: str, key: str = "id") -> list[Any]:
    return [one[key] for one in made(phone.get(path), 200)["results"]]


def test_nights_by_day_and_status(cast: Cast, lay: Callable[..., Table]) -> None:
    nights = [lay().night for _ in range(3)]
    # half past eleven at night in Berlin, half past midnight there, and noon two days later
    moments = [(15, 22), (15, 23), (17, 11)]
    for night, (on, hour) in zip(nights, moments, strict=True):
        Night.objects.filter(pk=night).update(opened_at=datetime(2026, 1, on, hour, 30, tzinfo=UTC))
    made(cast.scorekeeper.post(f"nights/{nights[0]}/close/"), 200)
    for path in ("nights/", f"clubs/{cast.club}/nights/"):
        assert listed(cast.player, path) == nights[::-1]
        assert listed(cast.player, f"{path}?order=opened_at") == nights
        assert listed(cast.player, f"{path}?since=2026-01-16") == [nights[2], nights[1]]
        assert listed(cast.player, f"{path}?until=2026-01-15") == [nights[0]]
        assert listed(cast.player, f"{path}?since=2026-01-16&until=2026-01-16") == [nights[1]]
        assert listed(cast.player, f"{path}?status=closed") == [nights[0]]
        assert len(listed(cast.player, f"{path}?status=closed,open")) == 3
    page = made(cast.player.get("nights/?order=opened_at&page_size=2"), 200)
    assert listed(cast.player, page["next"].partition("/api/v1/")[2]) == [nights[2]]
    for wrong in (
        "status=shut",
        "since=yesterday",
        "since=20260116",
        "until=2026-W03-4",
        "since=0000-00-00",
        "until=9999-12-31",
        "order=name",
        "status=",
    ):
        refused(cast.player.get(f"nights/?{wrong}"), 400, "bad_format")


def test_hands_by_game_status_and_player(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob", "Cara")
    ann, bob, cara = table.players.values()
    result = made(table.phone.post(f"nights/{table.night}/results/", {"word": "Stud", "net": {ann: 25, bob: -25}}))
    seats = made(table.phone.get(f"nights/{table.night}/seats/"), 200)["results"]
    made(table.phone.patch(f"seats/{seats[0]['id']}/", {"status": "out"}), 200)
    hand = table.start("council-bluffs", dealer=bob)
    at = f"nights/{table.night}/hands/"
    assert listed(cast.player, f"{at}?game=Stud") == [result["id"]]
    assert listed(cast.player, f"{at}?status=open") == [hand["id"]]
    assert listed(cast.player, f"{at}?player={ann}") == [result["id"]]
    assert listed(cast.player, f"{at}?player={bob}&order=-number") == [hand["id"], result["id"]]
    assert listed(cast.player, f"{at}?player={cara.upper()}") == [hand["id"]]
    for wrong in ("player=Ann", "status=lost", "game=%00", "order=id"):
        refused(cast.player.get(f"{at}?{wrong}"), 400, "bad_format")


def test_entries_by_kind_and_player(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    ann = table.players["Ann"]
    at = f"nights/{table.night}/money/"
    assert listed(cast.player, f"{at}?kind=buy_in&player={ann}", "player") == [ann]
    assert listed(cast.player, f"{at}?kind=cash_out") == []
    made(cast.owner.patch(f"clubs/{cast.club}/", {"name": "Saturday"}), 200)
    log = f"clubs/{cast.club}/entries/"
    assert set(listed(cast.player, f"{log}?kind=club,member", "kind")) == {"club", "member"}
    assert listed(cast.player, f"{log}?kind=club", "by") == ["olga"]
    assert listed(cast.player, f"{log}?kind=member&order=at", "by") == ["olga"] * 3


def test_the_log_of_a_club_has_no_steps_of_hands(cast: Cast, lay: Callable[..., Table]) -> None:
    """They have logs of their own, which keep what is secret."""
    table = lay("Ann", "Bob")
    hand = table.start("the-bluffs")
    table.act(hand, {"type": "void", "reason": ""})
    assert not {"deal", "action"} & set(listed(cast.player, f"clubs/{cast.club}/entries/", "kind"))


def test_people_by_name_and_role(cast: Cast, lay: Callable[..., Table]) -> None:
    lay("Ann", "Anna", "Bob")
    at = f"clubs/{cast.club}/players/"
    assert listed(cast.player, f"{at}?name=ann", "name") == ["Ann", "Anna"]
    assert listed(cast.player, f"{at}?guest=false") == []
    assert len(listed(cast.player, f"{at}?guest=true")) == 3
    refused(cast.player.get(f"{at}?guest=1"), 400, "bad_format")
    refused(cast.player.get(f"{at}?name={'a' * 101}"), 400, "bad_format")
    assert listed(cast.player, f"clubs/{cast.club}/members/?role=owner,player", "account") == ["olga", "pat"]


def test_answers_are_kept_for_a_day_and_then_go(cast: Cast) -> None:
    young = made(cast.player.get("account/"), 200)["id"]
    old = Answer.objects.filter(user__name="olga")
    count = old.update(at=timezone.now() - timedelta(hours=25))
    Answer.objects.create(user_id=young, key="young", fingerprint="x", status=201, at=timezone.now())
    out = StringIO()
    call_command("purge_answers", stdout=out)
    assert out.getvalue() == "0 answers deleted.\n"
    with pytest.raises(CommandError):
        call_command("purge_answers", hours=23)
    call_command("purge_answers", hours=24, stdout=out)
    assert f"\n{count} answers deleted.\n" in out.getvalue()
    assert list(Answer.objects.values_list("key", flat=True)) == ["young"]
