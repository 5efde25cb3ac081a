"""Rulings on how pegs move: the board follows, what the rules gave stays beside, and only another ruling undoes it."""

import pytest

from games.audit import services as audit
from games.clubs.selectors.players import nights_of_player
from games.core.actor import Actor
from games.core.errors import BadValue, Conflict
from games.models import Entry, Hand, Match
from games.nights.services import nights
from games.play.selectors.hands import hand_view
from games.play.selectors.matches import match_course
from games.play.services import rulings
from games.play.services.corrections import LaterHandIllegal, correct, preview_correction
from tests.games.cast import Table
from tests.games.play.services.test_match_stakes import bob_wins, match_pot, start, tied
from tests.games.play.services.test_matches import DRAWS, pegs, won_by_bob
from tests.games.play.services.test_rulings import WHY, in_order, rita
from tests.games.purse import books_hold

__all__ = ["rita"]


def rule(table: Table, by: Actor, hand: Hand, **moves: int) -> rulings.Looked:
    version, asked = Hand.objects.get(pk=hand.pk).version, moving(table, **moves)
    preview = rulings.preview_ruling(by, hand.pk, asked, version).document()
    ruled = rulings.rule(by, hand.pk, asked, WHY, version)[1]
    assert ruled.document() == preview
    assert in_order(table) == []
    books_hold(table.cast.club)
    return ruled


def moving(table: Table, **moves: int) -> rulings.Asked:
    return rulings.Asked(peg_moves={table.players[name].pk: move for name, move in moves.items()})


def second(table: Table) -> Hand:
    """The next hand of the match, which Cid wins."""
    return table.enter(table.deal("bluff-n-peg"), *DRAWS["Bob"], "Cid play Ks", "Ann fold", "Bob fold")


def test_the_next_hand_is_dealt_where_the_ruling_left_the_pegs(table: Table, rita: Actor) -> None:
    hand = won_by_bob(table)
    assert pegs(table) == {"Ann": 0, "Bob": 5, "Cid": 0}
    done = rule(table, rita, hand, Bob=-1, Cid=5).document()
    assert table.named(done["peg_moves"]) == {
        "Ann": {"before": 0, "after": 0},
        "Bob": {"before": 5, "after": -1},
        "Cid": {"before": 0, "after": 5},
    }
    assert pegs(table) == {"Ann": 0, "Bob": -1, "Cid": 5}
    view = hand_view(table.cast.ann, hand.pk)
    assert table.named(view["result"]["moves"]) == {"Ann": 0, "Bob": 5, "Cid": 0}
    assert [(table.named(one["peg_moves"]), one["net"]) for one in view["rulings"]] == [
        ({"Ann": 0, "Bob": -1, "Cid": 5}, {})
    ]
    with pytest.raises(Conflict, match="ruling"):
        table.undo(hand)
    assert table.named(table.deal("bluff-n-peg").set_up["pegs"]) == {"Ann": 0, "Bob": -1, "Cid": 5}


def test_later_hands_follow_and_only_another_ruling_takes_its_place(table: Table, rita: Actor) -> None:
    hand = won_by_bob(table)
    later = second(table)
    assert pegs(table) == {"Ann": 0, "Bob": 5, "Cid": 5}
    done = rule(table, rita, hand, Cid=5).document()
    assert [table.named(one["pegs"])["Cid"] for one in done["later"]] == [{"before": 5, "after": 10}]
    assert pegs(table) == {"Ann": 0, "Bob": 0, "Cid": 10}
    assert table.named(Hand.objects.get(pk=later.pk).set_up["pegs"]) == {"Ann": 0, "Bob": 0, "Cid": 5}
    cause = Entry.objects.get(hand=later, kind=Entry.Kind.CORRECTION).body["cause"]
    ruling = Entry.objects.get(kind=Entry.Kind.RULING)
    assert cause == {"hand": str(hand.pk), "number": ruling.number}
    with pytest.raises(Conflict, match="changes nothing"):
        rule(table, rita, hand, Cid=5)
    rule(table, rita, hand, Bob=5)
    assert pegs(table) == {"Ann": 0, "Bob": 5, "Cid": 5}
    course = match_course(table.cast.ann, hand.match.pk)["hands"]
    assert [(one["ruled"], table.named(one["moves"])["Bob"]) for one in course] == [(True, 5), (False, 0)]


