"""Taking back: the last action, a finished hand with all it posted, and what can no longer be undone."""

import pytest

from games.core.errors import Conflict
from games.core.hand_state import last_step
from games.models import Entry, Hand, Match
from games.money.services import chips
from games.nights.services import nights, seats
from games.play.services import hands, missed_hands
from ledger.models import JournalTransaction, Posting
from tests.games.cast import Table

CIRCULATION = ("reveal 2c", "Bob reject", "Cid reject", "Ann reject")


def test_the_last_action_goes_and_the_log_grows(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300")
    table.enter(hand, "Bob fold")
    hand = table.undo(hand)
    assert hand.version == 3
    assert last_step(hand).body == table.action("Ann raise 300")
    hand = table.undo(hand)
    assert hand.version == 4
    hand = table.enter(hand, "Ann fold")
    entries = list(hand.entries.filter(number__gt=0).order_by("number").values_list("kind", "takes_back"))
    assert entries == [("action", None), ("action", None), ("undo", 2), ("undo", 1), ("action", None)]


def test_nothing_is_left_to_take_back(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold")
    table.undo(hand)
    hand = table.undo(hand)
    with pytest.raises(Conflict, match="undone"):
        hands.undo(table.cast.sue, hand.pk, hand.version)


def test_a_finished_hand_is_reopened_and_finished_otherwise(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold", "Cid fold")
    hand = table.undo(hand)
    assert (hand.status, hand.result, hand.ended_at) == (Hand.Status.OPEN, None, None)
    assert table.stacks() == {"Ann": 2000, "Bob": 2000, "Cid": 2000}
    table.enter(hand, "Cid call", *("reveal 2c 3d Kh", "Cid bet 650", "Ann fold"))
    assert table.stacks() == {"Ann": 1700, "Bob": 1950, "Cid": 2350}
    assert JournalTransaction.objects.filter(kind="hand").count() == 2
    assert JournalTransaction.objects.filter(kind="reversal").count() == 1


def test_reversals_take_back_a_carried_pot_and_credit(table: Table) -> None:
    hand = table.deal("buddhas-folly", {"ante": 1000})
    table.enter(hand, *CIRCULATION, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")
    table.undo(hand)
    by_account: dict[object, int] = {}
    for posting in Posting.objects.all():
        by_account[posting.account_id] = by_account.get(posting.account_id, 0) + posting.amount
    assert sorted(by_account.values()) == [-2000, -2000, -2000, 0, 2000, 2000, 2000]


def test_pegs_go_back_to_where_the_hand_began(table: Table) -> None:
    hand = table.deal("bluff-n-peg", {"winner_hole": 5})
    draws = ("Bob draw 0", "Cid draw 0", "Ann draw 0")
    hand = table.enter(hand, *draws, "Bob play Kh", "Cid fold", "Ann fold")
    assert (hand.match.status, table.named(hand.match.pegs)["Bob"]) == (Match.Status.WON, 5)
    hand = table.undo(hand)
    match = Match.objects.get()
    assert (match.status, table.named(match.pegs), match.leaders) == (
        "in_progress",
        dict.fromkeys(table.players, 0),
        [],
    )
    table.enter(hand, "Ann play Ah", "Bob fold")
    match.refresh_from_db()
    # Bob had laid a card: one hole back
    assert (match.status, table.named(match.pegs)) == ("won", {"Ann": 5, "Bob": -1, "Cid": 0})


def test_not_after_a_later_hand_began(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    table.deal("council-bluffs")
    with pytest.raises(Conflict, match="later hand"):
        table.undo(hand)


def test_not_after_a_cash_out_of_who_was_in_it(table: Table) -> None:
    table.sit("Dan", 2000)
    table.cash_out("Dan", 2000)
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    table.undo(hand)
    table.enter(hand, "Bob fold")
    table.cash_out("Cid", 2050)
    with pytest.raises(Conflict, match="corrected"):
        table.undo(hand)


def test_not_after_a_recount(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    chips.recount(table.cast.sue, table.night.pk, {table.players["Bob"].pk: 1950}, "to be sure")
    with pytest.raises(Conflict, match="corrected"):
        table.undo(hand)


def test_a_result_only_hand_is_voided(table: Table) -> None:
    net = {table.players["Ann"].pk: 500, table.players["Bob"].pk: -500}
    hand = missed_hands.record_result(table.cast.sue, table.night.pk, "Stud", net)
    hand = table.undo(hand)
    assert (hand.status, hand.version) == (Hand.Status.VOID, 2)
    assert table.stacks() == {"Ann": 2000, "Bob": 2000, "Cid": 2000}
    with pytest.raises(Conflict):
        table.undo(hand)


def test_a_closed_night_keeps_its_hands(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "void")
    for name in table.players:
        table.cash_out(name, 2000)
    nights.close_night(table.cast.sue, table.night.pk)
    with pytest.raises(Conflict, match="closed"):
        hands.undo(table.cast.sue, hand.pk, 1)
    assert Entry.objects.filter(kind=Entry.Kind.UNDO).count() == 0


def test_not_while_somebody_who_was_in_it_has_left(table: Table) -> None:
    """Who lost everything leaves without a count; in an open hand they would be nowhere."""
    everything = {table.players["Ann"].pk: 2000, table.players["Bob"].pk: -2000}
    lost = missed_hands.record_result(table.cast.sue, table.night.pk, "Stud", everything)
    seats.leave(table.cast.sue, table.night.seats.get(player=table.players["Bob"]).pk)
    with pytest.raises(Conflict, match="Bob left the table"):
        table.undo(lost)
    table.sit("Bob")
    assert table.undo(lost).status == Hand.Status.VOID
    assert table.stacks() == {"Ann": 2000, "Bob": 2000, "Cid": 2000}
