"""Hands as files over HTTP: the formats, who may have them, and what cannot be had."""

import json
import tomllib
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
    made(table.phone.post(f"nights/{table.night}/results/", {"word": "Stud", "net": net}))
    answer = download(cast.player, f"nights/{table.night}/hands/file/")
    assert answer["Content-Type"] == "application/x-ndjson"
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
