"""Invites: secret, of limited use, and the way a guest becomes a member."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.audit import services as audit
from games.models import Answer, Entry, Invite, Member, Player
from tests.api.conftest import Cast, Table, phone_of
from tests.api.phone import API, Phone, made, refused

GIL = {"name": "gil", "password": "gil-goes-all-in"}


def invite(phone: Phone, club: str, **body: Any) -> tuple[str, str]:
    """Its id, and its secret."""
    found = made(phone.post(f"clubs/{club}/invites/", body))["id"]
    return found, made(phone.get(f"invites/{found}/link/"), 200)["token"]


def test_an_invite_makes_an_account_and_a_member(cast: Cast) -> None:
    _, token = invite(cast.owner, cast.club, role="scorekeeper")
    told = made(cast.nobody.post("invites/look/", {"token": token}), 200)
    assert (told["club_name"], told["role"], told["player_name"]) == ("Friday", "scorekeeper", None)
    came = made(cast.nobody.post("invites/accept/", {**GIL, "token": token}))
    assert (came["member"]["account_name"], came["member"]["role"]) == ("gil", "scorekeeper")
    assert made(Phone(came["token"]).get("clubs/"), 200)["results"][0]["id"] == cast.club
    joined = Entry.objects.filter(kind="member").latest("at")
    assert (joined.by.name, joined.body["what"], joined.body["role"]) == ("gil", "joined", "scorekeeper")


def test_it_is_used_as_often_as_it_says(cast: Cast) -> None:
    one, token = invite(cast.owner, cast.club, max_uses=2)
    made(cast.outsider.post("invites/join/", {"token": token}))
    refused(cast.outsider.post("invites/join/", {"token": token}), 409, "conflict")
    made(phone_of("gil").post("invites/join/", {"token": token}))
    for gone in (
        phone_of("eve").post("invites/join/", {"token": token}),
        cast.nobody.post("invites/look/", {"token": token}),
    ):
        refused(gone, 404, "not_found")
    refused(cast.owner.get(f"invites/{one}/link/"), 409, "conflict")
    listed = made(cast.owner.get(f"clubs/{cast.club}/invites/"), 200)["results"]
    assert [(one["status"], one["uses"]) for one in listed] == [("used", 2)]


def test_revoked_or_expired_it_is_as_if_it_had_never_been(cast: Cast) -> None:
    one, token = invite(cast.owner, cast.club)
    made(cast.owner.post(f"invites/{one}/revoke/"), 200)
    made(cast.owner.post(f"invites/{one}/revoke/"), 200)
    late, old = invite(cast.owner, cast.club, hours=1)
    Invite.objects.filter(pk=late).update(expires_at=timezone.now() - timedelta(seconds=1))
    told = [
        refused(cast.nobody.post("invites/accept/", {**GIL, "token": secret}), 404, "not_found")["detail"]
        for secret in (token, old, "never")
    ]
    assert len(set(told)) == 1
    assert not Member.objects.filter(user__name="gil").exists()


def test_the_secret_is_kept_nowhere(cast: Cast) -> None:
    _, token = invite(cast.owner, cast.club)
    kept = str([list(model.objects.values()) for model in (Invite, Answer, Entry)])
    assert token not in kept


def test_a_guest_claims_their_player(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Gil", "Bob")
    gil = table.players["Gil"]
    hand = table.start("guts")
    one, token = invite(cast.scorekeeper, cast.club, player=gil)
    hand = table.act(hand, {"type": "declare", "player": gil, "as": "in"})
    refused(cast.nobody.post("invites/accept/", {**GIL, "token": token}), 409, "conflict")
    table.act(hand, {"type": "void", "reason": ""})
    refused(cast.nobody.post("invites/accept/", {**GIL, "token": token}), 409, "conflict")  # it may be undone
    table.start("guts")
    came = made(cast.nobody.post("invites/accept/", {**GIL, "token": token}))
    assert str(Player.objects.get(pk=gil).member_id) == came["member"]["id"]
    refused(cast.scorekeeper.post(f"clubs/{cast.club}/invites/", {"player": gil}), 409, "conflict")
    again = {"player": table.players["Bob"]}
    _, second = invite(cast.scorekeeper, cast.club, **again)
    refused(Phone(came["token"]).post("invites/join/", {"token": second}), 409, "conflict")
    made(cast.player.post("invites/join/", {"token": second}))
    assert Player.objects.get(pk=table.players["Bob"]).member.user.name == "pat"
    assert one


def test_who_may_invite_claims_a_guest_for_themselves(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Gil", "Bob")
    gil, bob = (f"players/{table.players[name]}/claim/" for name in ("Gil", "Bob"))
    hand = table.start("guts")
    table.act(hand, {"type": "declare", "player": table.players["Gil"], "as": "in"})
    refused(cast.player.post(gil), 403, "forbidden")
    assert "in secret" in refused(cast.scorekeeper.post(gil), 409, "conflict")["detail"]
    was = made(cast.scorekeeper.post(bob), 200)
    me = Member.objects.get(pk=was["member"])
    assert (was["name"], me.user.name) == ("Bob", "kim")
    entry = Entry.objects.latest("at")
    assert (entry.kind, str(entry.player_id), entry.by, entry.body) == (
        "player",
        table.players["Bob"],
        me.user,
        {"what": "claimed", "member": str(me.pk)},
    )
    assert "no guest any more" in refused(cast.owner.post(bob), 409, "conflict")["detail"]
    assert "You have a player" in refused(cast.scorekeeper.post(gil), 409, "conflict")["detail"]
    assert audit.find(me.club).differences == []
    Player.objects.filter(pk=table.players["Bob"]).update(member=None)
    assert {one.what for one in audit.find(me.club).differences} == {"member of player"}


def test_a_guest_comes_in_while_a_hand_is_played(cast: Cast, lay: Callable[..., Table]) -> None:
    """Bob's word stays his alone; Gil, who has said none, declares from the phone that he came in by."""
    table = lay("Gil", "Bob")
    gil, bob = table.players["Gil"], table.players["Bob"]
    hand = table.act(table.start("guts"), {"type": "declare", "player": bob, "as": "in"})
    _, token = invite(cast.scorekeeper, cast.club, player=gil)
    phone = Phone(made(cast.nobody.post("invites/accept/", {**GIL, "token": token}))["token"])
    seen = made(phone.get(f"hands/{hand['id']}/"), 200)
    assert {one["player"]: one["declared"] for one in seen["table"]["players"]} == {gil: None, bob: True}
    own = {"actions": [{"type": "declare", "player": gil, "as": "out"}]}
    made(phone.post(f"hands/{hand['id']}/actions/", own, If_Match=f'"{hand["version"]}"'))


