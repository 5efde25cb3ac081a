"""A hand looked at again: entry by entry, with all that was taken back, and nothing that was secret."""

import json
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from games.models import Hand, User
from games.play.selectors.hand_replay import replay
from games.play.services import missed_hands
from games.play.services.corrections import correct
from tests.games.cast import Table

UP_TO = ("reveal 2c", "Bob reject", "Cid reject", "Ann reject")


def look(hand: Hand, user: User | None = None, at: int | None = None) -> dict[str, Any]:
    return replay(Hand.objects.select_related("night__club").get(pk=hand.pk), user, at)


def bets(hand: Hand, at: int, table: Table) -> dict[str, int]:
    return table.named({one["player"]: one["bet"] for one in look(hand, at=at)["view"]["table"]["players"]})


def kinds(hand: Hand) -> list[tuple[str, int | None, bool]]:
    """Each line of the log: what, where it leads, whether it stands no more."""
    return [(line["body"].get("type", line["kind"]), line["step"], line["gone"]) for line in look(hand)["log"]]


def everything(hand: Hand) -> list[tuple[User | None, str]]:
    """All that each member, and anybody, is told at each step, but for the rules."""
    members: list[User | None] = list(User.objects.filter(memberships__club=hand.night.club_id))
    found = []
    for user in [*members, None]:
        for at in range(look(hand, user)["last"] + 1):
            told = look(hand, user, at)
            told["view"].pop("rules")
            deals = [line["body"].pop("rules", None) for line in told["log"]]
            assert deals
            found.append((user, json.dumps(told, cls=DjangoJSONEncoder)))
    return found


def leaks(hand: Hand, words: tuple[str, ...]) -> list[tuple[str, str]]:
    return [
        (user.name if user else "anybody", word)
        for user, told in everything(hand)
        for word in words
        if f'"{word}"' in told
    ]


def test_each_step_is_the_table_as_it_stood(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold", "Cid fold")
    dealt, ended = (look(hand, at=at)["view"] for at in (0, 3))
    assert bets(hand, 0, table) == {"Ann": 0, "Bob": 50, "Cid": 100}
    assert bets(hand, 1, table) == {"Ann": 300, "Bob": 50, "Cid": 100}
    assert (dealt["status"], dealt["result"], ended["status"]) == ("open", None, "complete")
    assert table.named(ended["result"]["net"]) == {"Ann": 150, "Bob": -50, "Cid": -100}


def test_a_hand_is_shown_as_it_stands_now_and_a_step_beyond_is_the_last(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold")
    assert look(hand)["at"] == look(hand, at=99)["at"] == look(hand)["last"] == 2


def test_nothing_can_be_entered_into_a_past_step(table: Table) -> None:
    hand = table.deal("council-bluffs")
    assert look(hand)["view"]["legal"] == []
    assert look(hand)["view"]["undo"] is None


def test_what_was_taken_back_stays_in_the_log_and_leads_nowhere(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob call")
    table.undo(hand)
    table.enter(hand, "Bob fold")
    assert kinds(hand) == [
        ("deal", 0, False),
        ("raise", 1, False),
        ("call", None, True),
        ("undo", None, False),
        ("fold", 2, False),
    ]
    assert look(hand)["log"][3]["taken_back"]["type"] == "call"


def test_a_corrected_hand_is_stepped_through_as_corrected(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    actions = [table.action(line) for line in ("Ann raise 200", "Bob fold", "Cid fold")]
    correct(table.cast.rob, hand.pk, {"actions": actions}, "she raised", 2)
    assert kinds(hand) == [
        ("deal", 0, False),
        ("fold", None, True),
        ("fold", None, True),
        ("correction", None, False),
        ("raise", 1, False),
        ("fold", 2, False),
        ("fold", 3, False),
    ]
    assert look(hand)["log"][3]["body"]["reason"] == "she raised"
    assert bets(hand, 1, table)["Ann"] == 200


def test_of_a_result_that_was_told_there_is_one_line_and_no_step(table: Table) -> None:
    net = {table.players["Ann"].pk: 500, table.players["Bob"].pk: -500}
    hand = missed_hands.record_result(table.cast.sue, table.night.pk, "Stud", net)
    told = look(hand)
    assert (told["at"], told["last"], [line["kind"] for line in told["log"]]) == (0, 0, ["result"])


# ---- Secrets


def declaring(table: Table) -> Hand:
    hand = table.deal("buddhas-folly")
    return table.enter(hand, *UP_TO)


def test_a_word_is_shown_at_no_step_before_all_are_in_but_to_its_own_player(table: Table) -> None:
    hand = declaring(table)
    table.enter(hand, "Ann declare in", by=table.cast.ann)
    table.enter(hand, "Bob declare out")
    # Ann alone may know her own
    assert set(leaks(hand, ("in", "out"))) == {("Ann A.", "in")}


def test_once_all_are_in_the_step_before_still_shows_the_table_as_it_stood(table: Table) -> None:
    hand = declaring(table)
    table.enter(hand, "Ann declare in", "Bob declare out", "Cid declare out")
    before, after = (
        {one["player"]: one["declared"] for one in look(hand, at=at)["view"]["table"]["players"]} for at in (5, 7)
    )
    assert table.named(before) == {"Ann": True, "Bob": False, "Cid": False}
    assert table.named(after) == {"Ann": "in", "Bob": "out", "Cid": "out"}


def test_a_last_word_taken_back_hides_all_of_them_again(table: Table) -> None:
    hand = declaring(table)
    table.enter(hand, "Ann declare in", "Bob declare in", "Cid declare out")
    table.undo(hand)
    assert set(leaks(hand, ("in", "out"))) == {("Ann A.", "in")}


def test_a_word_taken_back_is_never_shown(table: Table) -> None:
    hand = declaring(table)
    table.enter(hand, "Bob declare out")
    table.undo(hand)
    table.enter(hand, "Ann declare in", "Bob declare in", "Cid declare in")
    assert leaks(hand, ("out",)) == []


def test_a_misdeal_reveals_nothing(table: Table) -> None:
    hand = declaring(table)
    table.enter(hand, "Bob declare in", "Cid declare out")
    table.enter(hand, "void a card fell")
    assert leaks(hand, ("in", "out")) == []


@pytest.mark.parametrize("closing", [(), ("void a card fell",)])
def test_a_correction_of_what_was_before_reveals_nothing(table: Table, closing: tuple[str, ...]) -> None:
    hand = declaring(table)
    hand = table.enter(hand, "Bob declare in", "Cid declare out", *closing)
    correct(table.cast.rob, hand.pk, {"rules": {"ante": 200}}, "it was 2.00", hand.version)
    assert leaks(hand, ("in", "out")) == []


def test_a_misdeal_that_a_correction_states_reveals_nothing(table: Table) -> None:
    hand = declaring(table)
    hand = table.enter(hand, "Ann declare out", "Bob declare in", "Cid declare out")
    lines = (*UP_TO, "Bob declare in", "Cid declare out", "void a card fell")
    correct(table.cast.rob, hand.pk, {"actions": [table.action(line) for line in lines]}, "a card fell", hand.version)
    told = look(hand)
    restated = [line["body"] for line in told["log"] if line["body"].get("type") == "declare" and not line["gone"]]
    assert [set(body) for body in restated] == [{"type", "player"}] * 2
    assert [one["declared"] for one in look(hand, at=6)["view"]["table"]["players"]] == [False, True, True]
