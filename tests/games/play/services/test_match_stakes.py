"""Matches for a stake: paid in from chips, won on the board or beside it, undone, given back."""

from datetime import timedelta

import pytest
from django.db import connection

from games.core.errors import BadAmount, Conflict, NotFound
from games.models import Entry, Hand, Match
from games.nights.services import nights, seats
from games.nights.services.entry_reversal import take_back
from games.play.services import hands, match_ends, matches
from ledger import guards
from tests.games.cast import Table
from tests.games.play.services.test_matches import DRAWS, sit_out
from tests.games.purse import books_hold, end

STAKE = 500


def start(table: Table, stake: int | None = STAKE, rules: dict[str, int] | None = None) -> Hand:
    return hands.start_hand(table.cast.sue, table.night.pk, "bluff-n-peg", rules, stake=stake)


def bob_wins(table: Table, hand: Hand) -> Hand:
    return table.enter(hand, *DRAWS["Ann"], "Bob play Kh", "Cid fold", "Ann fold")


def tied(table: Table, stake: int | None = STAKE) -> Hand:
    """Bob and Cid tie for the winner hole, and play on alone."""
    hand = start(table, stake, {"winner_hole": 5})
    table.enter(hand, *DRAWS["Ann"], "Bob play Kh", "Cid play Ks", "Cid play Kc", "Ann fold")
    table.enter(hand, "Bob play Kd", "Bob play Qh", "Cid play Qs", "Cid play Qc", "Bob play Qd", "Bob play Jh")
    return table.enter(hand, "Cid play Js", "Cid stand", "Bob stand")


def match_pot(table: Table) -> int:
    return table.view()["stakes"]


def test_everyone_pays_in_and_the_winner_of_the_tie_break_takes_it(table: Table) -> None:
    tied(table)
    assert (table.stacks(), match_pot(table)) == ({"Ann": 1500, "Bob": 1500, "Cid": 1500}, 1500)
    hand = start(table, stake=None)
    assert hand.set_up["tiebreak"] is True
    table.enter(hand, "Cid draw 0", "Bob draw 0", "Cid fold")
    assert Match.objects.get().status == Match.Status.WON
    assert (table.stacks(), match_pot(table)) == ({"Ann": 1500, "Bob": 3000, "Cid": 1500}, 0)
    table.undo(hand)
    assert (table.stacks(), match_pot(table)) == ({"Ann": 1500, "Bob": 1500, "Cid": 1500}, 1500)
    table.enter(hand, "Cid play Ks", "Bob fold")
    assert table.stacks() == {"Ann": 1500, "Bob": 1500, "Cid": 3000}
    end(table)
    books_hold(table.cast.club)


def test_without_a_stake_points_are_points(table: Table) -> None:
    bob_wins(table, start(table, stake=None, rules={"winner_hole": 5}))
    assert (table.stacks(), match_pot(table)) == ({"Ann": 2000, "Bob": 2000, "Cid": 2000}, 0)


def test_a_misdeal_gives_the_stakes_back_and_its_undo_takes_them_again(table: Table) -> None:
    hand = start(table)
    table.enter(hand, "void a card fell")
    assert (table.stacks(), match_pot(table)) == ({"Ann": 2000, "Bob": 2000, "Cid": 2000}, 0)
    table.undo(hand)
    assert (table.stacks()["Ann"], match_pot(table)) == (1500, 1500)
    table.enter(hand, "void a card fell after all")
    assert match_pot(table) == 0
    sit_out(table, "Cid")
    again = start(table, stake=None)  # announced once, and for whoever is there now
    assert (again.match.stake, table.stacks()) == (STAKE, {"Ann": 1500, "Bob": 1500, "Cid": 2000})
    books_hold(table.cast.club)


def test_a_later_misdeal_leaves_the_stakes_in(table: Table) -> None:
    bob_wins(table, start(table))
    table.enter(start(table, stake=None), "void")
    assert match_pot(table) == 1500


def test_the_first_hand_may_be_undone_and_then_be_a_misdeal(table: Table) -> None:
    hand = bob_wins(table, start(table, rules={"winner_hole": 5}))
    assert table.stacks()["Bob"] == 3000
    table.undo(hand)
    assert match_pot(table) == 1500
    table.enter(hand, "void")
    assert (table.stacks(), match_pot(table)) == ({"Ann": 2000, "Bob": 2000, "Cid": 2000}, 0)


