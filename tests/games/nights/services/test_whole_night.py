"""One evening of all four games, and who pays whom at its end."""

import pytest

from games.core.errors import BadAmount, Conflict, NotFound
from games.models import Hand, Night
from games.money.services import chips
from games.nights.services import nights, seats
from games.play.selectors.hands import hand_explain, hand_file, hand_view
from games.play.services import missed_hands
from games.settlement.selectors.settlements import settlement_view
from tests.games.cast import Cast, Table, make_table
from tests.games.purse import open_table

EVERYONE_CHECKS = ("Cid check", "Ann check", "Bob check")


def play_council_bluffs(table: Table) -> Hand:
    hand = table.deal("council-bluffs")
    return table.enter(hand, "Ann raise 300", "Bob fold", "Cid fold")


def play_the_bluffs(table: Table) -> Hand:
    hand = table.deal("the-bluffs")
    table.enter(hand, "Ann call", "Bob call", "Cid check")
    table.enter(hand, "reveal As 7d", *EVERYONE_CHECKS, "reveal Ks 8d", *EVERYONE_CHECKS)
    table.enter(hand, "Cid stand", "Ann stand", "Bob stand", *EVERYONE_CHECKS)
    table.enter(hand, "reveal Qs 9d", *EVERYONE_CHECKS, "reveal Js 6d", *EVERYONE_CHECKS)
    table.enter(hand, "Ann declare high", "Bob declare low", "Cid declare high")
    return table.enter(hand, "Cid bet 100", "Ann call", "Bob call", "Cid muck")


def play_buddhas_folly(table: Table, *lines: str, rules: dict[str, int] | None = None) -> Hand:
    hand = table.deal("buddhas-folly", rules)
    left = {"Cid": ("Ann", "Bob", "Cid"), "Ann": ("Bob", "Cid", "Ann"), "Bob": ("Cid", "Ann", "Bob")}
    dealer = table.named({hand.set_up["dealer"]: 1})
    order = left[next(iter(dealer))]
    return table.enter(hand, "reveal 2c", *(f"{name} reject" for name in order), *lines)


def play_bluff_n_peg(table: Table) -> Hand:
    hand = table.deal("bluff-n-peg")
    table.enter(hand, "Cid draw 0", "Ann draw 1", "Bob draw 3")
    return table.enter(hand, "Cid play Kh", "Ann fold", "Bob fold")


