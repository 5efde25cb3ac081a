"""Who may do what, asked of every service; and that what is another club's is not there."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from games.clubs.selectors import clubs as people
from games.clubs.services import clubs, player_merge
from games.core.actor import Actor
from games.core.errors import Forbidden, NotFound
from games.models import BuyInRequest, Night, Player, Role
from games.money.services import chip_requests, chips, expenses
from games.nights.selectors import nights as nights_seen
from games.nights.services import entry_reversal, nights, seats
from games.play.selectors import hands as hands_seen
from games.play.services import hands, missed_hands
from games.settlement.selectors import settlements as settlements_seen
from games.settlement.services import settlements
from tests.games.cast import Table

Call = Callable[[Table, Actor], object]


def player(table: Table, name: str = "Ann") -> object:
    return table.players[name].pk


def asked(table: Table) -> BuyInRequest:
    return chip_requests.ask_for_chips(table.cast.sue, table.night.pk, player(table, "Bob"), 100)


def ended(table: Table) -> Night:
    """The night, closed with something to settle."""
    expenses.record_expense(table.cast.sue, table.night.pk, "pizza", 9, ("box", None), club=9)
    for name in table.players:
        table.cash_out(name, 2000)
    return nights.close_night(table.cast.sue, table.night.pk)


def gone(table: Table) -> Player:
    """A player of the club who is nowhere."""
    return clubs.add_player(table.cast.sue, table.cast.club.pk, "Zoe")


WRITES: dict[str, Call] = {
    "add_player": lambda t, a: clubs.add_player(a, t.cast.club.pk, "Zoe"),
    "rename_player": lambda t, a: clubs.rename_player(a, player(t), "Anna"),
    "open_night": lambda t, a: nights.open_night(a, t.cast.club.pk, "Another", 25),
    "take_seat": lambda t, a: seats.take_seat(a, t.night.pk, clubs.add_player(t.cast.sue, t.cast.club.pk, "Zoe").pk),
    "sit_out": lambda t, a: seats.sit_out(a, t.night.seats.all()[0].pk),
    "sit_in": lambda t, a: seats.sit_in(a, t.night.seats.all()[0].pk),
    "move_seat": lambda t, a: seats.move_seat(a, t.night.seats.all()[0].pk, 7),
    "buy_in": lambda t, a: chips.buy_in(a, t.night.pk, player(t), 500),
    "cash_out": lambda t, a: chips.cash_out(a, t.night.pk, player(t), 2000),
    "recount": lambda t, a: chips.recount(a, t.night.pk, {player(t): 1975}, "lost one"),
    "record_result": lambda t, a: missed_hands.record_result(
        a, t.night.pk, "Stud", {player(t): 25, player(t, "Bob"): -25}
    ),
    "start_hand": lambda t, a: hands.start_hand(a, t.night.pk, "council-bluffs"),
    "record_expense": lambda t, a: expenses.record_expense(a, t.night.pk, "pizza", 9, ("box", None), club=9),
    "take_back": lambda t, a: entry_reversal.take_back(a, t.night.entries.filter(kind="buy_in")[0].pk, "wrong"),
    "ask_for_chips": lambda t, a: chip_requests.ask_for_chips(a, t.night.pk, player(t, "Bob"), 100),
    "grant": lambda t, a: chip_requests.grant(a, asked(t).pk),
    "refuse": lambda t, a: chip_requests.refuse(a, asked(t).pk, "no"),
    "withdraw": lambda t, a: chip_requests.withdraw(a, asked(t).pk),
    "settle_night": lambda t, a: settlements.settle_night(a, ended(t).pk),
    "settle_club": lambda t, a: settlements.settle_club(a, ended(t).club_id),
}
MANAGES: dict[str, Call] = {
    "add_member": lambda t, a: clubs.add_member(a, t.cast.club.pk, "Otto"),
    "change_club": lambda t, a: clubs.change_club(a, t.cast.club.pk, name="Friday"),
    "reopen_night": lambda t, a: nights.reopen_night(a, ended(t).pk, "one more"),
    "merge_players": lambda t, a: player_merge.merge_players(a, gone(t).pk, player(t, "Bob"), "one person"),
}
READS: dict[str, Call] = {
    "club": lambda t, a: people.club(a, t.cast.club.pk),
    "members_of": lambda t, a: list(people.members_of(a, t.cast.club.pk)),
    "players_of": lambda t, a: list(people.players_of(a, t.cast.club.pk)),
    "player": lambda t, a: people.player(a, player(t)),
    "seats_of": lambda t, a: list(people.seats_of(a, t.night.pk)),
    "night_view": lambda t, a: nights_seen.night_view(a, t.night.pk),
    "settlement_view": lambda t, a: settlements_seen.settlement_view(a, t.night.pk),
    "money_entries": lambda t, a: list(nights_seen.money_entries(a, t.night.pk)),
    "requests_of": lambda t, a: list(nights_seen.requests_of(a, t.night.pk)),
    "balances_view": lambda t, a: settlements_seen.balances_view(a, t.cast.club.pk),
    "unsettled_view": lambda t, a: settlements_seen.unsettled_view(a, t.cast.club.pk),
    "settlements_of": lambda t, a: list(settlements_seen.settlements_of(a, t.cast.club.pk)),
    "settlements_of_night": lambda t, a: list(settlements_seen.settlements_of_night(a, t.night.pk)),
    "hands_of": lambda t, a: list(hands_seen.hands_of(a, t.night.pk)),
}


@pytest.mark.parametrize("call", [*WRITES, *MANAGES])
def test_a_player_writes_nothing(table: Table, call: str) -> None:
    with pytest.raises(Forbidden):
        (WRITES | MANAGES)[call](table, table.cast.ann)


@pytest.mark.parametrize("call", WRITES)
def test_a_scorekeeper_keeps_score(table: Table, call: str) -> None:
    WRITES[call](table, table.cast.sue)


@pytest.mark.parametrize("call", MANAGES)
def test_a_scorekeeper_manages_nobody(table: Table, call: str) -> None:
    with pytest.raises(Forbidden):
        MANAGES[call](table, table.cast.sue)


@pytest.mark.parametrize("call", [*WRITES, *MANAGES])
def test_an_owner_may_do_all(table: Table, call: str) -> None:
    (WRITES | MANAGES)[call](table, table.cast.rob)


@pytest.mark.parametrize("call", READS)
def test_every_member_sees(table: Table, call: str) -> None:
    READS[call](table, table.cast.ann)


@pytest.mark.parametrize("call", [*WRITES, *MANAGES, *READS])
def test_to_an_outsider_nothing_is_there(table: Table, call: str) -> None:
    with pytest.raises(NotFound):
        (WRITES | MANAGES | READS)[call](table, table.cast.otto)


def test_hands_are_no_exception(table: Table) -> None:
    hand = table.deal("council-bluffs")
    with pytest.raises(Forbidden):
        table.enter(hand, "Ann fold", by=table.cast.ann)
    with pytest.raises(Forbidden):
        table.undo(hand, by=table.cast.ann)
    hands_seen.hand_view(table.cast.ann, hand.pk)
    with pytest.raises(NotFound):
        hands_seen.hand_view(table.cast.otto, hand.pk)
    with pytest.raises(NotFound):
        hands_seen.hand_entries(table.cast.otto, hand.pk)
    with pytest.raises(NotFound):
        table.enter(hand, "Ann fold", by=table.cast.otto)
    with pytest.raises(NotFound):
        hands.undo(table.cast.otto, uuid4(), 0)
    for select in (hands_seen.hand_explain, hands_seen.hand_file):
        with pytest.raises(NotFound):
            select(table.cast.otto, hand.pk)


def test_lists_hold_only_what_is_ones_own(table: Table) -> None:
    assert [club.name for club in people.clubs_of(table.cast.otto)] == ["Elsewhere"]
    assert list(nights_seen.nights_of(table.cast.otto)) == []
    assert list(nights_seen.nights_of(table.cast.ann)) == [table.night]


def test_nobody_gives_a_role_above_their_own(table: Table) -> None:
    member = clubs.add_member(table.cast.rob, table.cast.club.pk, "Otto", Role.ADMIN)
    assert member.role == Role.ADMIN
    with pytest.raises(Forbidden):
        clubs.add_member(table.cast.otto, table.cast.club.pk, "Rob", Role.OWNER)


def test_a_player_of_another_club_sits_nowhere_here(table: Table) -> None:
    other = clubs.add_player(table.cast.otto, table.cast.other_club.pk, "Olga")
    with pytest.raises(NotFound):
        seats.take_seat(table.cast.sue, table.night.pk, other.pk)
    with pytest.raises(NotFound):
        chips.buy_in(table.cast.sue, table.night.pk, other.pk, 500)
