"""Match pots, when a hand is corrected: taken from where they went, paid to where people are, left where they were."""

from typing import Any

import pytest

from games.core.errors import BadAmount
from games.models import Hand, Match
from games.nights.services import nights, seats
from games.play.selectors.hands import hand_view
from games.play.services import hands, match_ends, missed_hands
from games.play.services.corrections import LaterHandIllegal, correct, preview_correction
from tests.games.cast import Table
from tests.games.play.services.test_corrections import PEG_DRAWS, entered, everything, put_right, said
from tests.games.play.services.test_match_stakes import tied
from tests.games.purse import end

STAKE = 500
BOB, CID = ("Bob play Kh", "Cid fold", "Ann fold"), ("Bob play Kh", "Cid play As", "Ann fold", "Bob fold")


def won(table: Table, rules: dict[str, int], lines: tuple[str, ...] = BOB) -> Hand:
    """The first hand of a match for a stake."""
    hand = hands.start_hand(table.cast.sue, table.night.pk, "bluff-n-peg", rules, stake=STAKE)
    return table.enter(hand, *PEG_DRAWS["Ann"], *lines)


def instead(table: Table, hand: Hand, *lines: str) -> dict[str, Any]:
    """The hand with the same draws and another end."""
    return {"actions": [*entered(table, hand)[: len(hand.set_up["players"])], *said(table, *lines)]}


def leave(table: Table, name: str) -> None:
    if stack := table.stacks()[name]:
        table.cash_out(name, stack)
    seats.leave(table.cast.sue, table.night.seats.get(player=table.players[name]).pk)


def money_of(table: Table) -> dict[Any, int]:
    return {account: amount for account, amount in everything(table).items() if amount}


def balances(table: Table) -> dict[str, int]:
    return {seat["name"]: seat["to_account"] for seat in table.view()["seats"]}


def test_a_winner_paid_in_chips_who_left_since(table: Table) -> None:
    """Bob took the chips of the pot home. They were counted: what he should not have had is a difference."""
    hand = won(table, {"winner_hole": 5})
    leave(table, "Bob")
    before, original = money_of(table), {"actions": entered(table, hand)}
    hand = put_right(table, hand, instead(table, hand, *CID))
    assert table.stacks() == {"Ann": 1500, "Bob": 0, "Cid": 3000}
    assert (balances(table)["Bob"], table.view()["over_short"]) == (1000, 1500)
    put_right(table, hand, original)
    assert money_of(table) == before
    end(table)


def test_the_night_ends_once_it_is_said_who_bears_what_the_winner_took_home(table: Table) -> None:
    hand = won(table, {"winner_hole": 5})
    leave(table, "Bob")
    put_right(table, hand, instead(table, hand, *CID))
    nights.decide_difference(table.cast.rob, table.night.pk, [table.players["Bob"].pk], "Bob took the pot")
    assert balances(table)["Bob"] == -500
    end(table)


def test_a_new_winner_who_has_left_is_paid_on_the_balance(table: Table) -> None:
    hand = won(table, {"winner_hole": 5})
    leave(table, "Cid")
    before, original = money_of(table), {"actions": entered(table, hand)}
    hand = put_right(table, hand, instead(table, hand, *CID))
    assert table.stacks() == {"Ann": 1500, "Bob": 1500, "Cid": 0}
    assert (balances(table)["Cid"], table.view()["over_short"]) == (1000, 0)
    seats.take_seat(table.cast.sue, table.night.pk, table.players["Cid"].pk)
    put_right(table, hand, original)
    assert money_of(table) == before


def paid_while_away(table: Table) -> Hand:
    """Bob leads from afar when Ann's peg falls out at the back, and comes back with 1000."""
    won(table, {"winner_hole": 100, "last_chance_hole": -1})
    for _ in range(4):
        play(table, fold="Ann Cid")
    leave(table, "Bob")
    for _ in range(4):
        hand = play(table, loses="Ann")
    assert (Match.objects.get().status, balances(table)["Bob"]) == ("won", 1000)
    table.sit("Bob", 1000)
    return hand


def play(table: Table, fold: str = "", loses: str = "") -> Hand:
    """The next hand of the match: some fold at once, or one lays a card and folds then."""
    hand, laid = table.deal("bluff-n-peg"), ""
    while hand.status == Hand.Status.OPEN:
        view = hand_view(table.cast.sue, hand.pk)
        name = next(iter(table.named({view["to_act"][0]: 1})))
        if any(offer["type"] == "draw" for offer in view["legal"]):
            hand = table.enter(hand, f"{name} draw 0")
        elif name in fold or (name == loses and name in laid):
            hand = table.enter(hand, f"{name} fold")
        else:
            hand, laid = table.enter(hand, f"{name} play {'QKA'[laid.count(' ')]}h"), f"{laid}{name} "
    return hand


def test_a_winner_paid_on_the_balance_who_came_back_since(table: Table) -> None:
    """What went to the balance comes from there: the chips before Bob are others."""
    hand = paid_while_away(table)
    before, original = money_of(table), {"actions": entered(table, hand)}
    assert (table.stacks()["Bob"], balances(table)["Bob"]) == (1000, 0)
    first = original["actions"][2]["player"]
    hand = put_right(table, hand, {"actions": [*original["actions"][:2], {"type": "fold", "player": first}]})
    assert (table.stacks()["Bob"], balances(table)["Bob"], table.view()["stakes"]) == (1000, -1500, 1500)
    put_right(table, hand, original)
    assert money_of(table) == before


