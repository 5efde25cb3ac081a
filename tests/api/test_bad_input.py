"""What cannot be is refused with the right status and code, and leaves nothing behind."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.engine.strict_json import MAX_DIGITS
from games.models import Answer, Entry, Hand
from tests.api.conftest import Cast, Table
from tests.api.phone import Phone, made, new_id, refused

CLUB = {"name": "Friday", "currency": "EUR", "time_zone": "Europe/Berlin"}

MALFORMED = {
    "nothing": b"{",
    "no JSON": b"name=Friday",
    "not UTF-8": b'{"name": "\xff"}',
    "NaN": b'{"name": NaN}',
    "Infinity": b'{"name": -Infinity}',
    "too large a float": b'{"name": 1e999}',
    "a digit too many": b'{"name": ' + b"9" * 5000 + b"}",
    "deep": b'{"name": ' + b"[" * 8_000 + b"]" * 8_000 + b"}",
    "a bit deep": b'{"name": ' + b"[" * 20 + b"]" * 20 + b"}",
    "a key twice": b'{"name": "a", "name": "b"}',
    "half a pair": b'{"name": "\\ud800"}',
    "half a pair as key": b'{"\\udc00": "a"}',
    "NUL": b'{"name": "a\\u0000b"}',
    "a list": b"[]",
    "a text": b'"club"',
    "null": b"null",
}


@pytest.mark.parametrize("raw", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_is_no_json_of_ours(cast: Cast, raw: bytes) -> None:
    refused(cast.owner.send("post", "clubs/", raw), 400, "bad_format")
    refused(cast.nobody.send("post", "tokens/", raw), 400, "bad_format")


def test_a_body_without_end(cast: Cast) -> None:
    raw = json.dumps({**CLUB, "name": "x" * 1_100_000})
    refused(cast.owner.send("post", "clubs/", raw), 413, "too_large")
    refused(cast.nobody.send("post", "tokens/", raw), 413, "too_large")


WRONG_CLUBS: list[tuple[dict[str, Any], str]] = [
    ({"name": None}, "name"),
    ({"name": ""}, "name"),
    ({"name": "   "}, "name"),
    ({"name": 5}, "name"),
    ({"name": True}, "name"),
    ({"name": ["Friday"]}, "name"),
    ({"name": {"a": 1}}, "name"),
    ({"name": "x" * 81}, "name"),
    ({"name": "a\u0007b"}, "name"),
    ({"color": "red"}, "color"),
    ({"id": 5}, "id"),
    ({"id": "five"}, "id"),
    ({"id": "5" * 32}, "id"),
    ({"default_payment_method": "card"}, "default_payment_method"),
    ({"default_payment_method": {}}, "default_payment_method"),
    ({"currency": "EURO"}, "currency"),
]


@pytest.mark.parametrize(("change", "field"), WRONG_CLUBS)
def test_fields_are_what_they_must_be(cast: Cast, change: dict[str, Any], field: str) -> None:
    problem = refused(cast.owner.post("clubs/", {**CLUB, **change}), 400, "bad_format")
    assert [error["field"] for error in problem["errors"]] == [field]


@pytest.mark.parametrize("change", [{"currency": "XXY"}, {"time_zone": "Moon/Base"}, {"time_zone": "../etc"}])
def test_currencies_and_time_zones_exist(cast: Cast, change: dict[str, Any]) -> None:
    refused(cast.owner.post("clubs/", {**CLUB, **change}), 400, "bad_format")


@pytest.mark.parametrize("name", ["Zoë 🃏", "אבי", "عمر", "👩‍👩‍👧", "Nguyễn", "Robert'); DROP TABLE", "<b>Bob</b>"])
def test_names_are_anybodys(cast: Cast, name: str) -> None:
    player = made(cast.owner.post(f"clubs/{cast.club}/players/", {"name": name}))
    assert made(cast.owner.get(f"players/{player['id']}/"), 200)["name"] == name


def test_one_name_is_one_name_however_it_is_typed(cast: Cast) -> None:
    made(cast.owner.post(f"clubs/{cast.club}/players/", {"name": "Zo\u00eb"}))
    refused(cast.owner.post(f"clubs/{cast.club}/players/", {"name": " Zoe\u0308 "}), 409, "conflict")


@pytest.mark.parametrize("amount", [1.5, 100.0, 1e3, "100", True, None, [], {}])
def test_money_is_a_whole_number(lay: Callable[..., Table], amount: object) -> None:
    table = lay("Ann")
    body = {"player": table.players["Ann"], "amount": amount}
    refused(table.phone.post(f"nights/{table.night}/buy-ins/", body), 400, "bad_format")


@pytest.mark.parametrize("amount", [-100, 0, 10, 2**53, 2**64, 10**99])
def test_money_is_chips_that_can_be(lay: Callable[..., Table], amount: int) -> None:
    table = lay("Ann")
    phone, night, ann = table.phone, table.night, table.players["Ann"]
    refused(phone.post(f"nights/{night}/buy-ins/", {"player": ann, "amount": amount}), 422, "bad_amount")
    refused(phone.post(f"nights/{night}/results/", {"game": "x", "net": {ann: amount or 25}}), 422, "bad_amount")
    if amount:
        refused(phone.post(f"nights/{night}/cash-outs/", {"player": ann, "count": amount}), 422, "bad_amount")
        counts = {"counts": {ann: amount}, "reason": "Counted"}
        refused(phone.post(f"nights/{night}/recounts/", counts), 422, "bad_amount")
    assert Entry.objects.filter(kind=Entry.Kind.BUY_IN).count() == 1


@pytest.mark.parametrize("net", [{}, {"ann": 5}, [], {"00000000-0000-4000-8000-000000000000": 1.5}, None])
def test_a_result_names_players_and_amounts(lay: Callable[..., Table], net: object) -> None:
    table = lay("Ann")
    refused(table.phone.post(f"nights/{table.night}/results/", {"game": "x", "net": net}), 400, "bad_format")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "poker"}, 400, "bad_format"),
        ({"game": 5}, 400, "bad_format"),
        ({"game": "the-bluffs", "rules": []}, 400, "bad_format"),
        ({"game": "the-bluffs", "rules": {"jokers": 2}}, 422, "bad_rules"),
        ({"game": "the-bluffs", "rules": {"bets": [-25]}}, 422, "bad_rules"),
        ({"game": "the-bluffs", "rules": {"ante": 1.5}}, 422, "bad_rules"),
        ({"game": "the-bluffs", "rules": {"ante": True}}, 422, "bad_rules"),
        ({"game": "the-bluffs", "rules": {"ante": 10**80}}, 422, "bad_rules"),
        ({"game": "the-bluffs", "dealer": "Ann"}, 400, "bad_format"),
        ({"game": "the-bluffs", "dealer": "00000000-0000-4000-8000-000000000000"}, 422, "bad_setup"),
    ],
)
def test_a_deal_that_cannot_be(lay: Callable[..., Table], body: dict[str, Any], status: int, code: str) -> None:
    table = lay("Ann", "Bob")
    refused(table.phone.post(f"nights/{table.night}/hands/", body), status, code)
    assert not Hand.objects.exists()


ACTIONS: list[tuple[object, int, str]] = [
    ({}, 400, "bad_format"),
    ([], 400, "bad_format"),
    ("call", 400, "bad_format"),
    ({"actions": []}, 400, "bad_format"),
    ({"actions": ["call"]}, 400, "bad_format"),
    ({"actions": [{"type": "call"}], "more": 1}, 400, "bad_format"),
    ({"type": "call"}, 400, "bad_format"),
    ({"type": ["call"], "player": "ANN"}, 400, "bad_format"),
    ({"type": "jump", "player": "ANN"}, 400, "bad_format"),
    ({"type": "call", "player": "ANN", "to": 50}, 400, "bad_format"),
    ({"type": "raise", "player": "ANN", "to": 50.0}, 400, "bad_format"),
    ({"type": "raise", "player": "ANN", "to": True}, 400, "bad_format"),
    ({"type": "raise", "player": "ANN", "to": "50"}, 400, "bad_format"),
    ({"type": "raise", "player": "ANN", "to": -50}, 422, "bad_amount"),
    ({"type": "raise", "player": "ANN", "to": 10**99}, 422, "bad_amount"),
    ({"type": "raise", "player": "ANN", "to": 60}, 422, "bad_amount"),
    ({"type": "call", "player": "Ann"}, 422, "unknown_player"),
    ({"type": "call", "player": "BOB"}, 422, "not_your_turn"),
    ({"type": "check", "player": "ANN"}, 422, "cannot_check"),
    ({"type": "bet", "player": "ANN", "to": 50}, 422, "cannot_bet"),
    ({"type": "reveal", "cards": ["Qs", "7c"]}, 422, "wrong_phase"),
    ({"type": "void"}, 400, "bad_format"),
    ({"type": "void", "reason": "x" * 501}, 400, "bad_format"),
]


@pytest.mark.parametrize(("body", "status", "code"), ACTIONS)
def test_an_action_that_cannot_be(lay: Callable[..., Table], body: object, status: int, code: str) -> None:
    table = lay("Ann", "Bob")
    ids = json.dumps(body).replace("ANN", table.players["Ann"]).replace("BOB", table.players["Bob"])
    hand = table.start("the-bluffs", dealer=table.players["Ann"])
    assert hand["to_act"] == [table.players["Ann"]]
    path = f"hands/{hand['id']}/actions/"
    problem = refused(table.phone.send("post", path, ids, If_Match=f'"{hand["version"]}"'), status, code)
    if status == 422:
        assert problem["legal"] == hand["legal"]
        assert problem["action"] == 0
    assert not Hand.objects.get().entries.filter(number__gt=0).exists()


def test_a_refusal_speaks_of_people_by_name(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    hand = table.start("the-bluffs", dealer=table.players["Ann"])
    action = {"type": "call", "player": table.players["Bob"]}
    response = table.phone.post(f"hands/{hand['id']}/actions/", action, If_Match=f'"{hand["version"]}"')
    assert refused(response, 422, "not_your_turn")["detail"] == "It is not the turn of Bob; to act: Ann."


def test_a_refusal_counts_as_the_table_does(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    path = f"nights/{table.night}/hands/"
    told = refused(table.phone.post(path, {"game": "council-bluffs", "rules": {"ante": 30}}), 422, "bad_rules")
    assert told["detail"] == "The house rule ante: 0.30 is not a multiple of the chip, 0.25."
    hand = table.start("council-bluffs", dealer=table.players["Ann"])
    raised = {"type": "raise", "player": table.players["Ann"], "to": 230}
    response = table.phone.post(f"hands/{hand['id']}/actions/", raised, If_Match=f'"{hand["version"]}"')
    assert refused(response, 422, "bad_amount")["detail"] == "2.30 is not a multiple of the chip, 0.25."


def test_a_refusal_names_nobody_of_another_club(cast: Cast, lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    hand = table.start("the-bluffs")
    club = made(cast.outsider.post("clubs/", CLUB))["id"]
    stranger = made(cast.outsider.post(f"clubs/{club}/players/", {"name": "Secret Sam"}))["id"]
    for player, told in ((stranger, stranger), (made_player(cast, "Cara"), "Cara")):
        action = {"type": "fold", "player": player}
        response = table.phone.post(f"hands/{hand['id']}/actions/", action, If_Match=f'"{hand["version"]}"')
        assert refused(response, 422, "unknown_player")["detail"].startswith(f"{told} is not in this hand")


def made_player(cast: Cast, name: str) -> str:
    return str(made(cast.owner.post(f"clubs/{cast.club}/players/", {"name": name}))["id"])


def test_ten_thousand_actions_at_once(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    hand = table.start("the-bluffs")
    action = {"type": "call", "player": table.players["Ann"]}
    path = f"hands/{hand['id']}/actions/"
    response = table.phone.post(path, {"actions": [action] * 10_000}, If_Match=f'"{hand["version"]}"')
    refused(response, 413, "too_large")


def test_of_a_batch_with_one_wrong_action_nothing_is_kept(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    ann, bob = table.players.values()
    hand = table.start("the-bluffs", dealer=ann)
    calls = [{"type": "call", "player": ann}, {"type": "raise", "player": bob, "to": 33}]
    path = f"hands/{hand['id']}/actions/"
    response = table.phone.post(path, {"actions": calls}, If_Match=f'"{hand["version"]}"')
    assert refused(response, 422, "bad_amount")["action"] == 1
    assert made(table.phone.get(f"hands/{hand['id']}/"), 200) == hand


def test_cards_that_contradict_each_other(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    ann, bob = table.players.values()
    hand = table.start("buddhas-folly", dealer=bob)
    path = f"hands/{hand['id']}/actions/"
    for cards, code in ((["Qh", "Qs"], "wrong_card_count"), (["Zz"], "bad_card"), (["JK"], "bad_card")):
        reveal = {"type": "reveal", "cards": cards}
        refused(table.phone.post(path, reveal, If_Match=f'"{hand["version"]}"'), 422, code)
    hand = table.act(hand, {"type": "reveal", "cards": ["Qh"]})
    same = {"type": "accept", "player": ann, "discard": "Qh"}
    refused(table.phone.post(path, same, If_Match=f'"{hand["version"]}"'), 422, "card_not_held")
    hand = table.act(hand, {"type": "accept", "player": ann, "discard": "2s"})
    known = {"type": "accept", "player": bob, "discard": "Qh"}
    refused(table.phone.post(path, known, If_Match=f'"{hand["version"]}"'), 422, "card_seen")


ELSEWHERE = ["", "v2/", "v1/hand/", "v1/hands/5/", "v1/hands/%00/", "v1/games/%F0%9F%83%8F/"]


@pytest.mark.parametrize("path", ELSEWHERE)
@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_every_other_address_is_not_found(cast: Cast, path: str, method: str) -> None:
    response = getattr(cast.owner.client, method)(f"/api/{path}", headers=cast.owner.headers)
    refused(response, 404, "not_found")


def test_methods_types_and_answers_that_are_not_there(cast: Cast) -> None:
    client, headers = cast.owner.client, cast.owner.headers
    refused(client.delete("/api/v1/clubs/", headers=headers), 405, "method_not_allowed")
    refused(client.options("/api/v1/clubs/", headers=headers), 405, "method_not_allowed")
    assert client.put("/api/v1/clubs/", headers=headers)["Allow"] == "GET, HEAD, POST"
    keyed = {**headers, "Idempotency-Key": new_id()}
    form = client.post("/api/v1/clubs/", data={"name": "Friday"}, headers=keyed)
    refused(form, 415, "unsupported_media_type")
    refused(cast.owner.get("clubs/", Accept="text/html"), 406, "not_acceptable")


@pytest.mark.parametrize("query", ["cursor=x", "cursor=cD0xMjM%3D", "cursor=cD0%3D", "cursor=%00", "page_size=-1"])
def test_a_cursor_of_ones_own(cast: Cast, query: str) -> None:
    for path in ("clubs/", "nights/", f"clubs/{cast.club}/members/"):
        assert cast.owner.get(f"{path}?{query}").status_code in (200, 400)


@pytest.mark.parametrize("moment", ["yesterday", "2026-01-01", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00"])
def test_the_phones_clock_is_a_moment(cast: Cast, moment: str) -> None:
    refused(cast.owner.post("clubs/", CLUB, Phone_Time=moment), 400, "bad_format")


def test_nothing_refused_is_remembered(cast: Cast) -> None:
    key, before = new_id(), Answer.objects.count()
    refused(cast.owner.post("clubs/", {**CLUB, "name": ""}, key=key), 400, "bad_format")
    assert Answer.objects.count() == before
    made(cast.owner.post("clubs/", CLUB, key=key))


def test_a_fault_of_ours_is_a_problem_too(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("games.clubs.selectors.clubs.clubs_of", fail)
    phone = Phone()
    phone.client.raise_request_exception = False
    response = phone.client.get("/api/v1/clubs/", headers=cast.owner.headers)
    assert "bug" not in refused(response, 500, "internal")["detail"]


def test_numbers_have_as_many_digits_as_the_page_says(cast: Cast) -> None:
    page = " ".join((Path(settings.BASE_DIR) / "docs" / "api.md").read_text().split())
    assert f"numbers of more than {MAX_DIGITS} digits" in page
    for digits, refused_for_them in ((MAX_DIGITS, False), (MAX_DIGITS + 1, True)):
        problem = refused(cast.owner.send("post", "clubs/", f'{{"name": {"9" * digits}}}'), 400, "bad_format")
        assert (f"{MAX_DIGITS} digits" in problem["detail"]) is refused_for_them