def test_a_correction_leaves_it_standing_and_says_so(table: Table, rita: Actor) -> None:
    hand = won_by_bob(table)
    rule(table, rita, hand, Bob=10)
    second(table)
    for lines in ((*DRAWS["Ann"], "Bob fold", "Cid play Kh", "Ann fold"), ("void misdeal",)):
        change = {"actions": [table.action(line) for line in lines]}
        version = Hand.objects.get(pk=hand.pk).version
        preview = preview_correction(table.cast.rob, hand.pk, change, version)
        assert "ruling_stands" in preview.warnings
        assert (preview.later, preview.matches) == ([], [])
        correct(table.cast.rob, hand.pk, change, "Bob had folded", version)
        assert pegs(table) == {"Ann": 0, "Bob": 10, "Cid": 5}
        assert in_order(table) == []
    match = Hand.objects.get(pk=hand.pk).match
    assert [table.named(one["pegs"]) for one in match_course(table.cast.ann, match.pk)["hands"]] == [
        {"Ann": 0, "Bob": 10, "Cid": 0},
        {"Ann": 0, "Bob": 10, "Cid": 5},
    ]


def test_who_wins_by_the_ruling_has_the_match_pot(table: Table, rita: Actor) -> None:
    hand = bob_wins(table, start(table, rules={"winner_hole": 5}))
    assert (table.stacks()["Bob"], match_pot(table)) == (3000, 0)
    done = rule(table, rita, hand, Cid=7).document()
    assert table.named(done["moves"]["chips"]) == {"Bob": -1500, "Cid": 1500}
    assert [one["leaders"]["after"] for one in done["matches"]] == [[str(table.players["Cid"].pk)]]
    assert table.stacks() == {"Ann": 1500, "Bob": 1500, "Cid": 3000}
    rule(table, rita, hand, Cid=4)
    assert (match_pot(table), Match.objects.get().status) == (1500, Match.Status.IN_PROGRESS)
    rule(table, rita, hand, Cid=6, Ann=6)
    assert (match_pot(table), Match.objects.get().status) == (1500, Match.Status.TIEBREAK)
    set_up = start(table, stake=None).set_up
    assert (table.named(set_up["pegs"]), set_up["tiebreak"]) == ({"Ann": 6, "Cid": 6}, True)


def test_out_the_back_by_the_ruling_ends_it(table: Table, rita: Actor) -> None:
    hand = won_by_bob(table)
    rule(table, rita, hand, Bob=5, Cid=-33)
    assert Match.objects.get().status == Match.Status.WON
    for beyond in (-34, 2**53):
        with pytest.raises(BadValue, match="board"):
            rule(table, rita, hand, Cid=beyond)


def test_what_could_not_have_been_dealt_then_is_named_and_called_off(table: Table, rita: Actor) -> None:
    """A match that was over before a hand of it: that hand falls with the ruling, as an entry of its own."""
    hand = won_by_bob(table)
    later = second(table)
    asked, version = moving(table, Ann=30), Hand.objects.get(pk=hand.pk).version
    with pytest.raises(LaterHandIllegal, match=r"Hand 2 .* Have the ruling call it off") as refused:
        rulings.preview_ruling(rita, hand.pk, asked, version)
    assert (refused.value.place.code, refused.value.place.hand) == ("match_over", later.pk)
    assert pegs(table) == {"Ann": 0, "Bob": 5, "Cid": 5}
    called_off = rulings.Asked(peg_moves=asked.peg_moves, call_off=[later.pk])
    told = rulings.preview_ruling(rita, hand.pk, called_off, version).document()
    assert told["called_off"] == [str(later.pk)]
    assert [one["status"] for one in told["later"]] == [{"before": "complete", "after": "void"}]
    assert rulings.rule(rita, hand.pk, called_off, WHY, version)[1].document() == told
    assert Match.objects.get().status == Match.Status.WON
    assert pegs(table) == {"Ann": 30, "Bob": 0, "Cid": 0}
    assert in_order(table) == []
    entry = Entry.objects.get(hand=later, kind=Entry.Kind.CORRECTION)
    assert (entry.body["reason"], entry.body["actions"]) == (WHY, [{"type": "void", "reason": WHY}])
    ruling = Entry.objects.get(hand=hand, kind=Entry.Kind.RULING)
    assert ruling.body["called_off"] == [str(later.pk)]
    assert entry.body["cause"] == {"hand": str(hand.pk), "number": ruling.number}


