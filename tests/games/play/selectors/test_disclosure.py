"""A declaration made in secret shows nowhere before all are in, and for a misdeal never."""

import json
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from games.core.actor import Actor
from games.core.errors import Conflict, Forbidden
from games.models import Hand
from games.play.selectors.hands import hand_entries, hand_file, hand_view
from games.play.services import hands
from tests.games.cast import Table

CHECKS = ("Bob check", "Cid check", "Ann check")


def at_declarations(table: Table) -> Hand:
    """The Bluffs, up to the declaration; Ann deals."""
    hand = table.deal("the-bluffs")
    table.enter(hand, "Cid call", "Ann call", "Bob check", "reveal As 7d", *CHECKS, "reveal Ks 8d", *CHECKS)
    table.enter(hand, "Bob stand", "Cid stand", "Ann stand", *CHECKS)
    return table.enter(hand, "reveal Qs 9d", *CHECKS, "reveal Js 6d", *CHECKS)


def all_that_is_seen(actor: Actor, hand: Hand) -> str:
    seen: list[Any] = [hand_view(actor, hand.pk), hand_entries(actor, hand.pk)]
    seen[0].pop("legal")
    seen[0].pop("rules")
    return json.dumps(seen, cls=DjangoJSONEncoder)


def everyone(table: Table) -> list[Actor]:
    return [table.cast.rob, table.cast.sue, table.cast.ann]


def test_nobody_sees_what_was_declared_before_all_are_in(table: Table) -> None:
    hand = at_declarations(table)
    table.enter(hand, "Bob declare low")
    for actor in everyone(table):
        assert '"low"' not in all_that_is_seen(actor, hand)
        assert " low" not in all_that_is_seen(actor, hand)
    assert hand_view(table.cast.sue, hand.pk)["undo"] == "Bob declared"


def test_one_sees_ones_own(table: Table) -> None:
    hand = at_declarations(table)
    table.enter(hand, "Ann declare low", by=table.cast.ann)
    assert '"low"' in all_that_is_seen(table.cast.ann, hand)
    assert '"low"' not in all_that_is_seen(table.cast.sue, hand)
    assert '"low"' not in all_that_is_seen(table.cast.rob, hand)


def test_all_is_open_once_all_are_in(table: Table) -> None:
    hand = at_declarations(table)
    table.enter(hand, "Bob declare low", "Ann declare high", "Cid declare both")
    for actor in everyone(table):
        words = [entry["body"].get("as") for entry in hand_entries(actor, hand.pk)[-3:]]
        assert words == ["low", "high", "both"]


def test_a_last_declaration_taken_back_hides_the_others_again(table: Table) -> None:
    hand = at_declarations(table)
    table.enter(hand, "Bob declare low", "Ann declare high", "Cid declare both")
    hand = table.undo(hand)
    assert '"low"' not in all_that_is_seen(table.cast.sue, hand)
    assert '"both"' not in all_that_is_seen(table.cast.sue, hand)
    table.enter(hand, "Cid declare low")
    assert '"high"' in all_that_is_seen(table.cast.sue, hand)


def test_one_taken_back_is_not_shown_either(table: Table) -> None:
    hand = at_declarations(table)
    table.enter(hand, "Bob declare low")
    hand = table.undo(hand)
    assert '"low"' not in all_that_is_seen(table.cast.sue, hand)
    # back over the edge of the phase, and into it again
    table.undo(hand)
    table.enter(hand, "Ann check")
    assert '"low"' not in all_that_is_seen(table.cast.sue, hand)


def test_a_misdeal_reveals_nothing(table: Table) -> None:
    hand = at_declarations(table)
    table.enter(hand, "Bob declare low", "Ann declare high")
    hand = table.enter(hand, "void a card fell")
    for actor in (table.cast.rob, table.cast.sue):
        assert '"low"' not in all_that_is_seen(actor, hand)
        file = hand_file(actor, hand.pk)
        assert [action["type"] for action in file["actions"]][-2:] == ["check", "void"]


def test_in_turn_there_is_no_secret(table: Table) -> None:
    hand = table.deal("buddhas-folly", {"declare": "in_turn"})
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject", "Bob declare in")
    assert hand_entries(table.cast.ann, hand.pk)[-1]["body"]["as"] == "in"
    with pytest.raises(Forbidden):
        table.enter(hand, "Cid declare in", by=table.cast.ann)


def test_a_player_declares_and_takes_back_only_for_themselves(table: Table) -> None:
    hand = at_declarations(table)
    began = hand.version
    with pytest.raises(Forbidden):
        table.enter(hand, "Bob declare low", by=table.cast.ann)
    table.enter(hand, "Ann declare low", by=table.cast.ann, at=began)
    table.enter(hand, "Bob declare high", at=began)
    hand = hands.undo(table.cast.ann, hand.pk, began)
    declared = {
        player["player"]: player["declared"] for player in hand_view(table.cast.sue, hand.pk)["table"]["players"]
    }
    assert table.named(declared) == {"Ann": False, "Bob": True, "Cid": False}
    with pytest.raises(Forbidden):
        table.undo(hand, by=table.cast.ann)
    table.enter(hand, "Ann declare high", by=table.cast.ann, at=began)
    table.enter(hand, "Cid declare high", at=began)
    with pytest.raises(Forbidden):
        table.undo(hand, by=table.cast.ann)


def test_a_player_does_nothing_else_from_their_own_phone(table: Table) -> None:
    hand = table.deal("council-bluffs")
    with pytest.raises(Forbidden):
        table.enter(hand, "Ann declare high", "Ann fold", by=table.cast.ann)


@pytest.mark.parametrize("word", ["in", "out"])
def test_a_refused_batch_tells_nothing_of_what_others_declared(table: Table, word: str) -> None:
    hand = table.deal("buddhas-folly")
    hand = table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject", f"Bob declare {word}")
    table.enter(hand, f"Ann declare {word}", by=table.cast.ann)
    # by what Bob and Ann declared the hand is over with Cid's word, or at the showdown
    for more in ("Cid declare out", "Cid muck", "void", "reveal 2d"):
        with pytest.raises(Conflict) as refused:
            table.enter(hand, "Cid declare out", more)
        assert str(refused.value) == "With this all have declared: enter it by itself, then what comes after."
    assert Hand.objects.get().status == Hand.Status.OPEN


def test_a_batch_with_all_declarations_goes_on(table: Table) -> None:
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    declared = ("Bob declare in", "Ann declare in", "Cid declare out", "Bob muck")
    assert table.enter(hand, *declared).status == Hand.Status.COMPLETE


def test_a_secret_that_was_taken_back_is_never_shown(table: Table) -> None:
    hand = at_declarations(table)
    table.enter(hand, "Bob declare low")
    hand = table.undo(hand)
    hand = table.enter(hand, "Bob declare high", "Ann declare high", "Cid declare high")
    for actor in everyone(table):
        assert '"low"' not in all_that_is_seen(actor, hand)
        assert '"high"' in all_that_is_seen(actor, hand)
