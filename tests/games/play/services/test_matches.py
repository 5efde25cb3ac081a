"""Peg matches from hand to hand: members, rules, absent ones, ties."""

import pytest

from games import engine
from games.core.errors import Conflict
from games.models import Hand, Match
from games.nights.services import seats
from games.play.services import matches
from tests.games.cast import Table

DRAWS = {
    "Ann": ("Bob draw 0", "Cid draw 0", "Ann draw 0"),
    "Bob": ("Cid draw 0", "Ann draw 0", "Bob draw 0"),
    "Cid": ("Ann draw 0", "Bob draw 0", "Cid draw 0"),
}


def sit_out(table: Table, name: str) -> None:
    seats.sit_out(table.cast.sue, table.night.seats.get(player=table.players[name]).pk)


def sit_in(table: Table, name: str) -> None:
    seats.sit_in(table.cast.sue, table.night.seats.get(player=table.players[name]).pk)


def pegs(table: Table) -> dict[str, int]:
    return table.named(Match.objects.order_by("-started_at")[0].pegs)


def won_by_bob(table: Table, rules: dict[str, int] | None = None) -> Hand:
    hand = table.deal("bluff-n-peg", rules)
    return table.enter(hand, *DRAWS["Ann"], "Bob play Kh", "Cid fold", "Ann fold")


def test_pegs_go_from_hand_to_hand_until_one_wins(table: Table) -> None:
    won_by_bob(table, {"winner_hole": 10})
    hand = table.deal("bluff-n-peg")
    assert table.named(hand.set_up["pegs"]) == {"Ann": 0, "Bob": 5, "Cid": 0}
    hand = table.enter(hand, *DRAWS["Bob"], "Cid fold", "Ann fold")
    assert pegs(table) == {"Ann": 0, "Bob": 10, "Cid": 0}
    assert hand.match.status == Match.Status.WON
    assert list(table.named(dict.fromkeys(hand.match.leaders))) == ["Bob"]
    hand = table.deal("bluff-n-peg")
    assert table.named(hand.set_up["pegs"]) == {"Ann": 0, "Bob": 0, "Cid": 0}
    assert Match.objects.count() == 2


def test_members_and_rules_are_fixed_once_a_hand_counts(table: Table) -> None:
    table.enter(table.deal("bluff-n-peg", {"winner_hole": 10}), "void misdeal")
    won_by_bob(table, {"winner_hole": 20})
    assert Match.objects.get().rules == {"winner_hole": 20}
    table.sit("Dan", 500)
    with pytest.raises(Conflict, match="rules"):
        table.deal("bluff-n-peg", {"winner_hole": 10})
    hand = table.deal("bluff-n-peg", {"winner_hole": 20})
    assert set(table.named(hand.set_up["pegs"])) == {"Ann", "Bob", "Cid"}


def test_an_absent_member_keeps_the_hole_and_may_win(table: Table) -> None:
    won_by_bob(table, {"winner_hole": 20, "last_chance_hole": -1})
    sit_out(table, "Bob")
    hand = table.deal("bluff-n-peg")
    assert set(table.named(hand.set_up["pegs"])) == {"Ann", "Cid"}
    table.enter(hand, "Ann draw 0", "Cid draw 0", "Ann play Kh", "Cid fold")
    assert pegs(table) == {"Ann": 5, "Bob": 5, "Cid": 0}


def test_the_tied_play_on_alone(table: Table) -> None:
    hand = table.deal("bluff-n-peg", {"winner_hole": 5})
    five = {"Bob": "Kh Kd Qh Qd Jh", "Cid": "Ks Kc Qs Qc Js"}
    table.enter(hand, *DRAWS["Ann"])
    table.enter(hand, *(f"Bob play {card}" for card in five["Bob"].split()[:1]))
    table.enter(hand, *(f"Cid play {card}" for card in five["Cid"].split()[:2]))
    table.enter(hand, "Ann fold")
    table.enter(hand, "Bob play Kd", "Bob play Qh", "Cid play Qs", "Cid play Qc", "Bob play Qd", "Bob play Jh")
    table.enter(hand, "Cid play Js", "Cid stand", "Bob stand")
    match = Match.objects.get()
    assert (match.status, table.named(match.pegs)) == ("tiebreak", {"Ann": 0, "Bob": 5, "Cid": 5})

    sit_out(table, "Bob")
    with pytest.raises(Conflict, match="tied"):
        table.deal("bluff-n-peg")
    sit_in(table, "Bob")
    hand = table.deal("bluff-n-peg")
    assert hand.set_up["tiebreak"] is True
    assert set(table.named(hand.set_up["pegs"])) == {"Bob", "Cid"}
    table.enter(hand, "Cid draw 0", "Bob draw 0", "Cid fold")
    match.refresh_from_db()
    assert (match.status, table.named(match.pegs)) == ("won", {"Ann": 0, "Bob": 10, "Cid": 5})
    table.undo(hand)
    match.refresh_from_db()
    assert (match.status, table.named(dict.fromkeys(match.leaders))) == ("tiebreak", {"Bob": None, "Cid": None})


def test_a_match_that_ends_without_its_leader_is_the_leaders(table: Table) -> None:
    won_by_bob(table)
    match = Match.objects.get()
    ann, bob, cid = (str(table.players[name].pk) for name in ("Ann", "Bob", "Cid"))
    ended = {"pegs": {ann: 4, cid: -33}, "match": {"status": "won", "players": [ann]}}
    matches.advance(match, ended)
    assert (match.status, match.leaders) == (Match.Status.WON, [bob])
    match.status = Match.Status.IN_PROGRESS
    matches.advance(match, ended | {"pegs": {ann: 5, cid: -33}})
    assert (match.status, match.leaders) == (Match.Status.TIEBREAK, [ann, bob])


@pytest.mark.parametrize(
    "rules", [{"winner_hole": 10.0}, {"winner_hole": True}, {"winner_hole": "10"}, {"deuces_wild": 0}]
)
def test_rules_of_a_running_match_are_rules_first(table: Table, rules: dict[str, object]) -> None:
    won_by_bob(table, {"winner_hole": 10, "deuces_wild": False})
    with pytest.raises(engine.Refusal, match="bad_rules"):
        table.deal("bluff-n-peg", {"winner_hole": 10, **rules})
    with pytest.raises(Conflict, match="rules it began with"):
        table.deal("bluff-n-peg", {"winner_hole": 11})
    # a default that is said is the same rule
    assert table.deal("bluff-n-peg", {"winner_hole": 10, "start": 0}).set_up["rules"] == {
        "winner_hole": 10,
        "deuces_wild": False,
    }