def test_what_stands_in_no_way_is_not_called_off(table: Table, rita: Actor) -> None:
    hand = won_by_bob(table)
    later = second(table)
    asked = rulings.Asked(peg_moves=moving(table, Ann=5).peg_moves, call_off=[later.pk])
    version = Hand.objects.get(pk=hand.pk).version
    assert rulings.preview_ruling(rita, hand.pk, asked, version).document()["called_off"] == []


def test_a_hand_that_was_ruled_on_is_not_called_off(table: Table, rita: Actor) -> None:
    hand = won_by_bob(table)
    later = second(table)
    rule(table, rita, later, Bob=1)
    asked = rulings.Asked(peg_moves=moving(table, Ann=30).peg_moves, call_off=[later.pk])
    with pytest.raises(LaterHandIllegal, match="Correct that hand first, or rule on it"):
        rulings.preview_ruling(rita, hand.pk, asked, Hand.objects.get(pk=hand.pk).version)


def test_a_hand_that_is_being_played_falls_too(table: Table, rita: Actor) -> None:
    hand = won_by_bob(table)
    later = table.deal("bluff-n-peg")
    asked = rulings.Asked(peg_moves=moving(table, Ann=30).peg_moves, call_off=[later.pk])
    rulings.rule(rita, hand.pk, asked, WHY, Hand.objects.get(pk=hand.pk).version)
    assert Hand.objects.get(pk=later.pk).status == Hand.Status.VOID
    assert in_order(table) == []
    assert table.named(table.deal("bluff-n-peg").set_up["pegs"]) != {"Ann": 30, "Bob": 0, "Cid": 0}


def test_a_tie_is_between_those_who_broke_it(table: Table, rita: Actor) -> None:
    tied(table, stake=None)
    hand = start(table, stake=None)
    table.enter(hand, "Cid draw 0", "Bob draw 0", "Cid fold")
    assert pegs(table) == {"Ann": 0, "Bob": 10, "Cid": 5}
    rule(table, rita, hand, Bob=-10, Cid=-8)
    match = Match.objects.get()
    assert (match.status, list(table.named(dict.fromkeys(match.leaders)))) == (Match.Status.WON, ["Cid"])


def test_after_the_night_too(table: Table, rita: Actor) -> None:
    """A match without a stake that is not over is abandoned with its night, and stays so."""
    hand = won_by_bob(table)
    for name in ("Ann", "Bob", "Cid"):
        table.cash_out(name, 2000)
    nights.close_night(table.cast.sue, table.night.pk)
    rule(table, rita, hand, Cid=5)
    assert (Match.objects.get().status, pegs(table)) == (Match.Status.ABANDONED, {"Ann": 0, "Bob": 0, "Cid": 5})
    mine = nights_of_player(table.players["Cid"], [table.night])[0]["hands"][0]
    assert (mine["move"], mine["net"], mine["rulings"]) == (5, None, 1)


def test_what_cannot_be_ruled(table: Table, rita: Actor) -> None:
    hand = won_by_bob(table)
    ann = table.players["Ann"].pk
    for asked in (rulings.Asked({ann: 0}), rulings.Asked(), rulings.Asked(peg_moves={ann: 1}, carry=0)):
        with pytest.raises(BadValue, match="pegs"):
            rulings.rule(rita, hand.pk, asked, WHY, hand.version)
    dan = table.sit("Dan", 500).player_id
    with pytest.raises(BadValue, match="dealt in"):
        rulings.rule(rita, hand.pk, rulings.Asked(peg_moves={dan: 1}), WHY, hand.version)
    called_off = table.enter(table.deal("bluff-n-peg"), "void misdeal")
    with pytest.raises(Conflict, match="misdeal"):
        rulings.rule(rita, called_off.pk, moving(table, Ann=1), WHY, called_off.version)
    assert not Entry.objects.filter(kind=Entry.Kind.RULING).exists()


def test_pegs_moved_by_nobody_are_found(table: Table, rita: Actor) -> None:
    hand = won_by_bob(table)
    rule(table, rita, hand, Cid=5)
    Match.objects.update(pegs={**Match.objects.get().pegs, str(table.players["Cid"].pk): 0})
    found = [str(one) for one in audit.find(table.cast.club).differences]
    assert len(found) == 1 and "pegs of match" in found[0]


def test_no_peg_moves_farther_than_a_hand_can_move_it(table: Table, rita: Actor) -> None:
    hand = won_by_bob(table)
    for far in (41, 10_000_000):
        with pytest.raises(BadValue, match="at most 40 holes"):
            rulings.rule(rita, hand.pk, moving(table, Ann=far), WHY, hand.version)
