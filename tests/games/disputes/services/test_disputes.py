"""Disputes: who may open, answer and end one, and that each step is an entry of the log."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from games.accounts.services import users
from games.clubs.services import clubs, player_merge
from games.core.actor import Actor
from games.core.errors import BadValue, Conflict, Forbidden, NotFound
from games.disputes.selectors.disputes import dispute_document, disputes_of, disputes_of_night
from games.disputes.services import disputes
from games.models import Dispute, Entry, Hand, Member, Role
from games.nights.services import entry_reversal, nights, seats
from games.play.selectors.night_events import events_after
from games.play.services import missed_hands
from games.settlement.services import payments, settlements
from tests.games.browser import browser
from tests.games.cast import Table

SAID = "It was two pairs"


@pytest.fixture
def hand(table: Table) -> Hand:
    """Ann deals, raises and wins the blinds."""
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 200", "Bob fold", "Cid fold")
    return Hand.objects.get(pk=hand.pk)


@pytest.fixture
def adam(table: Table) -> Actor:
    return join(table, "Adam", Role.ADMIN)


def join(table: Table, name: str, role: str, *, is_arbiter: bool = False) -> Actor:
    user = users.register(name, "correct horse battery")
    clubs.add_member(table.cast.rob, table.cast.club.pk, name, role, is_arbiter)
    return Actor(user)


def said(table: Table, dispute: Dispute) -> list[tuple[str, str, str]]:
    found = dispute_document(table.cast.ann, dispute.pk)["messages"]
    return [(one["what"], one["side"], one["text"]) for one in found]


def test_a_dispute_from_opening_to_its_end(table: Table, hand: Hand, adam: Actor) -> None:
    dispute = disputes.open_dispute(table.cast.ann, SAID, hand_id=hand.pk)
    assert (dispute.about, dispute.player, dispute.state) == ("hand", table.players["Ann"], "open")
    assert dispute.due_at - dispute.opened_at == timedelta(days=14)
    assert disputes.answer_dispute(table.cast.sue, dispute.pk, "I saw one").state == "answered"
    assert disputes.answer_dispute(table.cast.ann, dispute.pk, "Look again").state == "open"
    ended = disputes.reject_dispute(adam, dispute.pk, "One pair it was")
    assert (ended.state, ended.ended_by, ended.remedy) == ("rejected", adam.user, None)
    assert said(table, dispute) == [
        ("opened", "opener", SAID),
        ("said", "other", "I saw one"),
        ("said", "opener", "Look again"),
        ("rejected", "other", "One pair it was"),
    ]
    assert list(disputes_of(table.cast.ann, table.cast.club.pk)) == [dispute]
    assert list(disputes_of_night(table.cast.ann, table.night.pk)) == [dispute]


def test_every_step_is_an_entry_and_tells_the_night_no_words(table: Table, hand: Hand) -> None:
    dispute = disputes.open_dispute(table.cast.ann, SAID, hand_id=hand.pk)
    disputes.withdraw_dispute(table.cast.ann, dispute.pk, "I was wrong")
    rows = Entry.objects.filter(kind=Entry.Kind.DISPUTE, player=table.players["Ann"]).order_by("told")
    assert [row.body["what"] for row in rows] == ["opened", "withdrawn"]
    assert rows[0].body == {
        "dispute": str(dispute.pk),
        "side": "opener",
        "what": "opened",
        "hand": str(hand.pk),
        "text": SAID,
    }
    events = [event for event in events_after(table.night.pk, 0, 100) if event["kind"] == "dispute"]
    assert [event["body"]["what"] for event in events] == ["opened", "withdrawn"]
    assert SAID not in str(events)


def test_what_it_is_about(table: Table, hand: Hand) -> None:
    action = hand.entries.get(number=1)
    bought = Entry.objects.get(kind=Entry.Kind.BUY_IN, player=table.players["Bob"])
    for entry, about in ((action, "action"), (bought, "entry")):
        dispute = disputes.open_dispute(table.cast.ann, SAID, entry_id=entry.pk)
        assert (dispute.about, dispute.night_id) == (about, table.night.pk)
    with pytest.raises(Conflict):
        disputes.open_dispute(table.cast.ann, SAID, entry_id=Entry.objects.filter(kind=Entry.Kind.SEAT)[0].pk)
    for wrong in ({}, {"hand_id": hand.pk, "entry_id": action.pk}):
        with pytest.raises(BadValue):
            disputes.open_dispute(table.cast.ann, SAID, **wrong)
    with pytest.raises(BadValue):
        disputes.open_dispute(table.cast.ann, " ", hand_id=hand.pk)


def test_who_may_open_one(table: Table, hand: Hand) -> None:
    """Dan, who has an account, was not dealt in; Bob has none, so that the scorekeeper speaks for him."""
    dan = join(table, "Dan", Role.PLAYER)
    member = Member.objects.get(user=dan.user)
    clubs.add_player(table.cast.sue, table.cast.club.pk, "Dan", member_id=member.pk)
    bob, nobody = table.players["Bob"].pk, uuid4()
    for actor, more, error in (
        (dan, {}, Forbidden),
        (table.cast.rob, {}, Forbidden),
        (table.cast.sue, {}, Forbidden),
        (table.cast.ann, {"player_id": bob}, Forbidden),
        (table.cast.sue, {"player_id": nobody}, NotFound),
        (table.cast.sue, {"player_id": member.pk}, NotFound),
        (table.cast.otto, {}, NotFound),
    ):
        with pytest.raises(error):
            disputes.open_dispute(actor, SAID, hand_id=hand.pk, **more)
    dispute = disputes.open_dispute(table.cast.sue, SAID, hand_id=hand.pk, player_id=bob)
    assert (dispute.player_id, dispute.opened_by) == (bob, table.cast.sue.user)


def test_the_same_is_disputed_once_at_a_time(table: Table, hand: Hand) -> None:
    first = disputes.open_dispute(table.cast.ann, SAID, hand_id=hand.pk)
    with pytest.raises(Conflict):
        disputes.open_dispute(table.cast.ann, SAID, hand_id=hand.pk)
    disputes.open_dispute(table.cast.sue, SAID, hand_id=hand.pk, player_id=table.players["Bob"].pk)
    disputes.open_dispute(table.cast.ann, SAID, entry_id=hand.entries.get(number=1).pk)
    disputes.withdraw_dispute(table.cast.ann, first.pk, "I was wrong")
    again = disputes.open_dispute(table.cast.ann, SAID, hand_id=hand.pk)
    with pytest.raises(Conflict):
        disputes.open_dispute(
            table.cast.sue, SAID, hand_id=hand.pk, player_id=table.players["Cid"].pk, dispute_id=again.pk
        )


def test_who_turned_out_to_be_somebody_else_is_concerned_as_that_one(table: Table, hand: Hand) -> None:
    table.players["Bo"] = clubs.add_player(table.cast.sue, table.cast.club.pk, "Bobby")
    table.cash_out("Bob", table.stacks()["Bob"])
    seat = table.night.seats.get(player=table.players["Bob"])
    seats.leave(table.cast.sue, seat.pk)
    player_merge.merge_players(table.cast.rob, table.players["Bob"].pk, table.players["Bo"].pk, "It is him")
    dispute = disputes.open_dispute(table.cast.sue, SAID, hand_id=hand.pk, player_id=table.players["Bo"].pk)
    assert dispute.player == table.players["Bo"]


def test_who_may_speak(table: Table, hand: Hand) -> None:
    dispute = disputes.open_dispute(table.cast.sue, SAID, hand_id=hand.pk, player_id=table.players["Bob"].pk)
    rita = join(table, "Rita", Role.PLAYER, is_arbiter=True)
    eve = join(table, "Eve", Role.PLAYER)
    for actor in (table.cast.ann, table.cast.rob, rita):
        assert disputes.answer_dispute(actor, dispute.pk, "Well").state == "answered"
    with pytest.raises(Forbidden):
        disputes.answer_dispute(eve, dispute.pk, "Well")
    with pytest.raises(NotFound):
        disputes.answer_dispute(table.cast.otto, dispute.pk, "Well")


def test_who_may_end_one(table: Table, hand: Hand, adam: Actor) -> None:
    dispute = disputes.open_dispute(table.cast.ann, SAID, hand_id=hand.pk)
    for actor, error in ((table.cast.sue, Forbidden), (table.cast.ann, Forbidden), (table.cast.otto, NotFound)):
        with pytest.raises(error):
            disputes.reject_dispute(actor, dispute.pk, "No")
    for actor in (table.cast.rob, adam, table.cast.sue):
        with pytest.raises(Forbidden):
            disputes.withdraw_dispute(actor, dispute.pk, "No")
    rita = join(table, "Rita", Role.PLAYER, is_arbiter=True)
    assert disputes.reject_dispute(rita, dispute.pk, "No").state == "rejected"
    for end in (disputes.reject_dispute, disputes.withdraw_dispute, disputes.answer_dispute):
        with pytest.raises(Conflict):
            end(table.cast.rob if end is not disputes.withdraw_dispute else table.cast.ann, dispute.pk, "Again")


def test_nobody_judges_their_own_case_but_an_owner(table: Table, hand: Hand, adam: Actor) -> None:
    clubs.add_player(table.cast.sue, table.cast.club.pk, "Adam", member_id=Member.objects.get(user=adam.user).pk)
    bought = Entry.objects.get(kind=Entry.Kind.BUY_IN, player=table.players["Bob"])
    opened_by_him = disputes.open_dispute(adam, SAID, hand_id=hand.pk, player_id=table.players["Bob"].pk)
    Member.objects.filter(user=table.cast.sue.user).update(role=Role.ADMIN)
    about_hers = disputes.open_dispute(table.cast.ann, SAID, entry_id=bought.pk)
    for actor, dispute in ((adam, opened_by_him), (table.cast.sue, about_hers)):
        with pytest.raises(Forbidden):
            disputes.reject_dispute(actor, dispute.pk, "No")
    for dispute in (opened_by_him, about_hers):
        disputes.reject_dispute(table.cast.rob, dispute.pk, "No")


def test_the_arbiter_decides_on_no_hand_of_their_own(table: Table, hand: Hand) -> None:
    Member.objects.filter(user=table.cast.ann.user).update(is_arbiter=True)
    of_bob = disputes.open_dispute(table.cast.sue, SAID, hand_id=hand.pk, player_id=table.players["Bob"].pk)
    with pytest.raises(Forbidden):
        disputes.reject_dispute(table.cast.ann, of_bob.pk, "No")
    bought = Entry.objects.get(kind=Entry.Kind.BUY_IN, player=table.players["Bob"])
    of_cid = disputes.open_dispute(table.cast.sue, SAID, entry_id=bought.pk, player_id=table.players["Cid"].pk)
    assert disputes.reject_dispute(table.cast.ann, of_cid.pk, "No").state == "rejected"
    clubs.change_club(table.cast.rob, table.cast.club.pk, arbiter_may_play=True)
    assert disputes.reject_dispute(table.cast.ann, of_bob.pk, "No").state == "rejected"


def test_who_ends_their_own_case_is_warned_and_the_thread_says_so(table: Table, hand: Hand) -> None:
    """An owner or admin may: a club where everybody played is not stuck. So nobody is promised that they may not."""
    ann, rob = Member.objects.get(user=table.cast.ann.user), Member.objects.get(user=table.cast.rob.user)
    Member.objects.filter(pk=ann.pk).update(role=Role.ADMIN)
    ann.refresh_from_db()
    bob = table.players["Bob"].pk
    for actor, member, own_case in ((table.cast.ann, ann, True), (table.cast.rob, rob, False)):
        dispute = disputes.open_dispute(table.cast.sue, SAID, hand_id=hand.pk, player_id=bob)
        assert disputes.rights_on(member, dispute).own_case == own_case
        disputes.reject_dispute(actor, dispute.pk, "No")
        thread = dispute_document(table.cast.ann, dispute.pk)["messages"]
        assert [one["own_case"] for one in thread] == [False, own_case]
    page = browser(table.cast.ann.user)
    dispute = disputes.open_dispute(table.cast.sue, SAID, hand_id=hand.pk, player_id=bob)
    for name in ("dispute-page", "admin:games_dispute_change"):
        assert "You were in this hand" in page.get(reverse(name, args=[dispute.pk])).content.decode()
        disputed = browser(table.cast.rob.user).get(reverse(name, args=[dispute.pk])).content.decode()
        assert "Reject it" in disputed and "You were in this hand" not in disputed
    disputes.reject_dispute(table.cast.ann, dispute.pk, "No")
    for name, about in (("dispute-page", dispute.pk), ("hand-page", hand.pk)):
        assert "their own case" in browser(table.cast.sue.user).get(reverse(name, args=[about])).content.decode()


def test_what_is_upheld_was_put_right_by_a_later_entry(table: Table, hand: Hand, adam: Actor) -> None:
    bought = Entry.objects.get(kind=Entry.Kind.BUY_IN, player=table.players["Bob"])
    dispute = disputes.open_dispute(table.cast.ann, "Bob has not paid", entry_id=bought.pk)
    seat = Entry.objects.filter(kind=Entry.Kind.SEAT).first()
    assert seat
    for remedy, error in ((uuid4(), NotFound), (bought.pk, Conflict), (seat.pk, Conflict)):
        with pytest.raises(error):
            disputes.uphold_dispute(adam, dispute.pk, "So it is", remedy)
    table.cash_out("Bob", table.stacks()["Bob"])
    put_right = table.buy_in("Bob", 100)
    elsewhere = nights.open_night(table.cast.sue, table.cast.club.pk, "Another night", 25)
    other = Table(table.cast, elsewhere, dict(table.players))
    other.sit("Bob")
    with pytest.raises(Conflict):
        disputes.uphold_dispute(adam, dispute.pk, "So it is", other.buy_in("Bob", 100).pk)
    ended = disputes.uphold_dispute(adam, dispute.pk, "So it is", put_right.pk)
    assert (ended.state, ended.remedy) == ("upheld", put_right)
    assert Entry.objects.filter(kind=Entry.Kind.DISPUTE).order_by("-told")[0].body["remedy"] == str(put_right.pk)
    entry_reversal.take_back(table.cast.sue, put_right.pk, "A test")


def settled(table: Table) -> Any:
    """Ann and Bob have both to do with the one transfer: she lost 5.00 to him."""
    names = {name: player.pk for name, player in table.players.items()}
    missed_hands.record_result(table.cast.sue, table.night.pk, "Stud", {names["Ann"]: -500, names["Bob"]: 500})
    for name, count in table.stacks().items():
        table.cash_out(name, count)
    nights.close_night(table.cast.sue, table.night.pk)
    return settlements.settle_night(table.cast.sue, table.night.pk).transfers.get()


def test_a_payment_concerns_who_pays_and_who_receives_it(table: Table, adam: Actor) -> None:
    payment = payments.record_payment(table.cast.sue, settled(table).pk, 500)
    eve = join(table, "Eve", Role.PLAYER)
    clubs.add_player(table.cast.sue, table.cast.club.pk, "Eve", member_id=Member.objects.get(user=eve.user).pk)
    with pytest.raises(Forbidden):
        disputes.open_dispute(eve, SAID, payment_id=payment.pk)
    with pytest.raises(NotFound):
        disputes.open_dispute(table.cast.sue, SAID, payment_id=payment.pk, player_id=table.players["Cid"].pk)
    dispute = disputes.open_dispute(table.cast.ann, "I gave him 10.00", payment_id=payment.pk)
    assert (dispute.about, dispute.night_id, dispute.player) == ("payment", table.night.pk, table.players["Ann"])
    payments.reverse_payment(table.cast.sue, payment.pk, "It was less")
    of_it, other = (
        Entry.objects.filter(kind=kind).latest("told") for kind in (Entry.Kind.PAYMENT, Entry.Kind.CASH_OUT)
    )
    with pytest.raises(Conflict):
        disputes.uphold_dispute(adam, dispute.pk, "So it is", other.pk)
    assert disputes.uphold_dispute(adam, dispute.pk, "So it is", of_it.pk).state == "upheld"


def test_a_payment_for_a_settlement_of_the_club(table: Table, adam: Actor) -> None:
    settled(table)
    nights.reopen_night(table.cast.rob, table.night.pk, "More")
    for name in ("Ann", "Bob"):
        table.buy_in(name, 1000)
        table.night.seats.filter(player=table.players[name]).update(status="in")
    names = {name: player.pk for name, player in table.players.items()}
    missed_hands.record_result(table.cast.sue, table.night.pk, "Stud", {names["Ann"]: 300, names["Bob"]: -300})
    for name, count in table.stacks().items():
        if count:
            table.cash_out(name, count)
    nights.close_night(table.cast.sue, table.night.pk)
    transfer = settlements.settle_club(table.cast.sue, table.cast.club.pk).transfers.get()
    payment = payments.record_payment(table.cast.sue, transfer.pk, transfer.amount)
    dispute = disputes.open_dispute(table.cast.ann, "I got nothing", payment_id=payment.pk)
    assert dispute.night is None
    payments.reverse_payment(table.cast.sue, payment.pk, "She got nothing")
    remedy = Entry.objects.filter(kind=Entry.Kind.PAYMENT, night=None).latest("at")
    assert disputes.uphold_dispute(adam, dispute.pk, "So it is", remedy.pk).state == "upheld"


def test_the_club_says_how_long_it_may_take(table: Table, hand: Hand) -> None:
    for days in (0, 366):
        with pytest.raises(BadValue):
            clubs.change_club(table.cast.rob, table.cast.club.pk, dispute_days=days)
    clubs.change_club(table.cast.rob, table.cast.club.pk, dispute_days=3)
    dispute = disputes.open_dispute(table.cast.ann, SAID, hand_id=hand.pk)
    assert dispute.due_at - dispute.opened_at == timedelta(days=3)
    assert not dispute_document(table.cast.ann, dispute.pk)["overdue"]
    Dispute.objects.filter(pk=dispute.pk).update(due_at=dispute.opened_at - timedelta(seconds=1))
    assert dispute_document(table.cast.ann, dispute.pk)["overdue"]
    disputes.withdraw_dispute(table.cast.ann, dispute.pk, "Too late")
    assert not dispute_document(table.cast.ann, dispute.pk)["overdue"]
