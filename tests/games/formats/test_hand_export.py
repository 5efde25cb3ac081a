"""Files of a night as it was kept: what is in them, what is left out, what nobody may see."""

import json
import tomllib

import pytest

from games import engine
from games.clubs.services import clubs
from games.core.errors import BadValue, Conflict, NotFound
from games.formats.errors import NotExpressible
from games.formats.hand_export import Wish, hand_as, night_as
from tests.games.cast import Table
from tests.games.purse import win

PEG = ("Cid draw 0", "Ann draw 0", "Bob draw 0", "Cid play Jc", "Ann play Kd", "Bob fold", "Cid fold")


def played(table: Table) -> None:
    """A folded hand, a result, a match's hand, a misdeal with a secret in it, and a hand still open."""
    table.enter(table.deal("council-bluffs"), "Ann raise 300", "Bob fold", "Cid fold")
    win(table, Ann=100, Bob=-100)
    table.enter(table.deal("bluff-n-peg"), *PEG)
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 9c", *(f"{name} reject" for name in ("Ann", "Bob", "Cid")))
    table.enter(hand, "Ann declare in", "void")
    table.deal("the-bluffs")


def test_a_night_is_one_hand_a_line(table: Table) -> None:
    played(table)
    file = night_as(table.cast.ann, table.night.pk, Wish("jsonl"))
    hands = [json.loads(line) for line in file.content.decode().splitlines()]
    assert [hand["game"] for hand in hands] == ["council-bluffs", "bluff-n-peg", "buddhas-folly"]
    assert file.left_out == (2, 5)
    assert [engine.replay(hand).status for hand in hands] == ["complete", "complete", "void"]
    assert {player["name"] for hand in hands for player in hand["players"]} == {"Ann", "Bob", "Cid"}


def test_a_secret_leaves_with_no_file(table: Table) -> None:
    played(table)
    for form in ("jsonl", "phhs"):
        text = night_as(table.cast.rob, table.night.pk, Wish(form)).content.decode()
        assert "declares" not in text
        assert '"as"' not in text
        assert "void" in text


def test_a_night_in_phh_leaves_out_what_it_cannot_say(table: Table) -> None:
    played(table)
    file = night_as(table.cast.ann, table.night.pk, Wish("phhs", standard=True))
    hands = tomllib.loads(file.content.decode())
    assert [hand["variant"] for hand in hands.values()] == ["PO", "buddhas-folly"]
    assert [hand["hand"] for hand in hands.values()] == [1, 4]
    assert file.left_out == (2, 3, 5)


def test_open_hand_history_only_with_the_extension(table: Table) -> None:
    played(table)
    with pytest.raises(NotExpressible):
        night_as(table.cast.ann, table.night.pk, Wish("ohh"))
    file = night_as(table.cast.ann, table.night.pk, Wish("ohh", extension=True))
    assert json.loads(file.content)["ohh"]["game_type"] == "CouncilBluffs"
    assert file.left_out == (2, 3, 4, 5)


def test_a_night_without_hands_is_an_empty_file(table: Table) -> None:
    assert night_as(table.cast.ann, table.night.pk, Wish("phhs")).content == b""


def test_one_hand_in_every_format(table: Table) -> None:
    hand = table.enter(table.deal("council-bluffs"), "Ann raise 300", "Bob fold", "Cid fold")
    names = [hand_as(table.cast.ann, hand.pk, Wish(form, extension=True)).name for form in ("json", "phh", "ohh")]
    assert [name.rpartition(".")[2] for name in names] == ["json", "phh", "ohh"]
    with pytest.raises(BadValue):
        hand_as(table.cast.ann, hand.pk, Wish("jsonl"))
    with pytest.raises(NotFound):
        hand_as(table.cast.otto, hand.pk, Wish("json"))
    with pytest.raises(NotFound):
        night_as(table.cast.otto, table.night.pk, Wish("jsonl"))


def test_an_open_hand_has_no_file(table: Table) -> None:
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 9c", *(f"{name} reject" for name in ("Bob", "Cid", "Ann")), "Ann declare in")
    for form in ("json", "phh", "ohh"):
        with pytest.raises(Conflict):
            hand_as(table.cast.rob, hand.pk, Wish(form, extension=True))


def test_the_names_are_those_of_today(table: Table) -> None:
    hand = table.enter(table.deal("council-bluffs"), "Ann raise 300", "Bob fold", "Cid fold")
    clubs.rename_player(table.cast.sue, table.players["Ann"].pk, "Anna")
    document = json.loads(hand_as(table.cast.ann, hand.pk, Wish("json")).content)
    assert document["players"][0]["name"] == document["dealer"] == "Anna"
