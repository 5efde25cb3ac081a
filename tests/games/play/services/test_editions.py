"""Hands that were stored before the rules had editions: judged as they were, whatever is done with them since.

Bob and Cid hold identical hands that tie both ways for a pot of two chips. By the first edition both odd chips went to
Bob, left of the dealer; by the second each gets one (0.10).
"""

import io
import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games import engine
from games.audit import services as audit
from games.core.errors import BadValue
from games.engine.editions import FIRST, NEWEST
from games.formats.archive import install, write_archive
from games.formats.hand_export import Wish, hand_as, night_as
from games.formats.hand_import import Options, import_night
from games.formats.hand_import.parser import read_text
from games.models import Hand
from games.play.selectors.hands import hand_explain, hand_file, hand_view
from games.play.services import dealing, hands
from games.play.services.corrections import correct, preview_correction
from tests.games.cast import Table
from tests.games.formats.test_archive import empty_installation
from tests.games.purse import win

OLD = {"Ann": 0, "Bob": 25, "Cid": -25}
EVEN = {"Ann": 0, "Bob": 0, "Cid": 0}
CHECKS = ("Bob check", "Cid check")
CALLED = ("Cid call", "Ann fold", "Bob check")
TURNED = (
    "reveal Kc 3h", *CHECKS, "reveal 7h 8c", *CHECKS, "Bob stand", "Cid stand", *CHECKS, "reveal 9d 4d", *CHECKS,
    "reveal 2s Js", *CHECKS, "Bob declare both", "Cid declare both", *CHECKS,
)  # fmt: skip
SHOWN = ("Bob show As 2d 5c Tc", "Cid show Ac 2c 5h Td")


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Hands are stored as they were before editions were named, until the answer is called."""
    deal = dealing.next_deal

    def unnamed(*given: Any) -> dealing.Deal:
        dealt = deal(*given)
        return dealt._replace(set_up={key: value for key, value in dealt.set_up.items() if key != "edition"})

    monkeypatch.setattr(hands, "next_deal", unnamed)
    return monkeypatch.undo


def tie(table: Table) -> Hand:
    """Ann deals, and folds."""
    dealer = table.players["Ann"].pk
    hand = hands.start_hand(table.cast.sue, table.night.pk, "the-bluffs", {"bets": [25]}, dealer)
    return table.enter(hand, *CALLED, *TURNED, *SHOWN)


@pytest.fixture
def old(table: Table, before: Callable[[], None]) -> Hand:
    hand = tie(table)
    before()
    return hand


def net(table: Table, hand: Hand) -> dict[str, Any]:
    hand.refresh_from_db()
    assert hand.result is not None
    return table.named(hand.result["net"])


def in_order(table: Table) -> bool:
    return [str(found) for found in audit.find(table.cast.club).differences] == []


def test_an_old_hand_is_replayed_as_it_was_and_the_audit_is_clean(table: Table, old: Hand) -> None:
    assert old.set_up is not None
    assert "edition" not in old.set_up
    assert net(table, old) == OLD
    new = tie(table)
    assert new.set_up is not None
    assert new.set_up["edition"] == NEWEST
    assert net(table, new) == EVEN
    assert [hand_view(table.cast.ann, hand.pk)["edition"] for hand in (old, new)] == [FIRST, NEWEST]
    assert in_order(table)
    odd = [part["asked_last"] for part in hand_explain(table.cast.ann, old.pk)["pots"][0]["awards"]]
    assert odd == [[], []]


def test_a_hand_that_was_open_when_the_rules_changed_ends_by_its_own(table: Table, before: Callable[[], None]) -> None:
    dealer = table.players["Ann"].pk
    hand = hands.start_hand(table.cast.sue, table.night.pk, "the-bluffs", {"bets": [25]}, dealer)
    table.enter(hand, *CALLED)
    before()
    table.enter(hand, *TURNED, *SHOWN)
    assert net(table, hand) == OLD
    table.undo(hand)
    table.enter(hand, SHOWN[-1])
    assert net(table, hand) == OLD
    assert in_order(table)


def test_every_file_of_an_old_hand_names_its_edition(table: Table, old: Hand) -> None:
    file = hand_file(table.cast.ann, old.pk)
    assert file["edition"] == FIRST
    assert engine.result(engine.replay(file))["net"] == OLD
    phh = hand_as(table.cast.ann, old.pk, Wish("phh")).content.decode()
    assert tomllib.loads(phh)["_edition"] == FIRST
    new = table.enter(hands.start_hand(table.cast.sue, table.night.pk, "council-bluffs"), "Bob fold", "Cid fold")
    ohh = json.loads(hand_as(table.cast.ann, new.pk, Wish("ohh", extension=True)).content)["ohh"]["_tableside"]
    assert ohh["edition"] == ohh["hand_file"]["edition"] == NEWEST


def test_of_a_result_alone_there_is_no_edition(table: Table) -> None:
    win(table, Ann=25, Bob=-25)
    assert hand_view(table.cast.ann, Hand.objects.get().pk)["edition"] is None


def test_the_corrected_actions_of_an_old_hand_are_judged_by_its_own_edition(table: Table, old: Hand) -> None:
    lines = (*CALLED, *TURNED, "Bob muck")
    correct(table.cast.rob, old.pk, {"actions": [table.action(line) for line in lines]}, "misread", old.version)
    assert net(table, old) != OLD
    old.refresh_from_db()
    lines = (*CALLED, *TURNED, *SHOWN)
    correct(table.cast.rob, old.pk, {"actions": [table.action(line) for line in lines]}, "as it was", old.version)
    assert net(table, old) == OLD
    assert in_order(table)


def test_the_corrected_set_up_of_an_old_hand_keeps_its_edition(table: Table, old: Hand) -> None:
    change = {"rules": {"bets": [25], "undeclared": "share"}}
    told = preview_correction(table.cast.rob, old.pk, change, old.version)
    assert set(told.hand.set_up) == {"rules"}
    correct(table.cast.rob, old.pk, change, "misread", old.version)
    assert net(table, old) == OLD
    assert hand_file(table.cast.ann, old.pk)["edition"] == FIRST
    assert in_order(table)
    with pytest.raises(BadValue, match="edition"):
        correct(table.cast.rob, old.pk, {"edition": NEWEST}, "the new rules", old.version)


def test_later_hands_are_judged_by_their_own_after_a_correction(table: Table, before: Callable[[], None]) -> None:
    first = table.enter(table.deal("council-bluffs"), "Ann raise 300", "Bob fold", "Cid fold")
    old = tie(table)
    before()
    new = tie(table)
    change = {"actions": [table.action(line) for line in ("Ann fold", "Bob fold")]}
    changed = correct(table.cast.rob, first.pk, change, "Ann had folded", first.version)
    assert changed
    for hand, edition, came_to in ((old, FIRST, OLD), (new, NEWEST, EVEN)):
        hand.refresh_from_db()
        assert hand.corrections == 1, "it was played again, with other stacks"
        assert (hand.edition, net(table, hand)) == (edition, came_to)
    assert in_order(table)


def test_old_hands_come_in_as_they_went_out(table: Table, old: Hand) -> None:
    tie(table)
    text = night_as(table.cast.ann, table.night.pk, Wish("jsonl")).content.decode()
    report = import_night(table.cast.sue, table.cast.club.pk, "Again", read_text(text), Options())
    brought = Hand.objects.filter(night=report["night"]).order_by("number")
    assert [(hand.edition, net(table, hand)) for hand in brought] == [(FIRST, OLD), (NEWEST, EVEN)]
    unnamed = "\n".join(json.dumps({**json.loads(line), "edition": NEWEST}) for line in text.splitlines()[:1])
    unnamed = unnamed.replace(f'"edition": {NEWEST}, ', "")
    assert "edition" not in unnamed
    report = import_night(table.cast.sue, table.cast.club.pk, "From outside", read_text(unnamed), Options())
    assert [net(table, hand) for hand in Hand.objects.filter(night=report["night"])] == [EVEN]
    assert in_order(table)


@pytest.mark.django_db(transaction=True)
def test_an_archive_of_old_hands_comes_in_as_it_is(table: Table, old: Hand) -> None:
    tie(table)
    stream, again = io.BytesIO(), io.BytesIO()
    write_archive(table.cast.club, stream)
    empty_installation()
    club = install(io.BytesIO(stream.getvalue())).club
    write_archive(club, again)
    assert again.getvalue() == stream.getvalue()
    assert [hand.edition for hand in Hand.objects.order_by("number")] == [FIRST, NEWEST]
    assert [str(found) for found in audit.find(club).differences] == []


def test_what_was_stored_is_read_as_stored_everywhere() -> None:
    """`load_setup` takes the newest edition for one that is not named: it is for documents that are new."""
    root = Path(settings.BASE_DIR)
    paths = {str(path.relative_to(root)): path for folder in ("games", "api") for path in (root / folder).rglob("*.py")}
    found = {
        name
        for name, path in paths.items()
        if not name.startswith("games/engine/") and re.search(r"engine\.load_setup\(", path.read_text())
    }
    assert found == {"games/play/services/dealing.py"}