def test_a_whole_night(cast: Cast) -> None:
    table = make_table(cast)
    table.buy_in("Cid", 1000, way="cash")

    assert table.named(play_council_bluffs(table).result["net"]) == {"Ann": 150, "Bob": -50, "Cid": -100}
    assert table.named(play_the_bluffs(table).result["net"]) == {"Cid": -125, "Ann": 75, "Bob": 50}

    folly = play_buddhas_folly(table, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")
    assert folly.result["carry"] == 300
    assert table.named(folly.result["net"]) == {"Ann": 200, "Bob": -400, "Cid": -100}
    assert table.view()["pot"] == 300
    with pytest.raises(Conflict, match="pot"):
        nights.close_night(cast.sue, table.night.pk)

    folly = play_buddhas_folly(table, "Ann declare out", "Bob declare out", "Cid declare in")
    assert folly.set_up["carry"] == 300
    assert table.named(folly.result["net"]) == {"Ann": -100, "Bob": -100, "Cid": 500}
    assert table.view()["pot"] == 0

    peg = play_bluff_n_peg(table)
    assert table.named(peg.match.pegs) == {"Ann": 0, "Bob": 0, "Cid": 5}

    by_id = {table.players["Ann"].pk: -200, table.players["Bob"].pk: 200}
    missed_hands.record_result(cast.sue, table.night.pk, "Seven-Card Stud", by_id)
    assert table.stacks() == {"Ann": 2125, "Bob": 1700, "Cid": 3175}
    with pytest.raises(Conflict, match="cash everyone out"):
        nights.close_night(cast.sue, table.night.pk)

    table.cash_out("Ann", 2125)
    table.cash_out("Bob", 1700)
    table.cash_out("Cid", 3175, way="cash")
    assert nights.close_night(cast.sue, table.night.pk).status == Night.Status.CLOSED

    settlement = settlement_view(cast.ann, table.night.pk)
    nets = {party["name"]: party["to_account"] for party in settlement["parties"]}
    # Cid owes the 20.00 bought on account; the box paid out 21.75 more than it took
    assert nets == {"Ann": 125, "Bob": -300, "Cid": -2000, "Sue": 2175}
    assert settlement["final"] is True
    paid = dict.fromkeys(nets, 0)
    ids = {party["id"]: party["name"] for party in settlement["parties"]}
    for transfer in settlement["transfers"]:
        paid[ids[transfer["payer"]]] -= transfer["amount"]
        paid[ids[transfer["receiver"]]] += transfer["amount"]
    assert paid == nets
    assert len(settlement["transfers"]) == 3


def test_the_dealer_moves_on_and_a_misdeal_is_dealt_again(table: Table) -> None:
    def dealer(hand: Hand) -> str:
        return next(iter(table.named({hand.set_up["dealer"]: 1})))

    first = play_council_bluffs(table)
    second = table.deal("council-bluffs")
    table.enter(second, "void exposed card")
    again = table.deal("council-bluffs")
    assert [dealer(first), dealer(second), dealer(again)] == ["Ann", "Bob", "Bob"]
    assert table.stacks() == {"Ann": 2150, "Bob": 1950, "Cid": 1900}


def test_rules_are_remembered_for_the_night(table: Table) -> None:
    hand = table.deal("council-bluffs", {"big_blind": 200})
    table.enter(hand, "Ann fold", "Bob fold")
    assert table.deal("council-bluffs").set_up["rules"] == {"big_blind": 200}


def test_a_new_night_begins_with_the_rules_the_club_had_last(table: Table, cast: Cast) -> None:
    """Of chips of another size they say nothing, and elsewhere they are nobody's."""
    table.deal("council-bluffs", {"big_blind": 200})
    assert open_table(cast, table.players, "Poorer", chip=10).view()["last_rules"] == {}
    assert nights.open_night(cast.otto, cast.other_club.pk, "Elsewhere", 25, "EUR").last_rules == {}
    later = open_table(cast, table.players, "Friday")
    for name in ("Ann", "Bob", "Cid"):
        later.sit(name, 2000)
    assert later.deal("council-bluffs").set_up["rules"] == {"big_blind": 200}


def test_rules_that_no_game_knows_any_more_are_not_taken_over(table: Table, cast: Cast) -> None:
    """As an earlier version of the rules had them: a game, a rule, a value, two together, a stake."""
    kept = {"big_blind": 200}
    for strange in ({"tips": True}, {"ante": "much"}, {"ante": 10**15}, {"ante": 30}, {"blind": 10**6}):
        table.night.last_rules = {"whist": {}, "the-bluffs": strange, "guts": {}, "council-bluffs": kept}
        table.night.save()
        known = open_table(cast, table.players, "Friday").view()["last_rules"]
        assert known == {"guts": {}, "council-bluffs": kept}, strange


def test_a_match_on_credit_is_bought_in(cast: Cast) -> None:
    table = make_table(cast)
    hand = table.deal("buddhas-folly", {"ante": 1000})
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    table.enter(hand, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")
    assert table.stacks() == {"Ann": 4000, "Bob": 0, "Cid": 1000}
    balances = {seat["name"]: seat["to_account"] for seat in table.view()["seats"]}
    assert balances == {"Ann": -2000, "Bob": -4000, "Cid": -2000}
    assert table.view()["pot"] == 3000

    table.undo(hand)
    assert table.stacks() == {"Ann": 2000, "Bob": 2000, "Cid": 2000}
    assert table.view()["pot"] == 0


def test_a_count_that_differs_is_named_and_decided(cast: Cast) -> None:
    table = make_table(cast)
    play_council_bluffs(table)
    for name, count in (("Ann", 2150), ("Bob", 1900), ("Cid", 1900)):
        table.cash_out(name, count)
    assert table.view()["over_short"] == -50
    with pytest.raises(Conflict, match="differ"):
        nights.close_night(cast.sue, table.night.pk)
    players = [table.players["Ann"].pk, table.players["Cid"].pk]
    nights.decide_difference(cast.sue, table.night.pk, players, "found under the table")
    assert table.view()["over_short"] == 0
    nights.close_night(cast.sue, table.night.pk)
    nets = {p["name"]: p["to_account"] for p in settlement_view(cast.sue, table.night.pk)["parties"]}
    assert nets == {"Ann": 175, "Bob": -100, "Cid": -75}


def test_a_recount_between_hands(table: Table) -> None:
    counts = {table.players["Ann"].pk: 2025, table.players["Bob"].pk: 1975}
    chips.recount(table.cast.sue, table.night.pk, counts, "a pot paid to the wrong side")
    assert table.stacks() == {"Ann": 2025, "Bob": 1975, "Cid": 2000}
    assert table.view()["over_short"] == 0


def nobody_in(table: Table, ante: int) -> None:
    play_buddhas_folly(table, "Ann declare out", "Bob declare out", "Cid declare out", rules={"ante": ante})


@pytest.mark.parametrize(
    ("how", "shares"),
    [
        ("return", {"Ann": 125, "Bob": 125, "Cid": 125, "Dan": 0}),
        ("split", {"Ann": 100, "Bob": 75, "Cid": 100, "Dan": 100}),
    ],
)
def test_the_carried_pot_is_decided(table: Table, how: str, shares: dict[str, int]) -> None:
    """Fifteen chips of 25, to who paid them, or to all four at the table: odd ones from the left of Bob, who dealt."""
    play_council_bluffs(table)
    nobody_in(table, 125)
    table.sit("Dan")
    before = table.stacks()
    nights.decide_pot(table.cast.sue, table.night.pk, how, "late")
    assert table.view()["pot"] == 0
    assert table.stacks() == {name: stack + shares[name] for name, stack in before.items()}


def test_what_is_counted_and_decided_waits_for_the_end_of_the_hand(table: Table) -> None:
    sue, night = table.cast.sue, table.night.pk
    ann, bob = table.players["Ann"].pk, table.players["Bob"].pk
    nobody_in(table, 100)
    chips.recount(sue, night, {ann: 1875}, "one is lost")
    hand = table.deal("council-bluffs")
    stood = table.view()
    for early in (
        lambda: nights.decide_pot(sue, night, "return", "late"),
        lambda: nights.decide_difference(sue, night, [ann], "it was hers"),
        lambda: chips.recount(sue, night, {ann: 1900}, "found"),
        lambda: missed_hands.record_result(sue, night, "Stud", {ann: 25, bob: -25}),
        lambda: nights.close_night(sue, night),
        lambda: table.deal("the-bluffs"),
    ):
        with pytest.raises(Conflict, match="being played"):
            early()
    assert table.view() == stood
    table.enter(hand, "void")
    nights.decide_pot(sue, night, "return", "late")
    chips.recount(sue, night, {ann: 2000}, "found")
    assert (table.view()["over_short"], table.stacks()) == (0, {"Ann": 2000, "Bob": 2000, "Cid": 2000})


def test_nobody_counts_or_wins_who_is_not_at_the_table(table: Table) -> None:
    sue, night = table.cast.sue, table.night.pk
    ann, cid = table.players["Ann"].pk, table.players["Cid"].pk
    table.cash_out("Cid", 2000)
    seats.leave(sue, table.night.seats.get(player=cid).pk)
    with pytest.raises(NotFound):
        chips.recount(sue, night, {cid: 100}, "they came back")
    with pytest.raises(NotFound):
        missed_hands.record_result(sue, night, "Stud", {ann: -25, cid: 25})
    for net in ({ann: 0}, {}, {ann: 25}):
        with pytest.raises(BadAmount, match="sum is zero"):
            missed_hands.record_result(sue, night, "Stud", net)
    assert table.stacks() == {"Ann": 2000, "Bob": 2000, "Cid": 0}


def test_the_pot_goes_back_to_who_matched_it(table: Table) -> None:
    hand = table.deal("buddhas-folly", {"ante": 100})
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    table.enter(hand, "Ann declare in", "Bob declare in", "Cid declare out")
    table.enter(hand, "Ann show Qs Qd Qh 7c 4h", "Bob show Jc Jd 8s 8c 3d")
    nights.decide_pot(table.cast.sue, table.night.pk, "return", "late")
    assert table.stacks() == {"Ann": 2200, "Bob": 1900, "Cid": 1900}


def test_what_a_finished_hand_says(table: Table) -> None:
    play_council_bluffs(table)
    hand = play_the_bluffs(table)
    view = hand_view(table.cast.ann, hand.pk)
    assert (view["status"], view["legal"], view["undo"]) == ("complete", [], "Cid mucked")
    file = hand_file(table.cast.ann, hand.pk)
    assert [player["name"] for player in file["players"]] == ["Ann", "Bob", "Cid"]
    assert file["actions"][0] == {"type": "call", "player": "Ann"}
    assert hand_explain(table.cast.ann, hand.pk)["players"] == view["players"]
