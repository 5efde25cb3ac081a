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
from tests.api.phone import described_paths, made, refused


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
    result = made(table.phone.post(f"nights/{table.night}/results/", {"game": "Stud", "net": {ann: 25, bob: -25}}))
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
    assert listed(cast.player, f"{log}?kind=club", "created_by") == ["olga"]
    assert listed(cast.player, f"{log}?kind=member&order=created_at", "created_by") == ["olga"] * 3


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
    assert listed(cast.player, f"clubs/{cast.club}/members/?role=owner,player", "account_name") == ["olga", "pat"]


# Short lists of one thing, and a hand's log: they are read from their beginning to their end.
WHOLE = {"listGames", "listCorrections", "listRulings", "listHandEntries"}


def test_every_list_has_pages_and_can_be_narrowed_down_or_turned_around() -> None:
    lists = 0
    for operations in described_paths().values():
        for name, operation in operations.items():
            answer = operation["responses"].get("200", {}).get("content", {}).get("application/json", {})
            if name == "get" and answer.get("schema", {}).get("$ref", "").endswith("Page"):
                asked = {one["name"] for one in operation["parameters"] if one["in"] == "query"}
                assert asked > {"cursor", "page_size"} or operation["operationId"] in WHOLE, operation["operationId"]
                lists += 1
    assert lists > 20


