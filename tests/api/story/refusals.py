"""Beside the story: everything that can be refused, asked for once. What is told then are the examples of problems."""

import io
import json
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch
from zipfile import ZipFile

from django.db import OperationalError
from django.http import HttpResponse
from django.test import override_settings

from tests.api.phone import API, Phone, made
from tests.api.story.stage import Stage, named, repeating

ANN, BOB, CARA = (named(f"player {name}") for name in ("Ann", "Bob", "Cara"))
NIGHT, HAND, LATER = named("refused night"), named("refused hand"), named("later hand")
UNDECIDED = named("undecided night")
AT_NIGHT, AT_HAND = f"nights/{NIGHT}", f"hands/{HAND}"
NO_LIMIT = {"limit": "no_limit"}
BOARD = (["2c", "3d", "Kh"], ["9s"], ["Jd"])
Told = Iterator[tuple[str, HttpResponse]]


def tell(stage: Stage) -> Told:
    """Pairs of a name, which is a code but where HTTP has a status of its own, and the answer."""
    stage.set_up()
    yield from _requests(stage.phones["scorekeeper"], stage)
    yield from _people(stage.phones)
    yield from _hands(stage.phones["scorekeeper"])
    yield from _corrections(stage.phones["scorekeeper"], stage.phones["admin"])
    yield from _files(stage.phones["owner"], stage.club)
    yield from _money(stage.phones["scorekeeper"], stage.phones["admin"])
    yield from _not_balanced(stage.phones["scorekeeper"], stage.phones["admin"], stage.club)


def _requests(phone: Phone, stage: Stage) -> Told:
    made(phone.post(f"clubs/{stage.club}/nights/", {"id": NIGHT, "name": "Thursday", "chip": 25}))
    for player, name in ((ANN, "Ann"), (BOB, "Bob"), (CARA, "Cara")):
        made(phone.post(f"clubs/{stage.club}/players/", {"id": player, "name": name}))
        made(phone.post(f"{AT_NIGHT}/seats/", {"player": player}))
        made(phone.post(f"{AT_NIGHT}/buy-ins/", bought(player, 2000), key=f"bought-{name}"))
    path = f"{AT_NIGHT}/buy-ins/"
    yield "bad_format", phone.post(path, bought(ANN, "20.00"))
    yield "renamed_field", phone.post(path, {**bought(ANN, 2000), "way": "cash"})
    yield "length_required", phone.post(path, bought(ANN, 2000), Transfer_Encoding="chunked")
    yield "not_acceptable", phone.get(path, Accept="text/html")
    text = {"data": "20.00 for Ann", "content_type": "text/plain", "headers": {**phone.headers, "Idempotency-Key": "x"}}
    yield "unsupported_media_type", phone.client.post(API + path, **text)
    yield "key_reused", phone.post(path, bought(ANN, 500), key="bought-Ann")
    with patch("games.core.idempotency._kept", side_effect=OperationalError("database is locked")):
        yield "in_flight", phone.post(path, bought(ANN, 500))
    with patch("games.core.idempotency._kept", side_effect=OperationalError("database or disk is full")):
        yield "unavailable", phone.post(path, bought(ANN, 500))
    with override_settings(LIMITS={"requests": (0, 60)}):
        yield "throttled", phone.post(path, bought(ANN, 500))
    yield "bad_amount", phone.post(path, bought(ANN, 510))


def bought(player: str, amount: object) -> dict[str, object]:
    return {"player": player, "amount": amount}


def _people(phones: dict[str, Phone]) -> Told:
    path = f"{AT_NIGHT}/buy-ins/"
    yield "not_authenticated", phones["anonymous"].post(path, bought(ANN, 500))
    yield "forbidden", phones["player"].post(path, bought(ANN, 500))
    yield "not_found", phones["outsider"].post(path, bought(ANN, 500))


def _hands(phone: Phone) -> Told:
    path, deal = f"{AT_NIGHT}/hands/", {"id": HAND, "game": "council-bluffs", "dealer": ANN}
    yield "bad_rules", phone.post(path, {**deal, "rules": {"ante": 30}})
    yield "bad_setup", phone.post(path, {**deal, "dealer": named("player Zoe")})
    hand = made(phone.post(path, {**deal, "rules": NO_LIMIT}))
    yield "conflict", phone.post(path, {"game": "the-bluffs"})
    at, path = {"If_Match": f'"{hand["version"]}"'}, f"{AT_HAND}/actions/"
    fold = {"type": "fold", "player": BOB}
    yield "not_your_turn", phone.post(path, fold, **at)
    yield "precondition_required", phone.post(path, fold)
    yield "too_large", phone.post(path, {"actions": [fold] * 501}, **at)
    made(phone.post(path, {"actions": ALL_IN[:1]}, **at))
    yield "stale", phone.post(path, fold, **at)
    made(phone.post(path, {"actions": [*ALL_IN[1:], {"type": "muck", "player": BOB}]}, If_Match='"1"'))
    yield "not_expressible", phone.get(f"{AT_HAND}/file/?format=ohh")


