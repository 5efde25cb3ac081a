"""A deal that is undone: the night goes on as if it had not been, and the log still tells of it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from games.audit.services.club_audit import audit_club
from games.core.errors import Conflict, NotFound, Stale
from games.core.pages.log_texts import words_of
from games.disputes.services import disputes
from games.models import Entry, Hand, Night
from games.money.services import chips, night_accounts
from games.nights.selectors.console import at_table, between
from games.nights.services import nights
from games.play.selectors.hands import hand_entries, hand_file, hand_view, hands_of
from games.play.selectors.matches import match, matches_of
from games.play.services import hands, matches
from games.play.services.corrections import correct
from games.play.services.dealing import next_dealer
from games.play.services.rulings import Asked, rule
from games.play.services.share_links import hand_by_link, proof_for
from games.reports.selectors.night_report import night_report
from tests.games.browser import browser
from tests.games.cast import Table


def state(table: Table) -> dict[str, Any]:
    """What people see of a night, without how far its log has come."""
    night = Night.objects.get(pk=table.night.pk)
    found = at_table(table.cast.sue, night.pk)
    return {
        "view": table.view(),
        "hands": [hand.pk for hand in hands_of(table.cast.sue, night.pk)],
        "dealer": between(found).dealer,
        "last": found.hand and found.hand.pk,
        "matches": list(matches_of(table.cast.sue, night.pk)),
        "report": night_report(table.cast.sue, night.pk)["hands"],
        "money": night_accounts.read(night),
        "rules": night.last_rules,
    }


def played(table: Table) -> Hand:
    hand = table.deal("council-bluffs", {"big_blind": 100})
    return table.enter(hand, "Ann fold", "Bob fold")


DEALS: dict[str, Callable[[Table], Hand]] = {
    "the same game, other rules": lambda table: table.deal("council-bluffs", {"big_blind": 200}),
    "another game": lambda table: table.deal("buddhas-folly"),
    "a match for a stake": lambda table: hands.start_hand(table.cast.sue, table.night.pk, "bluff-n-peg", stake=500),
    "another dealer": lambda table: hands.start_hand(
        table.cast.sue, table.night.pk, "the-bluffs", dealer_id=table.players["Cid"].pk
    ),
}


def test_several_undone_deals_of_a_night_audit_clean(table: Table) -> None:
    """They have no number, by which the audit could tell their entries apart."""
    for deal in DEALS.values():
        hand = deal(table)
        hands.undo(table.cast.sue, hand.pk, hand.version)
        assert audit_club(table.cast.club).differences == []


@pytest.mark.parametrize("deal", DEALS.values(), ids=DEALS)
def test_everything_is_as_it_was_before_the_deal(table: Table, deal: Callable[[Table], Hand]) -> None:
    played(table)
    before = state(table)
    undone = table.undo(deal(table))
    assert state(table) == before | {"money": night_accounts.read(table.night), "report": before["report"]}
    assert night_accounts.read(table.night).stacks == before["money"].stacks
    assert (undone.status, undone.number, undone.version) == (Hand.Status.UNDONE, None, 1)
    assert audit_club(table.cast.club).differences == []
    again = table.deal("council-bluffs")
    assert again.number == 2 and again.set_up
    assert again.set_up["dealer"] == before["dealer"]


def test_the_hand_before_can_be_undone_again(table: Table) -> None:
    first = played(table)
    table.undo(table.deal("the-bluffs"))
    assert table.undo(first).status == Hand.Status.OPEN


def test_entries_that_were_all_undone_do_not_hold_the_deal(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold")
    for _ in range(3):
        hand = table.undo(hand)
    assert hand.status == Hand.Status.UNDONE
    assert audit_club(table.cast.club).differences == []


def test_nothing_is_erased(table: Table) -> None:
    hand = table.undo(table.deal("council-bluffs"))
    log = hand_entries(table.cast.ann, hand.pk)
    assert [(line["kind"], line["number"], line["takes_back"]) for line in log] == [("deal", 0, None), ("undo", 1, 0)]
    view = hand_view(table.cast.ann, hand.pk)
    assert (view["status"], view["number"], view["legal"], view["undo"]) == ("undone", None, [], None)
    told = [entry.told for entry in Entry.objects.filter(hand=hand).order_by("number")]
    assert told[1] == told[0] + 1
    said = browser(table.cast.ann.user).get(reverse("hand-page", args=[hand.pk])).content.decode()
    assert "Undone deal" in said and "The deal was undone" in said
    desk = browser(table.cast.rob.user).get(reverse("admin:games_hand_change", args=[hand.pk])).content.decode()
    assert "The deal was undone" in desk
    entry = Entry.objects.get(hand=hand, kind=Entry.Kind.UNDO)
    assert words_of([entry], table.cast.club)[0].words == "The deal of Council Bluffs was undone"


def test_chips_bought_since_the_deal_count_from_the_next_one(table: Table) -> None:
    """Somebody wanted chips, and the deal came too early; a later correction knows what everyone was dealt with."""
    played(table)
    hand = table.deal("council-bluffs")
    table.buy_in("Bob", 1000)
    table.undo(hand)
    again = table.deal("council-bluffs")
    assert again.number == 2 and again.set_up
    stacks = {player["name"]: player["stack"] for player in again.set_up["players"]}
    assert stacks[str(table.players["Bob"].pk)] == table.stacks()["Bob"] == 2950
    again = table.enter(again, "Bob raise 300", "Cid fold", "Ann fold")
    first = Hand.objects.get(number=1)
    correct(
        table.cast.rob,
        first.pk,
        {"actions": [table.action(line) for line in ("Ann raise 200", "Bob fold", "Cid fold")]},
        "misread",
        first.version,
    )
    again.refresh_from_db()
    assert again.set_up
    stacks = {player["name"]: player["stack"] for player in again.set_up["players"]}
    assert stacks[str(table.players["Bob"].pk)] == 2950
    assert audit_club(table.cast.club).differences == []


def test_what_rests_on_the_deal_keeps_it(table: Table) -> None:
    table.sit("Dan", 2000)
    seat = table.night.seats.get(player=table.players["Dan"])
    seat.status = "out"
    seat.save()
    hand = table.deal("council-bluffs")
    assert hand_view(table.cast.sue, hand.pk)["undo"] == "the deal"
    chips.cash_out(table.cast.sue, table.night.pk, table.players["Dan"].pk, 2000)
    assert hand_view(table.cast.sue, hand.pk)["undo"] is None
    with pytest.raises(Conflict, match="misdeal"):
        table.undo(hand)


def test_nothing_more_is_entered_about_it(table: Table) -> None:
    cast, hand = table.cast, table.undo(table.deal("council-bluffs"))
    fold = [table.action("Ann fold")]
    with pytest.raises(Stale):
        hands.act(cast.sue, hand.pk, fold, 0)
    tried: list[Callable[[], object]] = [
        lambda: hands.act(cast.sue, hand.pk, fold, 1),
        lambda: hands.undo(cast.sue, hand.pk, 1),
        lambda: correct(cast.rob, hand.pk, {"actions": fold}, "why", 1),
        lambda: rule(cast.rob, hand.pk, Asked(net={}), "why", 1),
        lambda: disputes.open_dispute(cast.ann, "I had aces", hand_id=hand.pk),
        lambda: hand_file(cast.sue, hand.pk),
    ]
    for attempt in tried:
        with pytest.raises(Conflict, match="undone"):
            attempt()
    with pytest.raises(Conflict, match="id"):
        hands.start_hand(cast.sue, table.night.pk, "council-bluffs", hand_id=hand.pk)


def test_it_is_on_no_link(table: Table) -> None:
    table.cast.club.hands_by_link = True
    table.cast.club.save()
    hand = table.deal("council-bluffs")
    proof = proof_for(table.cast.sue, hand.pk)
    table.undo(hand)
    with pytest.raises(NotFound):
        hand_by_link(hand.pk, proof)


def test_a_match_of_which_the_only_deal_was_undone_is_not_there(table: Table) -> None:
    hand = hands.start_hand(table.cast.sue, table.night.pk, "bluff-n-peg", stake=500)
    table.undo(hand)
    assert hand.match_id
    with pytest.raises(NotFound):
        match(table.cast.ann, hand.match_id)
    for name in ("night-page", "console", "night-money"):
        assert browser(table.cast.sue.user).get(reverse(name, args=[table.night.pk])).status_code == 200
    again = hands.start_hand(table.cast.sue, table.night.pk, "bluff-n-peg", stake=100)
    assert again.match and again.match.stake == 100 and again.number == 1
    assert night_accounts.read(table.night).matches == {str(again.match.pk): 300}
    assert not matches.has_begun(again.match)


def test_a_night_closes_over_it(table: Table) -> None:
    hands.undo(table.cast.sue, hands.start_hand(table.cast.sue, table.night.pk, "bluff-n-peg", stake=500).pk, 0)
    for name in table.players:
        table.cash_out(name, 2000)
    assert nights.close_night(table.cast.sue, table.night.pk).status == Night.Status.CLOSED
    assert next_dealer(table.night, ["one", "two"]) == "one"
    assert audit_club(table.cast.club).differences == []


def test_a_number_cannot_be_taken_from_a_hand_that_counts(table: Table) -> None:
    hand = played(table)
    for change in ({"number": None}, {"status": Hand.Status.UNDONE}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Hand.with_undone.filter(pk=hand.pk).update(**change)
