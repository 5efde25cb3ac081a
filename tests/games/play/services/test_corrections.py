"""Hands put right after they were over: what follows in the night, in the money, and on the board."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from games import engine
from games.core.errors import BadAmount, BadValue, Conflict, Forbidden, NotFound, PreconditionRequired, Stale
from games.models import Entry, Hand, Match
from games.money.services import chips, night_accounts
from games.nights.services import entry_reversal, nights, seats
from games.play.selectors.hands import hand_entries, hand_explain, hand_file, hand_view
from games.play.services import missed_hands
from games.play.services.corrections import LaterHandIllegal, correct, preview_correction
from ledger import guards
from ledger.models import JournalTransaction
from tests.games.books import check_night
from tests.games.cast import Table

ORDER = {"Ann": ("Bob", "Cid", "Ann"), "Bob": ("Cid", "Ann", "Bob"), "Cid": ("Ann", "Bob", "Cid")}


def put_right(table: Table, hand: Hand, change: dict[str, Any], **how: Any) -> Hand:
    """Correct as the owner. What was previewed is what was done, and all the books still stand."""
    hand = Hand.objects.get(pk=hand.pk)
    shown = preview_correction(table.cast.rob, hand.pk, change)
    before = everything(table)
    done = correct(table.cast.rob, hand.pk, change, "it was otherwise", hand.version, **how)
    assert done.preview == shown
    after = everything(table)
    for account in {*before, *after}:
        assert after.get(account, 0) - before.get(account, 0) == moved(shown.moves, account), account
    check_night(table.night)
    return Hand.objects.get(pk=hand.pk)


def everything(table: Table) -> dict[tuple[str, str], int]:
    stands = night_accounts.read(table.night)
    return {
        **{("chips", player): amount for player, amount in stands.stacks.items()},
        **{("balances", player): amount for player, amount in night_accounts.nets(table.night).items()},
        **{("matches", match): amount for match, amount in stands.matches.items()},
        ("pot", ""): stands.pot,
        ("difference", ""): stands.difference,
    }


def moved(moves: Any, account: tuple[str, str]) -> int:
    kind, owner = account
    return int(moves[kind].get(owner, 0) if owner else moves[kind])


def entered(table: Table, hand: Hand, *lines: str) -> list[dict[str, Any]]:
    """What was entered in a hand, the last lines replaced by these."""
    bodies = [entry.body for entry in hand.entries.filter(kind=Entry.Kind.ACTION).order_by("number")]
    return [*bodies[: len(bodies) - len(lines)], *(table.action(line) for line in lines)]


def said(table: Table, *lines: str) -> list[dict[str, Any]]:
    return [table.action(line) for line in lines]


def net(table: Table, hand: Hand) -> dict[str, int]:
    return table.named(Hand.objects.get(pk=hand.pk).result["net"])


def dealt(table: Table, hand: Hand) -> dict[str, int]:
    """The stacks with which a hand was dealt, as it stands now."""
    players = Hand.objects.get(pk=hand.pk).set_up["players"]
    return table.named({player["name"]: player["stack"] for player in players})


def folly(table: Table, *ending: str, rules: dict[str, Any] | None = None) -> Hand:
    hand = table.deal("buddhas-folly", rules)
    dealer = next(iter(table.named({hand.set_up["dealer"]: 1})))
    return table.enter(hand, "reveal 2c", *(f"{name} reject" for name in ORDER[dealer]), *ending)


def showdown(table: Table) -> Hand:
    """Ann and Bob to the river of Council Bluffs; Bob mucks."""
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 350", "Bob call", "Cid fold", "reveal 2c 3d Kh", "Bob check", "Ann check")
    lines = ("reveal 9s", "Bob check", "Ann check", "reveal Jd", "Bob check", "Ann check", "Bob muck")
    return table.enter(hand, *lines)


def id_of(table: Table, name: str) -> str:
    return str(table.players[name].pk)


def test_a_wrong_showdown_two_hands_back_changes_who_is_all_in(table: Table) -> None:
    """Ann was paid, but Bob had won. In the third hand Ann then went all-in, with less than was thought."""
    first = showdown(table)
    assert net(table, first) == {"Ann": 450, "Bob": -350, "Cid": -100}
    second = table.deal("council-bluffs")
    table.enter(second, "Bob fold", "Cid fold")
    third = table.deal("council-bluffs", {"limit": "no_limit"})
    table.enter(third, "Cid raise 1850", "Ann call", "Bob fold")
    table.enter(third, "reveal 2c 3d Kh", "reveal 9s", "reveal Jd", "Cid muck")
    assert net(table, third) == {"Ann": 1950, "Bob": -100, "Cid": -1850}
    put_right(table, first, {"actions": entered(table, first, "Ann muck")})
    assert net(table, first) == {"Ann": -350, "Bob": 450, "Cid": -100}
    assert dealt(table, second) == {"Ann": 1650, "Bob": 2450, "Cid": 1900}
    assert Hand.objects.get(pk=third.pk).entries.get(kind="correction").body["cause"] == {
        "hand": str(first.pk),
        "number": Hand.objects.get(pk=first.pk).version,
    }


def test_a_carried_pot_runs_on_through_three_hands(table: Table) -> None:
    first = folly(table, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")
    second = folly(table, "Ann declare out", "Bob declare out", "Cid declare out")
    third = folly(table, "Ann declare in", "Bob declare out", "Cid declare out")
    assert [Hand.objects.get(pk=hand.pk).set_up["carry"] for hand in (second, third)] == [300, 600]
    assert net(table, third) == {"Ann": 800, "Bob": -100, "Cid": -100}
    lines = said(table, "Ann declare in", "Bob declare out", "Cid declare out")
    put_right(table, first, {"actions": [*entered(table, first)[:4], *lines]})
    assert [Hand.objects.get(pk=hand.pk).set_up["carry"] for hand in (second, third)] == [0, 300]
    assert net(table, third) == {"Ann": 500, "Bob": -100, "Cid": -100}
    assert table.stacks() == {"Ann": 2600, "Bob": 1700, "Cid": 1700}
    assert table.view()["pot"] == 0


def test_a_debt_beyond_the_stack_is_bought_on_credit_anew(table: Table) -> None:
    """Bob owed the pot of 3000 with nothing left; in truth it was Cid."""
    first = folly(table, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck", rules={"ante": 1000})
    balances = {seat["name"]: seat["to_account"] for seat in table.view()["seats"]}
    assert balances == {"Ann": -2000, "Bob": -4000, "Cid": -2000}
    lines = ("Ann declare in", "Bob declare out", "Cid declare in", "Cid muck")
    put_right(table, first, {"actions": entered(table, first, *lines)})
    balances = {seat["name"]: seat["to_account"] for seat in table.view()["seats"]}
    assert balances == {"Ann": -2000, "Bob": -2000, "Cid": -4000}
    assert table.stacks() == {"Ann": 4000, "Bob": 1000, "Cid": 0}


def test_who_pays_the_antes_changes(table: Table) -> None:
    rules = {"all_out_pays": True}
    hands = {"Ann": "As Ks Qs Js Ts", "Bob": "9h 9d 9c 4h 4d", "Cid": "7h 7d 6c 5h 3d"}
    shows = [f"{name} show {cards}" for name, cards in hands.items()]
    out = ("Ann declare out", "Bob declare out", "Cid declare out")
    first = folly(table, *out, *shows, rules=rules)
    assert table.named({first.result["antes_paid_by"]: 1}) == {"Ann": 1}
    second = folly(table, "Ann declare in", "Bob declare out", "Cid declare out")
    assert net(table, second) == {"Ann": 300, "Bob": 0, "Cid": 0}
    wrong = "Ann show Ah Kd 8s 7s 2s"
    put_right(table, first, {"actions": entered(table, first, wrong, *shows[1:])})
    assert table.named({Hand.objects.get(pk=second.pk).set_up["antes_paid_by"]: 1}) == {"Bob": 1}
    assert net(table, second) == {"Ann": 600, "Bob": -300, "Cid": 0}


PEG_DRAWS = {dealer: tuple(f"{name} draw 0" for name in order) for dealer, order in ORDER.items()}


def pegs(table: Table) -> dict[str, int]:
    return table.named(Match.objects.get().pegs)


def test_a_won_match_runs_on(table: Table) -> None:
    hand = table.deal("bluff-n-peg", {"winner_hole": 5})
    table.enter(hand, *PEG_DRAWS["Ann"], "Bob play Kh", "Cid play As", "Ann fold", "Bob fold")
    match = Match.objects.get()
    assert (match.status, table.named(match.pegs)) == ("won", {"Ann": 0, "Bob": -1, "Cid": 5})
    put_right(table, hand, {"actions": [table.action("void wrong deck")]})
    match.refresh_from_db()
    assert (match.status, match.leaders, table.named(match.pegs)) == ("in_progress", [], {"Ann": 0, "Bob": 0, "Cid": 0})
    lines = said(table, "Bob play Kh", "Cid play As", "Ann fold", "Bob play Kd", "Cid fold")
    put_right(table, hand, {"actions": [*entered(table, hand)[:3], *lines]})
    assert pegs(table) == {"Ann": 0, "Bob": 5, "Cid": -1}


def tied(table: Table) -> Hand:
    """Bob and Cid are tied for first after it."""
    hand = table.deal("bluff-n-peg", {"winner_hole": 5})
    table.enter(hand, *PEG_DRAWS["Ann"], "Bob play Kh", "Cid play Ks", "Cid play Kc", "Ann fold", "Bob play Kd")
    table.enter(hand, "Bob play Qh", "Cid play Qs", "Cid play Qc", "Bob play Qd", "Bob play Jh", "Cid play Js")
    return table.enter(hand, "Cid stand", "Bob stand")


def test_a_tie_break_that_would_not_have_been_dealt(table: Table) -> None:
    hand = tied(table)
    assert Match.objects.get().status == "tiebreak"
    later = table.deal("bluff-n-peg")
    table.enter(later, "Cid draw 0", "Bob draw 0", "Cid fold")
    lost = {"actions": [*entered(table, hand)[:-3], table.action("Cid fold")]}
    with pytest.raises(LaterHandIllegal) as refused:
        correct(table.cast.rob, hand.pk, lost, "Cid folded", hand.version, as_adjustment=True)
    assert (refused.value.place.hand, refused.value.place.code) == (later.pk, "match_over")
    preview = preview_correction(table.cast.rob, hand.pk, lost)
    assert preview.blocked == refused.value.place
    assert preview.adjustment is None
    check_night(table.night)


def test_pegs_of_later_hands_follow(table: Table) -> None:
    hand = table.deal("bluff-n-peg")
    table.enter(hand, *PEG_DRAWS["Ann"], "Bob play Kh", "Cid fold", "Ann fold")
    later = table.deal("bluff-n-peg")
    table.enter(later, *PEG_DRAWS["Bob"], "Cid play Kh", "Ann fold", "Bob fold")
    assert pegs(table) == {"Ann": 0, "Bob": 5, "Cid": 5}
    lines = said(table, "Cid play Ah", "Ann fold", "Bob fold")
    put_right(table, hand, {"actions": [*entered(table, hand)[:4], *lines]})
    assert pegs(table) == {"Ann": 0, "Bob": -1, "Cid": 10}
    assert table.named(Hand.objects.get(pk=later.pk).set_up["pegs"]) == {"Ann": 0, "Bob": -1, "Cid": 5}


def test_the_pot_of_a_match_goes_to_who_won(table: Table) -> None:
    from games.play.services import hands

    hand = hands.start_hand(table.cast.sue, table.night.pk, "bluff-n-peg", {"winner_hole": 5}, stake=100)
    table.enter(hand, *PEG_DRAWS["Ann"], "Bob play Kh", "Cid play As", "Ann fold", "Bob fold")
    assert table.stacks() == {"Ann": 1900, "Bob": 1900, "Cid": 2200}
    lines = said(table, "Bob play Kh", "Cid fold", "Ann fold")
    put_right(table, hand, {"actions": [*entered(table, hand)[:3], *lines]})
    assert table.stacks() == {"Ann": 1900, "Bob": 2200, "Cid": 1900}
    with pytest.raises(Conflict, match="stakes"):
        correct(table.cast.rob, hand.pk, {"actions": [table.action("void x")]}, "x", hand_now(hand).version)


def hand_now(hand: Hand) -> Hand:
    return Hand.objects.get(pk=hand.pk)


def test_another_dealer_posts_other_blinds(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    assert net(table, hand) == {"Ann": 0, "Bob": -50, "Cid": 50}
    with pytest.raises(engine.Refusal) as refused:
        correct(table.cast.rob, hand.pk, {"dealer": id_of(table, "Bob")}, "Bob dealt", hand_now(hand).version)
    assert (refused.value.code, refused.value.action) == ("not_your_turn", 0)
    actions = [table.action("Bob fold"), table.action("Cid fold")]
    put_right(table, hand, {"dealer": id_of(table, "Bob"), "actions": actions})
    assert net(table, hand) == {"Ann": 50, "Bob": 0, "Cid": -50}


def test_who_was_dealt_in(table: Table) -> None:
    """Dan sat there and was forgotten; Cid was away."""
    table.sit("Dan", 1500)
    hand = table.deal("council-bluffs")
    table.enter(hand, "Dan fold", "Ann fold", "Bob fold")
    players = [{"name": id_of(table, name)} for name in ("Ann", "Bob", "Dan")]
    actions = [table.action("Ann fold"), table.action("Bob raise 300"), table.action("Dan fold")]
    put_right(table, hand, {"players": players, "actions": actions})
    assert net(table, hand) == {"Ann": 0, "Bob": 100, "Dan": -100}
    assert table.stacks() == {"Ann": 2000, "Bob": 2100, "Cid": 2000, "Dan": 1400}
    with pytest.raises(NotFound):
        stranger = [*players, {"name": "7a7d4c5e-0000-4000-8000-000000000000"}]
        correct(table.cast.rob, hand.pk, {"players": stranger}, "x", hand_now(hand).version)


def test_who_is_dealt_in_anew_has_what_lay_there_then(table: Table) -> None:
    """Dan's chips were another's, as was found out later; the recount of Cid's was a mistake before the hand."""
    dan = table.sit("Dan")
    bought = table.buy_in("Dan", 1500)
    recount = chips.recount(table.cast.sue, table.night.pk, {table.players["Cid"].pk: 1000}, "to be sure")
    entry_reversal.take_back(table.cast.sue, recount.pk, "some lay on the floor")
    seats.sit_out(table.cast.sue, dan.pk)
    hand = folded(table)
    assert dealt(table, hand) == {"Ann": 2000, "Bob": 2000, "Cid": 2000}
    entry_reversal.take_back(table.cast.sue, bought.pk, "it was Ann who bought them")
    players = [{"name": id_of(table, name)} for name in ("Ann", "Bob", "Cid", "Dan")]
    actions = said(table, "Dan fold", "Ann fold", "Bob fold")
    put_right(table, hand, {"players": players, "actions": actions})
    assert dealt(table, hand) == {"Ann": 2000, "Bob": 2000, "Cid": 2000, "Dan": 1500}
    with pytest.raises(Conflict, match="nothing"):
        correct(table.cast.rob, hand.pk, {"players": players}, "x", hand_now(hand).version)