def test_what_cannot_be_staked(table: Table) -> None:
    for stake in (30, -25, True):
        with pytest.raises(BadAmount):
            start(table, stake=stake)
    with pytest.raises(BadAmount, match="chips for the stake") as short:
        start(table, stake=2025)
    assert len(short.value.params["players"]) == 3
    with pytest.raises(Conflict, match="Only a match"):
        hands.start_hand(table.cast.sue, table.night.pk, "council-bluffs", stake=100)
    bob_wins(table, start(table))
    with pytest.raises(Conflict, match="stake it began with"):
        start(table, stake=600)
    assert start(table, stake=STAKE).match.stake == STAKE


def test_an_absent_member_forfeits_and_the_stake_stays_in(table: Table) -> None:
    hand = bob_wins(table, start(table))
    sit_out(table, "Cid")
    cid, ann, bob = (table.players[name].pk for name in ("Cid", "Ann", "Bob"))
    match = match_ends.forfeit(table.cast.sue, hand.match_id, cid, "went home")
    assert (match.status, match_pot(table)) == (Match.Status.IN_PROGRESS, 1500)
    with pytest.raises(Conflict, match="corrected"):
        table.undo(hand)
    with pytest.raises(NotFound):
        match_ends.forfeit(table.cast.sue, hand.match_id, cid, "again")
    seats.sit_in(table.cast.sue, table.night.seats.get(player=cid).pk)
    playing = start(table, stake=None)
    assert set(table.named(playing.set_up["pegs"])) == {"Ann", "Bob"}
    with pytest.raises(Conflict, match="being played"):
        match_ends.forfeit(table.cast.sue, hand.match_id, ann, "enough")
    table.enter(playing, "void")
    match = match_ends.forfeit(table.cast.sue, hand.match_id, ann, "enough")
    assert (match.status, match.leaders) == (Match.Status.WON, [str(bob)])
    assert (table.stacks(), match_pot(table)) == ({"Ann": 1500, "Bob": 3000, "Cid": 1500}, 0)


def test_who_gave_up_does_not_win_from_afar(table: Table) -> None:
    hand = bob_wins(table, start(table, rules={"winner_hole": 20, "last_chance_hole": -1}))
    sit_out(table, "Bob")
    match_ends.forfeit(table.cast.sue, hand.match_id, table.players["Bob"].pk, "the last train")
    match = Match.objects.get()
    ann, cid = (str(table.players[name].pk) for name in ("Ann", "Cid"))
    matches.advance(match, {"pegs": {ann: 4, cid: -4}, "match": {"status": "won", "players": [ann]}})
    assert (match.status, match.leaders) == (Match.Status.WON, [ann])


def test_a_forfeit_in_a_tie_leaves_the_other_the_winner(table: Table) -> None:
    hand = tied(table)
    match = match_ends.forfeit(table.cast.sue, hand.match_id, table.players["Cid"].pk, "too late for me")
    assert (match.status, table.stacks()["Bob"]) == (Match.Status.WON, 3000)


def test_an_unfinished_match_is_decided_before_the_night_ends(table: Table) -> None:
    hand = bob_wins(table, start(table))
    for name in ("Ann", "Bob", "Cid"):
        table.cash_out(name, 1500)
    with pytest.raises(Conflict, match="match with a stake"):
        nights.close_night(table.cast.sue, table.night.pk)
    match = match_ends.end_match(table.cast.sue, hand.match_id, "return", "it is four o'clock")
    assert (match.status, table.stacks()) == (Match.Status.ABANDONED, {"Ann": 500, "Bob": 500, "Cid": 500})
    with pytest.raises(Conflict, match="over"):
        match_ends.end_match(table.cast.sue, hand.match_id, "leader", "no")
    end(table)


def test_the_leader_may_be_given_it_and_that_may_be_taken_back(table: Table) -> None:
    hand = bob_wins(table, start(table))
    match_ends.end_match(table.cast.sue, hand.match_id, "leader", "it is four o'clock")
    assert (table.stacks()["Bob"], match_pot(table)) == (3000, 0)
    entry = table.night.entries.get(kind="match_end")
    take_back(table.cast.sue, entry.pk, "it was three")
    match = Match.objects.get()
    assert (match.status, match.leaders, match_pot(table)) == (Match.Status.IN_PROGRESS, [], 1500)
    with pytest.raises(Conflict, match="already"):
        take_back(table.cast.sue, entry.pk, "again")
    assert start(table, stake=None).match_id == match.pk


