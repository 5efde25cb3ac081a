"""How a match is left when its night closes, and when it is played on after all: what the board says, holds."""

import pytest

from games.core.errors import Conflict
from games.models import Hand, Match
from games.nights.services import nights, seats
from games.nights.services.entry_reversal import take_back
from games.play.services import match_ends
from tests.games.cast import Table
from tests.games.play.services.test_corrections import entered, put_right, said
from tests.games.play.services.test_match_stakes import bob_wins, match_pot, start, tied
from tests.games.purse import books_hold, end

FAR = {"winner_hole": 10, "last_chance_hole": -1}


def match_of(hand: Hand) -> Match:
    return Match.objects.get(pk=hand.match_id)


def standing(table: Table, hand: Hand) -> tuple[str, list[str]]:
    match = match_of(hand)
    return match.status, list(table.named(dict.fromkeys(match.leaders)))


def under_way(table: Table, stake: int | None = None) -> tuple[Hand, Hand]:
    """Two hands of a match to hole 10: Bob stands at 5, and so does Cid."""
    first = bob_wins(table, start(table, stake, FAR))
    second = start(table, None)
    table.enter(second, "Cid draw 0", "Ann draw 0", "Bob draw 0", "Cid play Kh", "Ann fold", "Bob fold")
    return first, second


def won_by_bob_in_truth(table: Table, hand: Hand) -> Hand:
    """It was Bob who laid the card, and stands at 10."""
    lines = said(table, "Cid draw 0", "Ann draw 0", "Bob draw 0", "Cid fold", "Ann fold")
    return put_right(table, hand, {"actions": lines})


def reopen(table: Table) -> None:
    nights.reopen_night(table.cast.rob, table.night.pk, "one more")


def test_a_match_that_runs_when_the_night_closes_is_abandoned(table: Table) -> None:
    _, second = under_way(table)
    end(table)
    assert standing(table, second) == ("abandoned", [])
    assert table.night.entries.get(kind="close").body["abandoned"] == [str(second.match_id)]
    assert table.view()["match"] is None


def test_with_its_night_a_match_goes_on(table: Table) -> None:
    _, second = under_way(table)
    end(table)
    reopen(table)
    assert standing(table, second) == ("in_progress", [])
    assert table.night.entries.get(kind="reopen").body["resumed"] == [str(second.match_id)]
    table.buy_in("Ann", 500)
    for name in ("Ann", "Bob", "Cid"):
        seats.sit_in(table.cast.sue, table.night.seats.get(player=table.players[name]).pk)
    third = table.deal("bluff-n-peg")
    assert (third.match_id, table.named(third.set_up["pegs"])) == (second.match_id, {"Ann": 0, "Bob": 5, "Cid": 5})


def test_a_tie_goes_on_too_and_who_forfeited_stays_out(table: Table) -> None:
    hand = tied(table, None)
    match_ends.forfeit(table.cast.sue, hand.match_id, table.players["Ann"].pk, "a train")
    end(table)
    reopen(table)
    assert standing(table, hand) == ("tiebreak", ["Bob", "Cid"])
    assert list(table.named(dict.fromkeys(match_of(hand).forfeited))) == ["Ann"]


def test_what_people_have_ended_stays_ended(table: Table) -> None:
    _, second = under_way(table)
    match_ends.end_match(table.cast.sue, second.match_id, "return", "late")
    end(table)
    reopen(table)
    assert standing(table, second) == ("abandoned", [])


def test_a_match_that_never_began_is_abandoned_and_begins_anew(table: Table) -> None:
    hand = start(table, 500)
    table.enter(hand, "void a card fell")
    end(table)
    assert standing(table, hand) == ("abandoned", [])
    reopen(table)
    assert standing(table, hand) == ("in_progress", [])


def test_a_correction_in_a_closed_night_gives_a_match_its_winner_and_takes_it_again(table: Table) -> None:
    _, second = under_way(table)
    original = entered(table, second)
    end(table)
    won_by_bob_in_truth(table, second)
    assert standing(table, second) == ("won", ["Bob"])
    put_right(table, second, {"actions": original})
    assert standing(table, second) == ("abandoned", [])
    reopen(table)
    assert standing(table, second) == ("in_progress", [])


def ended_and_then_won(table: Table, how: str) -> Hand:
    """The match was ended beside the board; then it is found out that Bob had won it."""
    _, second = under_way(table, 500)
    if how == "leader":
        match_ends.forfeit(table.cast.sue, second.match_id, table.players["Bob"].pk, "late")
    match_ends.end_match(table.cast.sue, second.match_id, how, "late")
    won_by_bob_in_truth(table, second)
    return second


def test_who_has_won_on_the_corrected_board_is_paid_once_the_end_beside_it_is_taken_back(table: Table) -> None:
    second = ended_and_then_won(table, "return")
    assert standing(table, second) == ("abandoned", [])
    assert table.stacks() == {"Ann": 2000, "Bob": 2000, "Cid": 2000}
    entry = take_back(table.cast.sue, table.night.entries.get(kind="match_end").pk, "it was over")
    assert standing(table, second) == ("won", ["Bob"])
    assert (table.stacks(), match_pot(table)) == ({"Ann": 1500, "Bob": 3000, "Cid": 1500}, 0)
    assert set(table.named(dict.fromkeys(entry.body["players"]))) == {"Ann", "Bob", "Cid"}
    # what was paid belongs to the hand: it goes back with it, and the match runs on
    lines = said(table, "Cid draw 0", "Ann draw 0", "Bob draw 0", "Cid play Kh", "Ann fold", "Bob fold")
    put_right(table, second, {"actions": lines})
    assert standing(table, second) == ("in_progress", [])
    assert (table.stacks(), match_pot(table)) == ({"Ann": 1500, "Bob": 1500, "Cid": 1500}, 1500)
    won_by_bob_in_truth(table, second)
    assert table.stacks() == {"Ann": 1500, "Bob": 3000, "Cid": 1500}
    end(table)
    books_hold(table.cast.club)


def test_a_winner_who_has_left_is_paid_on_the_balance(table: Table) -> None:
    _, second = under_way(table, 500)
    match_ends.end_match(table.cast.sue, second.match_id, "return", "late")
    won_by_bob_in_truth(table, second)
    table.cash_out("Bob", 2000)
    seats.leave(table.cast.sue, table.night.seats.get(player=table.players["Bob"]).pk)
    table.buy_in("Ann", 500)
    with pytest.raises(Conflict, match="counted since"):
        # the 500 that were given back to Bob went out with him
        take_back(table.cast.sue, table.night.entries.get(kind="match_end").pk, "it was over")


def test_who_gave_up_has_not_won_on_the_board_either(table: Table) -> None:
    second = ended_and_then_won(table, "leader")
    assert standing(table, second) == ("won", ["Cid"])
    with pytest.raises(Conflict, match="moved on"):
        take_back(table.cast.sue, table.night.entries.get(kind="forfeit").pk, "he came back")


def test_a_tie_that_was_none_in_truth_is_none_when_the_end_is_taken_back(table: Table) -> None:
    hand = tied(table)
    match_ends.end_match(table.cast.sue, hand.match_id, "return", "late")
    lines = said(table, "Bob play Kh", "Cid fold", "Ann fold")
    put_right(table, hand, {"actions": [*entered(table, hand)[:3], *lines]})
    take_back(table.cast.sue, table.night.entries.get(kind="match_end").pk, "they play on")
    assert standing(table, hand) == ("won", ["Bob"])
    books_hold(table.cast.club)
