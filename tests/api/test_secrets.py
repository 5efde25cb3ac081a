"""Until all have declared, nobody learns what anybody declared: by no endpoint, as no role, in no error."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.conftest import Cast, Table
from tests.api.phone import Phone, made, refused

# Words that stand in no other place of a hand's documents.
SECRETS = ('"as": "in"', '"as": "out"', '"declared": "in"', '"declared": "out"', "declared in", "declared out")


@pytest.fixture
def declaring(cast: Cast, lay: Callable[..., Table]) -> tuple[Table, dict[str, Any]]:
    """Three have rejected the card; now they declare. Ann is the player's own seat."""
    table = lay("Bob", "Cara", stack=2000)
    members = made(cast.owner.get(f"clubs/{cast.club}/members/"), 200)["results"]
    pat = next(member["id"] for member in members if member["account_name"] == "pat")
    ann = made(cast.owner.post(f"clubs/{cast.club}/players/", {"name": "Ann", "member": pat}))["id"]
    made(table.phone.post(f"nights/{table.night}/seats/", {"player": ann}))
    made(table.phone.post(f"nights/{table.night}/buy-ins/", {"player": ann, "amount": 2000}))
    table.players["Ann"] = ann
    hand = table.start("buddhas-folly", dealer=ann)
    hand = table.act(hand, {"type": "reveal", "cards": ["Qh"]})
    while hand["phase"] == "circulation":
        hand = table.act(hand, {"type": "reject", "player": hand["to_act"][0]})
    return table, hand


def everything(phone: Phone, table: Table, hand: str) -> str:
    """All that somebody can read about a hand, and what they are told when they are refused."""
    paths = [f"hands/{hand}/", f"hands/{hand}/actions/", f"hands/{hand}/explain/", f"hands/{hand}/result/"]
    paths += [f"hands/{hand}/file/", f"nights/{table.night}/", f"nights/{table.night}/hands/"]
    paths += [f"nights/{table.night}/money/", f"nights/{table.night}/settlement/"]
    told = [phone.get(path) for path in paths]
    told.append(phone.post(f"hands/{hand}/undo/", If_Match='"0"'))
    wrong = {"type": "declare", "player": table.players["Ann"], "as": "maybe"}
    told.append(phone.post(f"hands/{hand}/actions/", wrong, If_Match='"0"'))
    return "".join(response.content.decode().replace('":"', '": "') for response in told)


def test_a_declaration_from_ones_own_phone_is_seen_by_oneself_alone(
    cast: Cast, declaring: tuple[Table, dict[str, Any]]
) -> None:
    table, hand = declaring
    ann = table.players["Ann"]
    declare = {"type": "declare", "player": ann, "as": "out"}
    etag = f'"{hand["version"]}"'
    own = made(cast.player.post(f"hands/{hand['id']}/actions/", declare, If_Match=etag))["hand"]
    assert ann not in own["to_act"]
    assert '"declared": "out"' in everything(cast.player, table, hand["id"])
    for phone in (cast.owner, cast.scorekeeper):
        seen = everything(phone, table, hand["id"])
        assert not [secret for secret in SECRETS if secret in seen]
        players = made(phone.get(f"hands/{hand['id']}/"), 200)["table"]["players"]
        assert [player["declared"] for player in players] == [False, False, True]


def test_a_player_declares_for_themselves_and_nothing_else(cast: Cast, declaring: tuple[Table, dict[str, Any]]) -> None:
    table, hand = declaring
    etag = f'"{hand["version"]}"'
    for action in (
        {"type": "declare", "player": table.players["Bob"], "as": "in"},
        {"type": "void", "reason": "I do not like it"},
    ):
        refused(cast.player.post(f"hands/{hand['id']}/actions/", action, If_Match=etag), 403, "forbidden")


def test_once_all_are_in_everybody_sees(cast: Cast, declaring: tuple[Table, dict[str, Any]]) -> None:
    table, hand = declaring
    for name, word in (("Ann", "in"), ("Bob", "out"), ("Cara", "out")):
        hand = table.act(hand, {"type": "declare", "player": table.players[name], "as": word})
    players = made(cast.owner.get(f"hands/{hand['id']}/"), 200)["table"]["players"]
    assert [player["declared"] for player in players] == ["out", "out", "in"]
    log = made(cast.owner.get(f"hands/{hand['id']}/actions/"), 200)["results"]
    assert [entry["body"]["as"] for entry in log[-3:]] == ["in", "out", "out"]


def test_a_misdeal_reveals_nothing(cast: Cast, declaring: tuple[Table, dict[str, Any]]) -> None:
    table, hand = declaring
    hand = table.act(hand, {"type": "declare", "player": table.players["Ann"], "as": "in"})
    hand = table.act(hand, {"type": "void", "reason": "A card fell"})
    for phone in (cast.owner, cast.scorekeeper):
        seen = everything(phone, table, hand["id"])
        assert not [secret for secret in SECRETS if secret in seen]


def test_a_player_takes_back_their_own_declaration_and_no_other(
    cast: Cast, declaring: tuple[Table, dict[str, Any]]
) -> None:
    table, hand = declaring
    ann, bob = table.players["Ann"], table.players["Bob"]
    at = f"hands/{hand['id']}"
    table.act(hand, {"type": "declare", "player": bob, "as": "in"})
    etag = cast.player.get(f"{at}/")["ETag"]
    refused(cast.player.post(f"{at}/undo/", If_Match=etag), 403, "forbidden")
    declare = {"type": "declare", "player": ann, "as": "out"}
    after = cast.player.post(f"{at}/actions/", declare, If_Match=etag)
    undone = made(cast.player.post(f"{at}/undo/", If_Match=after["ETag"]))
    assert ann in undone["to_act"]
    assert bob not in undone["to_act"]