def test_credit_counts_the_chips_that_lay_there_then(table: Table) -> None:
    """Bob owed the pot 3000, and had 1500 more than he should; that it was Cid changes nothing of what Bob had."""
    hand = table.deal("buddhas-folly", {"ante": 1000})
    bought = table.buy_in("Bob", 1500)
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    table.enter(hand, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")
    assert balances(table) == {"Ann": -2000, "Bob": -2000 - 1500 - 500, "Cid": -2000}
    with guards.lifted_for_tests(connection):  # by a slow phone
        Entry.objects.filter(pk=bought.pk).update(at=bought.at + timedelta(minutes=5))
    chips.buy_in(table.cast.sue, table.night.pk, table.players["Bob"].pk, 2000)
    entry_reversal.take_back(table.cast.sue, bought.pk, "it was Ann who bought them")
    lines = ("Ann declare in", "Bob declare out", "Cid declare in", "Cid muck")
    original = entered(table, hand)
    put_right(table, hand, {"actions": entered(table, hand, *lines)})
    assert balances(table) == {"Ann": -2000, "Bob": -4000, "Cid": -4000}
    put_right(table, hand, {"actions": original})
    assert balances(table) == {"Ann": -2000, "Bob": -4500, "Cid": -2000}


def balances(table: Table) -> dict[str, int]:
    return {seat["name"]: seat["to_account"] for seat in table.view()["seats"]}


def test_other_rules_and_stacks(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    put_right(table, hand, {"rules": {"small_blind": 100, "big_blind": 200}})
    assert net(table, hand) == {"Ann": 0, "Bob": -100, "Cid": 100}
    players = [{"name": id_of(table, "Ann")}, {"name": id_of(table, "Bob"), "stack": 50}, {"name": id_of(table, "Cid")}]
    lines = ("Ann fold", "reveal 2c 3d Kh", "reveal 9s", "reveal Jd", "Cid muck")
    put_right(table, hand, {"players": players, "actions": said(table, *lines)})
    assert net(table, hand) == {"Ann": 0, "Bob": 50, "Cid": -50}
    with pytest.raises(BadAmount):
        players[1]["stack"] = 60
        correct(table.cast.rob, hand.pk, {"players": players}, "x", hand_now(hand).version)


def blocked_night(table: Table) -> tuple[Hand, Hand]:
    """After the first hand Bob bets more than he would have had."""
    first = showdown(table)
    second = table.deal("council-bluffs", {"limit": "no_limit"})
    table.enter(second, "Bob fold", "Cid fold")
    third = table.deal("council-bluffs", {"limit": "no_limit"})
    table.enter(third, "Cid fold", "Ann raise 2300", "Bob fold")
    return first, third


def test_in_money_too_where_the_chips_went_the_wrong_way_and_were_counted_since(table: Table) -> None:
    first = showdown(table)
    change = {"actions": entered(table, first, "Ann muck")}
    for name, stack in table.stacks().items():
        chips.cash_out(table.cast.sue, table.night.pk, table.players[name].pk, stack)
    before = {seat["name"]: seat["to_account"] for seat in table.view()["seats"]}
    correct(table.cast.rob, first.pk, change, "Bob took it", first.version, as_adjustment=True)
    after = {seat["name"]: seat["to_account"] for seat in table.view()["seats"]}
    moved = {name: after[name] - before[name] for name in after if after[name] != before[name]}
    assert moved == {"Ann": -800, "Bob": 800}
    assert table.view()["over_short"] == 0


def test_a_later_hand_that_would_be_illegal_is_named(table: Table) -> None:
    first, third = blocked_night(table)
    change = {"actions": entered(table, first, "Ann muck")}
    before = everything(table)
    with pytest.raises(LaterHandIllegal) as refused:
        correct(table.cast.rob, first.pk, change, "Bob had kings", first.version)
    place = refused.value.place
    assert (place.hand, place.number, place.action, place.code) == (third.pk, 3, 1, "bad_amount")
    assert everything(table) == before
    assert Entry.objects.filter(kind="correction").count() == 0


def test_a_later_result_nobody_could_have_lost_is_named(table: Table) -> None:
    first = showdown(table)
    everything_ann_has = {table.players["Ann"].pk: -2450, table.players["Bob"].pk: 2450}
    lost = missed_hands.record_result(table.cast.sue, table.night.pk, "Stud", everything_ann_has)
    change = {"actions": entered(table, first, "Ann muck")}
    with pytest.raises(LaterHandIllegal, match="Ann would lose more") as refused:
        correct(table.cast.rob, first.pk, change, "Bob had kings", first.version)
    place = refused.value.place
    assert (place.hand, place.number, place.action, place.code) == (lost.pk, 2, None, "more_than_they_have")
    put_right(table, first, change, as_adjustment=True)
    assert table.stacks() == {"Ann": 0, "Bob": 4100, "Cid": 1900}


def test_who_owed_antes_and_has_left_owes_none_any_more(table: Table) -> None:
    """Ann was let off and is gone; that it was Bob who had to pay is said, and asked of nobody."""
    shows = ("Ann show As Ks Qs Js Ts", "Bob show 9h 9d 9c 4h 4d", "Cid show 7h 7d 6c 5h 3d")
    out = ("Ann declare out", "Bob declare out", "Cid declare out")
    first = folly(table, *out, *shows, rules={"all_out_pays": True})
    table.cash_out("Ann", 1900)
    seats.leave(table.cast.sue, table.night.seats.get(player=table.players["Ann"]).pk, "waive", "the last train")
    change = {"actions": entered(table, first, "Ann show Ah Kd 8s 7s 2s", *shows[1:])}
    warnings = preview_correction(table.cast.rob, first.pk, change).warnings
    assert set(warnings) == {"antes_were_paid", "no_money_moves"}
    put_right(table, first, change)
    assert table.deal("buddhas-folly").set_up["antes_paid_by"] is None


def test_and_then_the_correction_is_made_in_money(table: Table) -> None:
    first, _third = blocked_night(table)
    stacks = table.stacks()
    change = {"actions": entered(table, first, "Ann muck")}
    hand = put_right(table, first, change, as_adjustment=True)
    assert net(table, hand) == {"Ann": 450, "Bob": -350, "Cid": -100}
    assert table.stacks() == stacks
    balances = {seat["name"]: seat["to_account"] for seat in table.view()["seats"]}
    assert balances == {"Ann": -2800, "Bob": -1200, "Cid": -2000}
    shown = hand_view(table.cast.ann, hand.pk)["corrections"][0]
    assert table.named(shown["adjustment"]["balances"]) == {"Ann": -800, "Bob": 800}
    assert hand_file(table.cast.ann, hand.pk)["actions"][-1]["player"] == "Bob"
    with pytest.raises(Conflict, match="This changes nothing"):
        correct(table.cast.rob, hand.pk, change, "once more", hand.version, as_adjustment=True)

    hand = put_right(table, hand, {"actions": entered(table, first)})
    balances = {seat["name"]: seat["to_account"] for seat in table.view()["seats"]}
    assert balances == {"Ann": -2000, "Bob": -2000, "Cid": -2000}


def test_counts_stay_as_they_were_counted(table: Table) -> None:
    """Buddha's Folly, so that what the players lose is not what others win: the pot takes part."""
    hand = folly(table, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")
    chips.recount(table.cast.sue, table.night.pk, {table.players["Bob"].pk: 1600}, "to be sure")
    table.cash_out("Cid", 1900)
    original = entered(table, hand)
    put_right(
        table, hand, {"actions": [*original[:4], *said(table, "Ann declare in", "Bob declare out", "Cid declare out")]}
    )
    assert table.stacks() == {"Ann": 2200, "Bob": 1600, "Cid": 0}
    assert (table.view()["pot"], table.view()["over_short"]) == (0, -300)
    put_right(table, hand, {"actions": original})
    assert (table.view()["pot"], table.view()["over_short"]) == (300, 0)
    assert table.stacks() == {"Ann": 2200, "Bob": 1600, "Cid": 0}


def test_a_count_taken_back_leaves_the_corrected_book(table: Table) -> None:
    hand = showdown(table)
    entry = table.cash_out("Cid", 1900)
    lines = said(table, "Ann fold", "Bob fold")
    put_right(table, hand, {"actions": lines})
    assert table.stacks() == {"Ann": 2000, "Bob": 1950, "Cid": 0}
    assert table.view()["over_short"] == -150
    entry_reversal.take_back(table.cast.sue, entry.pk, "Cid plays on")
    assert table.stacks() == {"Ann": 2000, "Bob": 1950, "Cid": 2050}
    assert table.view()["over_short"] == 0
    put_right(table, hand, {"actions": entered(table, hand)})
    assert table.stacks() == {"Ann": 2450, "Bob": 1650, "Cid": 1900}


def test_a_closed_night_is_corrected_on_its_own_books(table: Table) -> None:
    hand = showdown(table)
    for name, stack in table.stacks().items():
        table.cash_out(name, stack)
    nights.close_night(table.cast.sue, table.night.pk)
    preview = preview_correction(table.cast.rob, hand.pk, {"actions": entered(table, hand, "Ann muck")})
    assert set(preview.warnings) == {"counted_since", "night_is_closed"}
    put_right(table, hand, {"actions": entered(table, hand, "Ann muck")})
    assert table.view()["over_short"] == 0
    assert set(table.stacks().values()) == {0}


def test_a_correction_of_a_correction_leaves_a_chain_of_reversals(table: Table) -> None:
    hand = showdown(table)
    original = entered(table, hand)
    put_right(table, hand, {"actions": entered(table, hand, "Ann muck")})
    put_right(table, hand, {"actions": [table.action("Ann fold"), table.action("Bob fold")]})
    assert table.stacks() == {"Ann": 2000, "Bob": 1950, "Cid": 2050}
    hand = put_right(table, hand, {"actions": original})
    assert table.stacks() == {"Ann": 2450, "Bob": 1650, "Cid": 1900}
    assert JournalTransaction.objects.filter(kind="hand").count() == 4
    assert JournalTransaction.objects.filter(kind="reversal").count() == 3
    with pytest.raises(Conflict, match="nothing"):
        correct(table.cast.rob, hand.pk, {"actions": original}, "x", hand.version)
    with pytest.raises(Conflict, match="correct it again"):
        table.undo(hand)


def test_a_misdeal_that_was_none_and_the_other_way_round(table: Table) -> None:
    hand = showdown(table)
    original = entered(table, hand)
    later = folded(table)
    hand = put_right(table, hand, {"actions": [table.action("void a card fell")]})
    assert hand.status == Hand.Status.VOID
    assert dealt(table, later) == {"Ann": 2000, "Bob": 2000, "Cid": 2000}
    hand = put_right(table, hand, {"actions": original})
    assert (hand.status, dealt(table, later)["Ann"]) == (Hand.Status.COMPLETE, 2450)


def folded(table: Table) -> Hand:
    """The next hand; all fold to the big blind."""
    hand = table.deal("council-bluffs")
    for _ in range(2):
        name = next(iter(table.named(dict.fromkeys(hand_view(table.cast.sue, hand.pk)["to_act"]))))
        table.enter(hand, f"{name} fold")
    return hand_now(hand)


def test_a_result_has_new_nets_or_is_called_off(table: Table) -> None:
    ann, bob = table.players["Ann"].pk, table.players["Bob"].pk
    hand = missed_hands.record_result(table.cast.sue, table.night.pk, "Stud", {ann: 500, bob: -500})
    later = folded(table)
    put_right(table, hand, {"net": {ann: -500, bob: 500}})
    assert dealt(table, later) == {"Ann": 1500, "Bob": 2500, "Cid": 2000}
    hand = put_right(table, hand, {"actions": [table.action("void nobody remembers")]})
    assert (hand.status, hand.result) == (Hand.Status.VOID, None)
    # what is left is the small blind of the hand after it
    assert table.stacks() == {"Ann": 2000, "Bob": 1950, "Cid": 2050}
    put_right(table, hand, {"net": {ann: 25, bob: -25}})
    for bad, error in (({ann: 50, bob: -25}, BadAmount), ({ann: 9000, bob: -9000}, BadAmount)):
        with pytest.raises(error):
            correct(table.cast.rob, hand.pk, {"net": bad}, "x", hand_now(hand).version)


def test_the_set_up_of_the_open_hand_is_the_scorekeepers(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300")
    with pytest.raises(engine.Refusal) as refused:
        correct(table.cast.sue, hand.pk, {"dealer": id_of(table, "Bob")}, "Bob deals", 1)
    assert (refused.value.code, refused.value.action) == ("not_your_turn", 0)
    done = correct(table.cast.sue, hand.pk, {"rules": {"limit": "no_limit"}}, "no limit tonight", 1)
    assert (done.hand.version, done.hand.status) == (2, Hand.Status.OPEN)
    hand = table.enter(hand, "Bob raise 2000")
    hand = table.undo(hand)
    table.undo(hand)
    check_night(table.night)
    with pytest.raises(Conflict, match="taken back"):
        correct(table.cast.rob, hand.pk, {"actions": []}, "x", hand_now(hand).version)
    with pytest.raises(Forbidden):
        correct(table.cast.ann, hand.pk, {"rules": {}}, "x", hand_now(hand).version)


def test_the_open_hand_follows_a_correction_before_it(table: Table) -> None:
    first = showdown(table)
    second = table.deal("council-bluffs")
    table.enter(second, "Bob call")
    change = {"actions": entered(table, first, "Ann muck")}
    assert set(preview_correction(table.cast.rob, first.pk, change).warnings) == {"open_hand_changes"}
    put_right(table, first, change)
    assert dealt(table, second) == {"Ann": 1650, "Bob": 2450, "Cid": 1900}
    with pytest.raises(Stale):
        table.enter(second, "Cid fold", at=1)
    table.enter(second, "Cid fold", "Ann check")
    check_night(table.night)


def test_who_may_and_what_is_asked_for(table: Table) -> None:
    hand = showdown(table)
    change = {"actions": entered(table, hand, "Ann muck")}
    for actor, error in ((table.cast.sue, Forbidden), (table.cast.ann, Forbidden), (table.cast.otto, NotFound)):
        with pytest.raises(error):
            correct(actor, hand.pk, change, "x", hand.version)
        with pytest.raises(error):
            preview_correction(actor, hand.pk, change)
    rob = table.cast.rob
    for reason, version, wrong, error in (
        ("", hand.version, change, BadValue),
        ("x", None, change, PreconditionRequired),
        ("x", hand.version - 1, change, Stale),
        ("x", hand.version, {}, BadValue),
        ("x", hand.version, {"game": "the-bluffs"}, BadValue),
        ("x", hand.version, {"net": {}}, Conflict),
        ("x", hand.version, {"actions": change["actions"][:-1]}, Conflict),
    ):
        with pytest.raises(error):
            correct(rob, hand.pk, wrong, reason, version)
    assert Entry.objects.filter(kind="correction").count() == 0


def three_show(table: Table) -> Hand:
    """Ann's aces win; Sue enters what Bob showed for Cid, and what Cid showed for Bob."""
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob call", "Cid call", "reveal Qs 9d 8h", "Bob check", "Cid check", "Ann check")
    table.enter(hand, "reveal Jc", "Bob check", "Cid check", "Ann check")
    table.enter(hand, "reveal 3h", "Bob check", "Cid check", "Ann check")
    return table.enter(hand, "Ann show As Ad 5c 4c", "Bob show 7s 7h 6d 4d", "Cid show Ks Kd 6h 4h")


def test_cards_the_wrong_way_round_are_put_right_where_the_winner_stays_the_same(table: Table) -> None:
    hand = three_show(table)
    second = table.deal("council-bluffs")
    table.enter(second, "Bob fold", "Cid fold")
    rows, stacks = JournalTransaction.objects.count(), table.stacks()
    lines = ("Bob show Ks Kd 6h 4h", "Cid show 7s 7h 6d 4d")
    change = {"actions": entered(table, hand, *lines)}
    shown = preview_correction(table.cast.rob, hand.pk, change)
    assert shown.warnings == {"no_money_moves": "No money moves: what changes is the record."}
    assert (shown.later, shown.adjustment) == ([], None)
    put_right(table, hand, change)
    assert (JournalTransaction.objects.count(), table.stacks()) == (rows, stacks)
    assert [one["cards"] for one in hand_file(table.cast.ann, hand.pk)["actions"][-2:]] == [
        line.split()[2:] for line in lines
    ]
    assert [one["reason"] for one in hand_view(table.cast.ann, hand.pk)["corrections"]] == ["it was otherwise"]
    assert Hand.objects.get(pk=second.pk).corrections == 0


def test_the_same_actions_are_no_correction(table: Table) -> None:
    hand = three_show(table)
    change = {"actions": entered(table, hand)}
    for attempt in (
        lambda: preview_correction(table.cast.rob, hand.pk, change),
        lambda: correct(table.cast.rob, hand.pk, change, "no", hand.version),
        lambda: correct(table.cast.rob, hand.pk, change, "no", hand.version, as_adjustment=True),
    ):
        with pytest.raises(Conflict, match="This changes nothing"):
            attempt()


def test_a_preview_writes_nothing(table: Table) -> None:
    hand = showdown(table)
    folded(table)
    counts = [model.objects.count() for model in (Entry, JournalTransaction)]
    rows = list(Hand.objects.order_by("number").values())
    preview = preview_correction(table.cast.rob, hand.pk, {"actions": entered(table, hand, "Ann muck")})
    assert [model.objects.count() for model in (Entry, JournalTransaction)] == counts
    assert list(Hand.objects.order_by("number").values()) == rows
    assert table.named(preview.hand.net) == {"Ann": (450, -350), "Bob": (-350, 450), "Cid": (-100, -100)}
    assert [change.number for change in preview.later] == [2]


def test_the_hand_and_its_log_show_what_was_corrected(table: Table) -> None:
    hand = showdown(table)
    put_right(table, hand, {"actions": entered(table, hand, "Ann muck")})
    view = hand_view(table.cast.ann, hand.pk)
    shown = view["corrections"]
    assert [(one["by"], one["reason"], one["cause"], one["adjustment"]) for one in shown] == [
        ("Rob", "it was otherwise", None, None)
    ]
    assert view["version"] == shown[0]["number"]
    assert hand_entries(table.cast.ann, hand.pk)[-1]["kind"] == "correction"
    assert hand_file(table.cast.ann, hand.pk)["actions"][-1] == {"type": "muck", "player": "Ann"}
    assert hand_explain(table.cast.ann, hand.pk)["status"] == "complete"


def test_what_a_misdeal_hid_stays_hidden(table: Table) -> None:
    """Secret declarations of a hand that is called a misdeal by a correction, as if it had been one at once."""
    hand = folly(table, "Ann declare in", "Bob declare out", "Cid declare out")
    lines = ("Bob declare in", "void a card fell")
    put_right(table, hand, {"actions": entered(table, hand, *lines)})
    entry = hand_entries(table.cast.ann, hand.pk)[-1]
    assert [body for body in entry["body"]["actions"] if "as" in body] == []
    file = hand_file(table.cast.rob, hand.pk)
    assert [action["type"] for action in file["actions"]][-1] == "void"
    assert "declare" not in [action["type"] for action in file["actions"]]


def test_no_hand_was_dealt_with_more_chips_than_there_were(table: Table) -> None:
    hand = folly(table, "Ann declare in", "Bob declare out", "Cid declare out")
    names = ("Ann", "Bob", "Cid")
    many = [{"name": id_of(table, name), "stack": 10_000_000 if name == "Ann" else 2000} for name in names]
    for change in ({"players": many}, {"carry": 10_000_000}):
        with pytest.raises(BadAmount, match="not so many chips"):
            correct(table.cast.rob, hand.pk, change, "x", hand_now(hand).version)


def test_no_peg_stood_beyond_what_its_hands_can_have_moved(table: Table) -> None:
    hand = tied(table)
    later = table.deal("bluff-n-peg")
    table.enter(later, "Cid draw 0", "Bob draw 0", "Cid fold")
    far = dict.fromkeys(hand_now(later).set_up["pegs"], 10_000_000)
    with pytest.raises(BadValue, match="beyond hole 45"):
        correct(table.cast.rob, later.pk, {"pegs": far}, "x", hand_now(later).version)
    assert hand.status == "complete"