def test_a_match_ended_by_giving_the_stakes_back_stays_so(table: Table) -> None:
    won(table, {"winner_hole": 10})
    hand = table.deal("bluff-n-peg")
    table.enter(hand, *PEG_DRAWS["Bob"], "Cid play Kh", "Ann fold", "Bob fold")
    match_ends.end_match(table.cast.sue, hand.match_id, "return", "late")
    for name in ("Ann", "Bob", "Cid"):
        table.cash_out(name, 2000)
    before = money_of(table)
    change = instead(table, hand, "Cid fold", "Ann fold")
    preview = preview_correction(table.cast.rob, hand.pk, change)
    assert set(preview.warnings) == {"match_ended_otherwise"}
    assert not any(preview.moves.values())
    put_right(table, hand, change)
    match = Match.objects.get()
    assert (money_of(table), match.status) == (before, "abandoned")
    assert table.named(match.pegs) == {"Ann": 0, "Bob": 10, "Cid": 0}
    end(table)


@pytest.mark.parametrize("how", ["leader", "forfeit"])
def test_a_match_won_beside_the_board_stays_won(table: Table, how: str) -> None:
    """Cid led and was given it; on the board Bob would have won with the hand after the corrected one."""
    hand = won(table, {"winner_hole": 10}, CID)
    match = play(table, fold="Ann Cid").match
    assert match
    if how == "leader":
        match_ends.end_match(table.cast.sue, match.pk, "leader", "late")
    else:
        for name in ("Ann", "Bob"):
            match_ends.forfeit(table.cast.sue, match.pk, table.players[name].pk, "tired")
    before = money_of(table)
    put_right(table, hand, instead(table, hand, *BOB))
    match.refresh_from_db()
    assert (match.status, match.leaders) == ("won", [str(table.players["Cid"].pk)])
    assert (money_of(table), table.named(match.pegs)["Bob"]) == (before, 10)


def test_a_tie_ended_by_a_forfeit_stays_as_it_ended(table: Table) -> None:
    """Without Cid, who gave up, the board has the same winner: but it was not the hand that paid."""
    hand = tied(table)
    match_ends.forfeit(table.cast.sue, hand.match_id, table.players["Cid"].pk, "too late for me")
    before = money_of(table)
    put_right(table, hand, instead(table, hand, *CID))
    match = Match.objects.get()
    assert (money_of(table), match.status, table.named(dict.fromkeys(match.leaders))) == (before, "won", {"Bob": None})


def test_money_on_the_balance_is_not_lost_at_the_table(table: Table) -> None:
    hand = won(table, {"winner_hole": 10})
    leave(table, "Bob")
    match_ends.end_match(table.cast.sue, hand.match_id, "leader", "late")
    table.sit("Bob", 1000)
    ann, bob = table.players["Ann"].pk, table.players["Bob"].pk
    lost = missed_hands.record_result(table.cast.sue, table.night.pk, "Stud", {ann: 1000, bob: -1000})
    with pytest.raises(BadAmount):
        correct(table.cast.rob, lost.pk, {"net": {ann: 2500, bob: -2500}}, "misread", lost.version)
    put_right(table, lost, {"net": {ann: 500, bob: -500}})
    assert table.stacks() == {"Ann": 2000, "Bob": 500, "Cid": 1500}


def test_a_match_ended_beside_the_board_is_over_for_the_one_after_it(table: Table) -> None:
    hand = won(table, {"winner_hole": 10})
    match_ends.end_match(table.cast.sue, Match.objects.get().pk, "return", "too slow")
    table.deal("bluff-n-peg")
    before = money_of(table)
    put_right(table, hand, instead(table, hand, *CID))
    assert money_of(table) == before


def test_the_stakes_of_a_match_in_money_alone(table: Table) -> None:
    """Cid won the tie-break of a match that Bob had won before it: the hands stay, and the stakes are Bob's."""
    first = tied(table)
    actions = entered(table, first)
    last = table.enter(table.deal("bluff-n-peg"), "Cid draw 0", "Bob draw 0", "Cid play Kh", "Bob fold")
    assert (Match.objects.get().status, last.status) == ("won", "complete")
    change = {"actions": [*actions[:-2], *said(table, "Cid fold")]}
    stacks = table.stacks()
    shown = preview_correction(table.cast.rob, first.pk, change)
    assert shown.blocked
    assert shown.blocked.code == "match_over"
    assert shown.adjustment
    assert table.named(shown.adjustment["balances"]) == {"Bob": 1500, "Cid": -1500}
    put_right(table, first, change, as_adjustment=True)
    assert (table.stacks(), balances(table)) == (stacks, {"Ann": -2000, "Bob": -500, "Cid": -3500})
    match = Match.objects.get()
    assert table.named(dict.fromkeys(match.leaders)) == {"Cid": None}
    end(table)
    put_right(table, first, {"actions": actions})
    assert balances(table) == {"Ann": -500, "Bob": -500, "Cid": 1000}


def test_in_money_alone_only_what_is_decided(table: Table) -> None:
    """While the match runs on as it is recorded, nobody has its stakes; without stakes there is no money in it."""
    first = tied(table)
    change = {"actions": [*entered(table, first)[:-2], *said(table, "Cid fold")]}
    table.enter(table.deal("bluff-n-peg"), "Cid draw 0", "Bob draw 0")
    assert preview_correction(table.cast.rob, first.pk, change).adjustment is None
    with pytest.raises(LaterHandIllegal):
        correct(table.cast.rob, first.pk, change, "Cid folded", first.version, as_adjustment=True)
