"""Hands as files over HTTP: the formats, who may have them, and what cannot be had."""

import io
import json
import tomllib
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.conftest import Cast, Table
from tests.api.phone import API, Phone, made, refused


def download(phone: Phone, path: str) -> Any:
    """A file as it comes: it is no JSON to be held against the description."""
    return phone.client.get(API + path, headers=phone.headers)


@pytest.fixture
def played(lay: Callable[..., Table]) -> tuple[Table, dict[str, Any]]:
    table = lay("Ann", "Bob")
    hand = table.start("council-bluffs", dealer=table.players["Ann"])
    raised = {"type": "raise", "player": table.players["Ann"], "to": 250}
    return table, table.act(hand, raised, {"type": "fold", "player": table.players["Bob"]})


def test_one_hand_in_every_format(cast: Cast, played: tuple[Table, dict[str, Any]]) -> None:
    _, hand = played
    file = made(cast.player.get(f"hands/{hand['id']}/file/"), 200)
    assert file == made(cast.player.get(f"hands/{hand['id']}/file/?format=json"), 200)
    assert file["dealer"] == "Ann"
    phh = download(cast.player, f"hands/{hand['id']}/file/?format=phh&standard=true")
    assert phh["Content-Type"] == "application/toml"
    assert phh["Content-Disposition"].endswith('.phh"')
    assert tomllib.loads(phh.content.decode())["variant"] == "PO"
    ohh = download(cast.player, f"hands/{hand['id']}/file/?format=ohh&extension=true")
    assert json.loads(ohh.content)["ohh"]["_tableside"]["hand_file"] == file


def test_a_night_is_a_file(cast: Cast, played: tuple[Table, dict[str, Any]]) -> None:
    table, _ = played
    net = {table.players["Ann"]: 100, table.players["Bob"]: -100}
    made(table.phone.post(f"nights/{table.night}/results/", {"game": "Stud", "net": net}))
    answer = download(cast.player, f"nights/{table.night}/hands/file/")
    assert answer["Content-Type"] == "application/jsonl"
    assert answer["Hands-Left-Out"] == "2"
    assert [json.loads(line)["game"] for line in answer.content.splitlines()] == ["council-bluffs"]


@pytest.mark.parametrize("form", ["", "?format=json", "?format=phh", "?format=ohh&extension=true"])
def test_an_open_hand_has_no_file(lay: Callable[..., Table], cast: Cast, form: str) -> None:
    hand = lay("Ann", "Bob").start("the-bluffs")
    refused(cast.owner.get(f"hands/{hand['id']}/file/{form}"), 409, "conflict")


def test_what_cannot_be_said_and_what_cannot_be_asked(cast: Cast, played: tuple[Table, dict[str, Any]]) -> None:
    table, hand = played
    at = f"hands/{hand['id']}/file/"
    refused(cast.owner.get(f"{at}?format=ohh"), 422, "not_expressible")
    refused(cast.owner.get(f"nights/{table.night}/hands/file/?format=ohh"), 422, "not_expressible")
    refused(cast.owner.get(f"{at}?format=pdf"), 400, "bad_format")
    refused(cast.owner.get(f"{at}?format=phh&standard=yes"), 400, "bad_format")
    refused(cast.outsider.get(at), 404, "not_found")
    refused(cast.nobody.get(at), 401, "not_authenticated")
    refused(cast.outsider.get(f"nights/{table.night}/hands/file/"), 404, "not_found")


def test_hands_come_in_as_text_and_as_json(lay: Callable[..., Table], played: tuple[Table, dict[str, Any]]) -> None:
    table, _ = played
    text = download(table.phone, f"nights/{table.night}/hands/file/").content.decode()
    new = {"name": "Again", "text": text}
    report = made(table.phone.post(f"clubs/{_club(table)}/imports/", new))
    assert (report["recorded"], report["refused"]) == (1, 0)
    assert [one["amount"] for one in report["buy_ins"]] == [2000, 2000]
    again = download(table.phone, f"nights/{report['night']}/hands/file/").content.decode()
    assert again == text
    body = {"hands": [json.loads(text)], "dry_run": True}
    report = made(table.phone.post(f"nights/{table.night}/imports/", body))
    assert [one["code"] for one in report["lines"][0]["problems"]] == ["stacks_differ"] * 2


def _club(table: Table) -> str:
    return str(made(table.phone.get(f"nights/{table.night}/"), 200)["club"])


def test_a_refused_import_records_nothing_and_tells_why(played: tuple[Table, dict[str, Any]]) -> None:
    table, _ = played
    at, key = f"nights/{table.night}/imports/", "one-import"
    problem = refused(table.phone.post(at, {"text": "nonsense"}, key), 422, "import_refused")
    assert problem["report"]["lines"][0]["problems"][0]["code"] == "bad_format"
    # what was refused is not kept: the key is good for the mended file
    made(table.phone.post(at, {"text": "nonsense", "dry_run": True}, key))
    assert len(made(table.phone.get(f"nights/{table.night}/hands/"), 200)["results"]) == 1


@pytest.mark.parametrize("body", [{}, {"text": "{}", "hands": []}, {"text": 1}, {"hands": [], "buy_ins": "all"}])
def test_a_malformed_import_is_refused_as_such(played: tuple[Table, dict[str, Any]], body: dict[str, Any]) -> None:
    table, _ = played
    refused(table.phone.post(f"nights/{table.night}/imports/", body), 400, "bad_format")


def test_who_may_import(cast: Cast, played: tuple[Table, dict[str, Any]]) -> None:
    table, _ = played
    for at, body in (
        (f"nights/{table.night}/imports/", {"text": "{}"}),
        (f"clubs/{cast.club}/imports/", {"name": "x", "text": "{}"}),
    ):
        refused(cast.player.post(at, body), 403, "forbidden")
        refused(cast.outsider.post(at, body), 404, "not_found")
        refused(cast.nobody.post(at, body), 401, "not_authenticated")


def test_an_owner_takes_out_the_whole_club(cast: Cast, played: tuple[Table, dict[str, Any]]) -> None:
    at = f"clubs/{cast.club}/archive/"
    answer = download(cast.owner, at)
    assert answer["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    assert (manifest["format"], manifest["club"]["id"]) == ("tableside-club", cast.club)
    for phone, status, code in (
        (cast.scorekeeper, 403, "forbidden"),
        (cast.player, 403, "forbidden"),
        (cast.outsider, 404, "not_found"),
        (cast.nobody, 401, "not_authenticated"),
    ):
        refused(phone.get(at), status, code)