def test_chips_and_requests_by_player(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    ann, bob = table.players.values()
    at = f"nights/{table.night}"
    assert listed(cast.player, f"{at}/buy-ins/?player={bob}", "player") == [bob]
    assert listed(cast.player, f"{at}/buy-ins/?order=-created_at", "player") == [bob, ann]
    assert listed(cast.player, f"{at}/cash-outs/?player={ann}") == []
    for what in ("recounts", "expenses"):
        assert listed(cast.player, f"{at}/{what}/?order=-created_at") == []
    asked = [made(table.phone.post(f"{at}/requests/", {"player": who, "amount": 100}))["id"] for who in (ann, bob)]
    made(table.phone.post(f"requests/{asked[0]}/refuse/", {"reason": "Enough"}), 200)
    assert listed(cast.player, f"{at}/requests/?status=refused") == asked[:1]
    assert listed(cast.player, f"{at}/requests/?player={bob}") == asked[1:]
    assert listed(cast.player, f"{at}/requests/?order=-created_at") == asked[::-1]
    refused(cast.player.get(f"{at}/requests/?status=lost"), 400, "bad_format")


def test_seats_and_matches_by_status(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    at = f"nights/{table.night}"
    seats = listed(cast.player, f"{at}/seats/")
    made(table.phone.patch(f"seats/{seats[0]}/", {"status": "out"}), 200)
    assert listed(cast.player, f"{at}/seats/?status=in") == seats[1:]
    assert listed(cast.player, f"{at}/seats/?player={table.players['Ann']}") == seats[:1]
    made(table.phone.patch(f"seats/{seats[0]}/", {"status": "in"}), 200)
    table.start("bluff-n-peg")
    assert len(listed(cast.player, f"{at}/matches/?status=in_progress")) == 1
    assert listed(cast.player, f"{at}/matches/?status=won,abandoned&order=-started_at") == []


def test_invites_devices_and_clubs(cast: Cast) -> None:
    first, second = (
        made(cast.owner.post(f"clubs/{cast.club}/invites/", {"role": role}))["id"] for role in ("player", "admin")
    )
    made(cast.owner.post(f"invites/{first}/revoke/"), 200)
    at = f"clubs/{cast.club}/invites/"
    assert listed(cast.owner, f"{at}?standing=true") == [second]
    assert listed(cast.owner, f"{at}?role=player") == [first]
    assert listed(cast.owner, f"{at}?order=created_at") == [first, second]
    assert len(listed(cast.owner, "tokens/?signed_in=true")) == 1
    assert listed(cast.owner, "tokens/?signed_in=false&order=created_at") == []
    assert listed(cast.owner, "clubs/?name=FRI") == [cast.club]
    assert listed(cast.owner, "clubs/?name=Sat") == []


def test_settlements_by_currency(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    ann, bob = table.players.values()
    made(table.phone.post(f"nights/{table.night}/results/", {"game": "Stud", "net": {ann: 500, bob: -500}}))
    for player, count in ((ann, 2500), (bob, 1500)):
        made(table.phone.post(f"nights/{table.night}/cash-outs/", {"player": player, "count": count}))
    made(table.phone.post(f"nights/{table.night}/close/"), 200)
    settlement = made(table.phone.post(f"nights/{table.night}/settlements/"))["id"]
    for at in (f"clubs/{cast.club}", f"nights/{table.night}"):
        assert listed(cast.player, f"{at}/settlements/?currency=EUR&order=created_at") == [settlement]
        assert listed(cast.player, f"{at}/settlements/?currency=USD") == []


def test_payments_by_player_way_and_state(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob", "Cid")
    ann, bob, cid = table.players.values()
    made(table.phone.post(f"nights/{table.night}/results/", {"game": "Stud", "net": {ann: 500, bob: -500, cid: 0}}))
    for player, count in ((ann, 2500), (bob, 1500), (cid, 2000)):
        made(table.phone.post(f"nights/{table.night}/cash-outs/", {"player": player, "count": count}))
    made(table.phone.post(f"nights/{table.night}/close/"), 200)
    transfer = made(table.phone.post(f"nights/{table.night}/settlements/"))["transfers"][0]
    paid = f"transfers/{transfer['id']}/payments/"
    first = made(table.phone.post(paid, {"amount": 300, "payment_method": "cash"}))["id"]
    second = made(table.phone.post(paid, {"amount": 200, "payment_method": "bank"}))["id"]
    made(table.phone.post(f"payments/{second}/reverse/", {"reason": "It never came"}), 200)
    made(table.phone.post(f"payments/{first}/confirm/"), 200)
    at = f"clubs/{cast.club}/payments/"
    assert listed(cast.player, at) == [second, first]
    assert listed(cast.player, f"{at}?order=-amount&currency=EUR") == [first, second]
    assert listed(cast.player, f"{at}?player={ann}") == listed(cast.player, f"{at}?player={bob}") == [second, first]
    assert listed(cast.player, f"{at}?player={cid}") == listed(cast.player, f"{at}?currency=USD") == []
    assert (
        listed(cast.player, f"{at}?payment_method=cash,other") == listed(cast.player, f"{at}?reversed=false") == [first]
    )
    assert listed(cast.player, f"{at}?confirmed=false") == [second]
    line = made(cast.player.get(f"{at}?reversed=true"), 200)["results"][0]
    assert (line["transfer"], line["amount"], line["reason"]) == (transfer["id"], 200, "It never came")


def test_the_accounts_of_a_club_add_up(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    ann, night = table.players["Ann"], table.night
    made(table.phone.post(f"nights/{night}/buy-ins/", {"player": ann, "amount": 500, "payment_method": "cash"}))
    at = f"clubs/{cast.club}/accounts/"
    every = made(cast.player.get(at), 200)["results"]
    assert sum(account["amount"] for account in every) == 0
    assert [account["amount"] for account in every if account["kind"] == "box"] == [-500]
    (chips,) = made(cast.player.get(f"{at}?kind=chips&player={ann}&night={night}"), 200)["results"]
    assert (chips["owner"], chips["night"], chips["amount"], chips["currency"]) == (ann, night, 2500, "EUR")
    postings = f"accounts/{chips['id']}/postings/"
    assert listed(cast.player, postings, "amount") == [2000, 500]
    assert listed(cast.player, f"{postings}?order=-id", "amount") == [500, 2000]
    page = made(cast.player.get(f"{postings}?page_size=1"), 200)
    assert listed(cast.player, page["next"].partition("/api/v1/")[2], "amount") == [500]
    refused(cast.outsider.get(postings), 404, "not_found")
    refused(cast.player.get(f"accounts/{ann}/postings/"), 404, "not_found")
    for wrong in ("kind=gold", "night=tonight", "order=balance"):
        refused(cast.player.get(f"{at}?{wrong}"), 400, "bad_format")


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
