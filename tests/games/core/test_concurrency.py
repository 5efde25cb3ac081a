"""Two phones, one hand: whoever is late is told, except where the order is free."""

import pytest

from games import engine
from games.core.errors import BadValue, PreconditionRequired, Stale
from games.models import Entry, Hand
from games.play.services import hands
from tests.games.cast import Table

CIRCULATION = ("reveal 2c", "Bob reject", "Cid reject", "Ann reject")


def test_a_version_is_asked_for(table: Table) -> None:
    hand = table.deal("council-bluffs")
    with pytest.raises(PreconditionRequired):
        hands.act(table.cast.sue, hand.pk, [table.action("Ann fold")], None)
    with pytest.raises(PreconditionRequired):
        hands.undo(table.cast.sue, hand.pk, None)


def test_the_second_of_two_entries_at_one_version_is_stale(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", at=0)
    with pytest.raises(Stale) as refused:
        table.enter(hand, "Ann call", at=0)
    assert refused.value.params["version"] == 1
    with pytest.raises(Stale):
        hands.undo(table.cast.sue, hand.pk, 0)
    assert Hand.objects.get(pk=hand.pk).version == 1


def test_simultaneous_declarations_do_not_trip_each_other(table: Table) -> None:
    hand = table.deal("buddhas-folly")
    hand = table.enter(hand, *CIRCULATION)
    began = hand.version
    assert hand.free_since == began
    table.enter(hand, "Cid declare out", at=began)
    table.enter(hand, "Ann declare in", at=began)
    with pytest.raises(engine.Refusal, match="already_declared"):
        table.enter(hand, "Ann declare out", at=began)
    with pytest.raises(Stale):
        table.enter(hand, "void misdeal", at=began)
    hand = table.enter(hand, "Bob declare in", at=began)
    assert (hand.phase, hand.free_since) == ("showdown", began + 3)
    with pytest.raises(Stale):
        table.enter(hand, "Bob muck", at=began + 2)


def test_a_hand_that_begins_with_declarations_has_no_order_from_the_deal_on(table: Table) -> None:
    hand = table.deal("guts")
    assert (hand.phase, hand.free_since) == ("declare", 0)
    table.enter(hand, "Cid declare out", at=0)
    table.enter(hand, "Ann declare in", at=0)
    hand = table.undo(hand)
    assert hand.free_since == 0
    assert table.enter(hand, "Bob declare in", at=0).version == 4


def test_a_hand_that_begins_with_declarations_in_turn_has_one(table: Table) -> None:
    hand = table.deal("guts", {"declare": "in_turn"})
    assert hand.free_since is None
    table.enter(hand, "Bob declare in", at=0)
    with pytest.raises(Stale):
        table.enter(hand, "Cid declare in", at=0)


def test_declarations_in_turn_have_an_order(table: Table) -> None:
    hand = table.deal("buddhas-folly", {"declare": "in_turn"})
    hand = table.enter(hand, *CIRCULATION)
    table.enter(hand, "Bob declare in")
    with pytest.raises(Stale):
        table.enter(hand, "Cid declare in", at=hand.version)


def test_a_batch_stands_or_falls_together(table: Table) -> None:
    hand = table.deal("council-bluffs")
    with pytest.raises(engine.Refusal) as refused:
        table.enter(hand, "Ann call", "Bob raise 325", "Ann fold")
    assert (refused.value.code, refused.value.action) == ("not_your_turn", 2)
    assert Entry.objects.filter(hand=hand, number__gt=0).count() == 0
    assert Hand.objects.get(pk=hand.pk).version == 0
    with pytest.raises(BadValue):
        hands.act(table.cast.sue, hand.pk, [], 0)