ALL_IN: list[dict[str, Any]] = [
    {"type": "raise", "player": ANN, "to": 2000},
    {"type": "call", "player": BOB},
    {"type": "fold", "player": CARA},
    *({"type": "reveal", "cards": cards} for cards in BOARD),
]


def _corrections(phone: Phone, admin: Phone) -> Told:
    """Ann, who had won, bets it in the hand after; in truth it was Bob's."""
    deal = {"id": LATER, "game": "council-bluffs", "dealer": ANN, "rules": NO_LIMIT}
    made(phone.post(f"{AT_NIGHT}/hands/", deal))
    lines = [{"type": "raise", "player": ANN, "to": 1900}, {"type": "fold", "player": CARA}]
    made(phone.post(f"hands/{LATER}/actions/", {"actions": lines}, If_Match='"0"'))
    change = {"actions": [*ALL_IN, {"type": "muck", "player": ANN}]}
    body = {"change": change, "reason": "Bob had shown the better hand"}
    version = made(phone.get(f"{AT_HAND}/"), 200)["version"]
    yield "later_hand_illegal", admin.post(f"{AT_HAND}/corrections/", body, If_Match=f'"{version}"')


MANIFEST = {"format": "tableside-club", "version": 1, "tables": []}


def _files(phone: Phone, club: str) -> Told:
    yield "bad_archive", phone.send("post", "archives/", b"a zip that broke off", Content_Type="application/zip")
    old = io.BytesIO()
    with ZipFile(old, "w") as archive:
        archive.writestr("manifest.json", json.dumps({**MANIFEST, "club": {"id": club}}))
    yield "other_version", phone.send("post", "archives/", old.getvalue(), Content_Type="application/zip")
    yield "import_refused", phone.post(f"clubs/{club}/imports/", {"name": "On paper", "text": "Ann won 5.00"})


def _money(phone: Phone, admin: Phone) -> Told:
    for seat in made(phone.get(f"{AT_NIGHT}/"), 200)["seats"]:
        if seat["chips"]:
            body = {"player": seat["player"], "count": seat["chips"]}
            made(phone.post(f"{AT_NIGHT}/cash-outs/", body))
    made(phone.post(f"{AT_NIGHT}/close/"), 200)
    with repeating("the settlement"):
        transfer = made(phone.post(f"{AT_NIGHT}/settlements/"))["transfers"][0]
    paid = {"amount": transfer["amount"] + 100, "payment_method": "bank"}
    yield "overpaid", phone.post(f"transfers/{transfer['id']}/payments/", paid)
    made(admin.post(f"{AT_NIGHT}/reopen/", {"reason": "Nobody had counted the drinks"}), 200)
    drinks = {"purpose": "Drinks", "amount": 900, "paid_by": "player", "player": CARA, "equally": [ANN, BOB, CARA]}
    made(phone.post(f"{AT_NIGHT}/expenses/", drinks))
    made(phone.post(f"{AT_NIGHT}/close/"), 200)
    with repeating("the settlement after the drinks"):
        made(phone.post(f"{AT_NIGHT}/settlements/"))
    yield "replaced", phone.post(f"transfers/{transfer['id']}/payments/", {**paid, "amount": transfer["amount"]})


def _not_balanced(phone: Phone, admin: Phone, club: str) -> Told:
    """A night that was closed on a hand in which Ann was in; in truth both were out, and the pot is undecided."""
    made(phone.post(f"clubs/{club}/nights/", {"id": UNDECIDED, "name": "Friday", "chip": 25}))
    for player in (ANN, BOB):
        made(phone.post(f"nights/{UNDECIDED}/seats/", {"player": player}))
        made(phone.post(f"nights/{UNDECIDED}/buy-ins/", bought(player, 2000)))
    hand = made(phone.post(f"nights/{UNDECIDED}/hands/", {"game": "guts", "dealer": ANN, "rules": {"ante": 100}}))
    lines = [{"type": "declare", "player": ANN, "as": "in"}, {"type": "declare", "player": BOB, "as": "out"}]
    made(phone.post(f"hands/{hand['id']}/actions/", {"actions": lines}, If_Match='"0"'))
    for player, count in ((ANN, 2100), (BOB, 1900)):
        made(phone.post(f"nights/{UNDECIDED}/cash-outs/", {"player": player, "count": count}))
    made(phone.post(f"nights/{UNDECIDED}/close/"), 200)
    change = {"actions": [{**line, "as": "out"} for line in lines]}
    body = {"change": change, "reason": "Ann was out as well", "as_adjustment": True}
    made(admin.post(f"hands/{hand['id']}/corrections/", body, If_Match='"2"'))
    yield "not_balanced", phone.post(f"nights/{UNDECIDED}/settlements/")