def test_who_may_invite_whom(cast: Cast, lay: Callable[..., Table]) -> None:
    gil, path = lay("Gil").players["Gil"], f"clubs/{cast.club}/invites/"
    made(cast.owner.post(f"clubs/{cast.club}/members/", {"login": "zed", "role": "admin"}))
    admin = cast.outsider
    refused(cast.scorekeeper.post(path, {}), 403, "forbidden")
    refused(cast.player.post(path, {"player": gil}), 403, "forbidden")
    refused(admin.post(path, {"role": "owner"}), 403, "forbidden")
    for wrong in ({"player": gil, "role": "admin"}, {"player": gil, "max_uses": 2}, {"max_uses": 0}, {"hours": 10**6}):
        refused(cast.owner.post(path, wrong), 400, "bad_format")
    theirs, _ = invite(cast.owner, cast.club, role="owner")
    for at in ("link", "qr/svg", "qr/png"):
        refused(admin.get(f"invites/{theirs}/{at}/"), 403, "forbidden")
    refused(admin.post(f"invites/{theirs}/revoke/"), 403, "forbidden")
    assert made(cast.scorekeeper.get(path), 200)["results"] == []


def test_the_link_is_drawn_to_be_scanned(cast: Cast) -> None:
    one, _ = invite(cast.owner, cast.club)
    svg, png = (cast.owner.get(f"invites/{one}/qr/{form}/") for form in ("svg", "png"))
    assert ET.fromstring(svg.content).tag.endswith("svg")  # noqa: S314  our own
    assert png.content.startswith(b"\x89PNG")
    assert svg["Cache-Control"] == png["Cache-Control"] == "no-store"
    assert Phone().client.get(f"{API}invites/{one}/qr/svg/").status_code == 401


def test_the_link_is_a_page(cast: Cast) -> None:
    _, token = invite(cast.owner, cast.club, max_uses=2)
    path, browser = f"/join/{token}/", Client(enforce_csrf_checks=True)
    assert "Friday" in browser.get(path).content.decode()
    csrf = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    refusal = browser.post(path, {**csrf, "name": "kim", "password": "kim-goes-all-in"})
    assert (refusal.status_code, "There is an account" in refusal.content.decode()) == (422, True)
    assert browser.post(path, {**csrf, **GIL}).status_code == 200
    assert browser.get("/api/v1/account/").json()["name"] == "gil"
    signed_in = Client()
    signed_in.force_login(phone_user("zed"))
    assert "Join as <bdi>zed</bdi>" in signed_in.get(path).content.decode()
    assert signed_in.post(path).status_code == 200
    assert signed_in.get(path).status_code == Client().post(path, GIL).status_code == 404


def phone_user(name: str) -> Any:
    return Member._meta.get_field("user").related_model.objects.get(name=name)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite's writers come one after the other anyway")
@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_gets_the_last_use() -> None:
    from threading import Barrier, Thread

    owner = phone_of("olga")
    club = made(owner.post("clubs/", {"name": "x", "currency": "EUR", "time_zone": "UTC"}))["id"]
    _, token = invite(owner, club)
    phones, start, got = [phone_of(name) for name in ("ann", "bob")], Barrier(2), []

    def join(phone: Phone) -> None:
        start.wait()
        got.append(phone.post("invites/join/", {"token": token}).status_code)
        connection.close()

    threads = [Thread(target=join, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == [201, 404]