def test_what_rests_on_an_end_is_told_by_what_was_committed_not_by_the_clock(table: Table) -> None:
    hand = bob_wins(table, start(table))
    match_ends.end_match(table.cast.sue, hand.match_id, "leader", "it is four o'clock")
    entry = table.night.entries.get(kind="match_end")
    with guards.lifted_for_tests(connection):
        Entry.objects.filter(pk=entry.pk).update(at=entry.at + timedelta(minutes=5))
    table.enter(start(table), "void")
    with pytest.raises(Conflict, match="moved on"):
        take_back(table.cast.sue, entry.pk, "it was three")


def test_no_match_is_ended_in_the_middle_of_its_hand(table: Table) -> None:
    hand = bob_wins(table, start(table))
    playing = start(table, stake=None)
    for how in ("return", "leader"):
        with pytest.raises(Conflict, match="finish it first"):
            match_ends.end_match(table.cast.sue, hand.match_id, how, "late")
    assert (Match.objects.get().status, match_pot(table)) == (Match.Status.IN_PROGRESS, 1500)
    table.enter(playing, "void")
    table.deal("council-bluffs")
    assert match_ends.end_match(table.cast.sue, hand.match_id, "return", "late").status == Match.Status.ABANDONED


def test_who_gave_up_comes_back_only_while_nothing_has_happened_since(table: Table) -> None:
    hand = bob_wins(table, start(table))
    ann, cid = (table.players[name].pk for name in ("Ann", "Cid"))
    match_ends.forfeit(table.cast.sue, hand.match_id, cid, "went home")
    match_ends.forfeit(table.cast.sue, hand.match_id, ann, "enough")
    last, first = table.night.entries.filter(kind="forfeit").order_by("-at")
    with pytest.raises(Conflict, match="moved on"):
        take_back(table.cast.sue, first.pk, "Cid is here still")
    take_back(table.cast.sue, last.pk, "Ann did not mean it")
    assert (Match.objects.get().forfeited, match_pot(table)) == ([str(cid)], 1500)
    playing = start(table, stake=None)
    table.enter(playing, "void")
    with pytest.raises(Conflict, match="moved on"):
        take_back(table.cast.sue, first.pk, "Cid is here still")


def test_who_gave_up_by_mistake_plays_on(table: Table) -> None:
    hand = bob_wins(table, start(table))
    match_ends.forfeit(table.cast.sue, hand.match_id, table.players["Cid"].pk, "went home")
    take_back(table.cast.sue, table.night.entries.get(kind="forfeit").pk, "it was the wrong Cid")
    assert set(table.named(start(table, stake=None).set_up["pegs"])) == {"Ann", "Bob", "Cid"}


def test_with_several_in_the_lead_there_is_no_leader(table: Table) -> None:
    hand = tied(table)
    with pytest.raises(Conflict, match="Several"):
        match_ends.end_match(table.cast.sue, hand.match_id, "leader", "late")


def test_who_left_the_table_is_paid_on_their_balance(table: Table) -> None:
    hand = bob_wins(table, start(table))
    table.cash_out("Bob", 1500)
    seats.leave(table.cast.sue, table.night.seats.get(player=table.players["Bob"]).pk)
    match_ends.end_match(table.cast.sue, hand.match_id, "leader", "nobody plays on")
    balance = {seat["name"]: seat["to_account"] for seat in table.view()["seats"]}
    assert (balance["Bob"], table.stacks()["Bob"]) == (1000, 0)


def test_a_match_nobody_played_is_not_ended_but_a_misdeal(table: Table) -> None:
    hand = start(table)
    with pytest.raises(Conflict, match="misdeal"):
        match_ends.end_match(table.cast.sue, hand.match_id, "return", "no")


def test_a_stake_that_only_a_misdeal_had_paid_ends_with_the_night(table: Table) -> None:
    hand = hands.start_hand(table.cast.sue, table.night.pk, "bluff-n-peg", stake=500)
    table.enter(hand, "void spilt")
    end(table)
    assert Match.objects.get().status == Match.Status.ABANDONED
    books_hold(table.cast.club)
