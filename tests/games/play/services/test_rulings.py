"""Rulings: the arbiter alone, money and all, beside what the rules give, and never taken back but by another."""

from collections.abc import Mapping

import pytest

from games.accounts.services import users
from games.audit import services as audit
from games.clubs.services import clubs
from games.core.actor import Actor
from games.core.errors import BadAmount, BadValue, Conflict, Forbidden, NotFound, Stale
from games.models import Entry, Hand, Member, Notification, Role
from games.money.services import night_accounts
from games.play.selectors.hands import hand_explain, hand_view
from games.play.services import rulings
from games.play.services.corrections import correct, preview_correction
from games.settlement.services import payments, settlements
from tests.games.cast import Table
from tests.games.nights.services.test_whole_night import play_buddhas_folly, play_council_bluffs
from tests.games.purse import books_hold, end, win

WHY = "Nobody is sure of the third card"


@pytest.fixture
def rita(table: Table) -> Actor:
    """The arbiter, who does not play."""
    user = users.register("Rita", "correct horse battery")
    clubs.add_member(table.cast.rob, table.cast.club.pk, "Rita", is_arbiter=True)
    return Actor(user)


def net(table: Table, carry: int | None = None, **amounts: int) -> rulings.Asked:
    return rulings.Asked({table.players[name].pk: amount for name, amount in amounts.items()}, carry)


def rule(table: Table, by: Actor, hand: Hand, amounts: Mapping[str, int], carry: int | None = None) -> rulings.Looked:
    version, asked = Hand.objects.get(pk=hand.pk).version, net(table, carry, **amounts)
    preview = rulings.preview_ruling(by, hand.pk, asked, version)
    ruled = rulings.rule(by, hand.pk, asked, WHY, version)[1]
    assert ruled.document() == preview.document()
    assert in_order(table) == []
    books_hold(table.cast.club)
    return ruled


def in_order(table: Table) -> list[str]:
    return [str(one) for one in audit.find(table.cast.club).differences]


def test_at_the_table_it_moves_chips(table: Table, rita: Actor) -> None:
    hand = play_council_bluffs(table)
    assert table.stacks() == {"Ann": 2150, "Bob": 1950, "Cid": 1900}
    done = rule(table, rita, hand, {"Ann": -50, "Bob": 150, "Cid": -100})
    assert table.named(done.document()["moves"]["chips"]) == {"Ann": -200, "Bob": 200}
    assert table.stacks() == {"Ann": 1950, "Bob": 2150, "Cid": 1900}
    entry = Entry.objects.get(kind=Entry.Kind.RULING)
    assert (entry.hand_id, entry.by, entry.body["reason"]) == (hand.pk, rita.user, WHY)
    view = hand_view(table.cast.ann, hand.pk)
    assert table.named(view["result"]["net"]) == {"Ann": 150, "Bob": -50, "Cid": -100}
    assert [table.named(one["net"]) for one in view["rulings"]] == [{"Ann": -50, "Bob": 150, "Cid": -100}]
    assert hand_explain(table.cast.ann, hand.pk)["pots"]
    assert set(Notification.objects.filter(kind="ruling").values_list("user__name", flat=True)) == {"Ann A.", "Rob"}


def test_once_later_hands_were_played_it_moves_balances(table: Table, rita: Actor) -> None:
    hand = play_council_bluffs(table)
    win(table, Ann=100, Bob=-100)
    stacks = table.stacks()
    done = rule(table, rita, hand, {"Ann": -50, "Bob": 150, "Cid": -100})
    assert table.named(done.document()["moves"]["balances"]) == {"Ann": -200, "Bob": 200}
    assert table.stacks() == stacks


def test_after_a_payment_its_difference_is_settled(table: Table, rita: Actor) -> None:
    hand = play_council_bluffs(table)
    end(table)
    paid = settlements.settle_night(table.cast.sue, table.night.pk).transfers.order_by("number")[0]
    payments.record_payment(table.cast.sue, paid.pk, paid.amount)
    rule(table, rita, hand, {"Ann": 100, "Bob": 0, "Cid": -100})
    transfer = settlements.settle_night(table.cast.sue, table.night.pk).transfers.get()
    ids = (table.players["Ann"].pk, table.players["Bob"].pk)
    assert (transfer.payer, transfer.receiver, transfer.amount) == (*ids, 50)
    assert in_order(table) == []


def test_only_another_ruling_takes_its_place(table: Table, rita: Actor) -> None:
    hand = play_council_bluffs(table)
    rule(table, rita, hand, {"Ann": -50, "Bob": 150, "Cid": -100})
    with pytest.raises(Conflict, match="ruling"):
        table.undo(hand)
    with pytest.raises(Conflict, match="changes nothing"):
        rule(table, rita, hand, {"Ann": -50, "Bob": 150, "Cid": -100})
    win(table, Ann=100, Bob=-100)
    back = rule(table, rita, hand, {"Ann": 150, "Bob": -50, "Cid": -100})
    assert table.named(back.document()["moves"]["balances"]) == {"Ann": 200, "Bob": -200}
    assert [one["number"] for one in hand_view(table.cast.ann, hand.pk)["rulings"]] == [4, 5]


def test_the_carried_pot_is_part_of_it_while_it_lies_there(table: Table, rita: Actor) -> None:
    hand = play_buddhas_folly(table, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")
    assert table.view()["pot"] == 300
    before = table.named(Hand.objects.get(pk=hand.pk).result["net"])
    assert before == {"Ann": 200, "Bob": -400, "Cid": -100}
    done = rule(table, rita, hand, {"Ann": 200, "Bob": -100, "Cid": -100}, carry=0)
    assert (table.view()["pot"], done.document()["moves"]["pot"]) == (0, -300)
    with pytest.raises(BadAmount):
        rule(table, rita, hand, {"Ann": 200, "Bob": -100, "Cid": -100}, carry=25)
    with pytest.raises(BadAmount):
        rule(table, rita, hand, {"Ann": 200, "Bob": 200, "Cid": -100}, carry=-300)
    win(table, Ann=100, Cid=-100)
    with pytest.raises(Conflict, match="pot"):
        rule(table, rita, hand, {"Ann": 200, "Bob": -400, "Cid": -100}, carry=300)
    rule(table, rita, hand, {"Ann": 100, "Bob": 0, "Cid": -100})


def test_who_would_not_have_the_chips_pays_from_the_balance(table: Table, rita: Actor) -> None:
    hand = play_council_bluffs(table)
    done = rule(table, rita, hand, {"Ann": -2200, "Bob": 2300, "Cid": -100})
    assert table.named(done.document()["moves"]["balances"]) == {"Ann": -2350, "Bob": 2350}


def test_a_correction_leaves_it_standing_and_says_so(table: Table, rita: Actor) -> None:
    """What the rules give is another then; what everybody has is not."""
    hand = play_council_bluffs(table)
    rule(table, rita, hand, {"Ann": -50, "Bob": 150, "Cid": -100})
    win(table, Ann=100, Bob=-100)
    stacks, nets = table.stacks(), night_accounts.nets(table.night)
    change = {"actions": [table.action(line) for line in ("Ann fold", "Bob fold")]}
    version = Hand.objects.get(pk=hand.pk).version
    preview = preview_correction(table.cast.rob, hand.pk, change, version)
    assert preview.warnings["ruling_stands"]
    assert preview.document()["moves"]["chips"] == {}
    correct(table.cast.rob, hand.pk, change, "Ann had folded", version)
    after = Hand.objects.get(pk=hand.pk)
    assert table.named(after.result["net"]) == {"Ann": 0, "Bob": -50, "Cid": 50}
    assert (table.stacks(), night_accounts.nets(table.night)) == (stacks, nets)
    assert in_order(table) == []
    rule(table, rita, hand, {"Ann": 0, "Bob": -50, "Cid": 50})


def test_a_correction_of_an_earlier_hand_passes_it_by(table: Table, rita: Actor) -> None:
    first = play_council_bluffs(table)
    second = table.deal("council-bluffs")
    table.enter(second, "Bob fold", "Cid fold")
    rule(table, rita, second, {"Ann": -25, "Bob": 75, "Cid": -50})
    change = {"actions": [table.action(line) for line in ("Ann fold", "Bob fold")]}
    correct(table.cast.rob, first.pk, change, "Ann had folded", Hand.objects.get(pk=first.pk).version)
    assert table.stacks() == {"Ann": 2000 - 25, "Bob": 1950 + 75, "Cid": 2050 - 50}
    assert in_order(table) == []


def test_who_may_rule(table: Table, rita: Actor) -> None:
    hand = play_council_bluffs(table)
    amounts = net(table, Ann=100, Bob=0, Cid=-100)
    for actor, error in ((table.cast.rob, Forbidden), (table.cast.sue, Forbidden), (table.cast.otto, NotFound)):
        with pytest.raises(error):
            rulings.rule(actor, hand.pk, amounts, WHY, hand.version)
    # where the arbiter was dealt in, an owner does, unless the club says so
    Member.objects.filter(user=rita.user).update(is_arbiter=False)
    Member.objects.filter(user=table.cast.ann.user).update(is_arbiter=True)
    with pytest.raises(Forbidden):
        rulings.rule(table.cast.ann, hand.pk, amounts, WHY, hand.version)
    rulings.rule(table.cast.rob, hand.pk, amounts, WHY, hand.version)
    clubs.change_club(table.cast.rob, table.cast.club.pk, arbiter_may_play=True)
    with pytest.raises(Forbidden):
        rulings.rule(table.cast.rob, hand.pk, net(table, Ann=150, Bob=-50, Cid=-100), WHY, hand.version + 1)
    rulings.rule(table.cast.ann, hand.pk, net(table, Ann=150, Bob=-50, Cid=-100), WHY, hand.version + 1)


def test_a_club_without_an_arbiter_has_its_owners(table: Table) -> None:
    hand = play_council_bluffs(table)
    Member.objects.filter(user=table.cast.sue.user).update(role=Role.ADMIN)
    amounts = net(table, Ann=100, Bob=0, Cid=-100)
    with pytest.raises(Forbidden):
        rulings.rule(table.cast.sue, hand.pk, amounts, WHY, hand.version)
    assert rulings.rule(table.cast.rob, hand.pk, amounts, WHY, hand.version)[0].rulings == 1


def test_what_cannot_be_ruled(table: Table, rita: Actor) -> None:
    hand = play_council_bluffs(table)
    amounts = net(table, Ann=100, Bob=0, Cid=-100)
    with pytest.raises(Stale):
        rulings.rule(rita, hand.pk, amounts, WHY, hand.version + 1)
    with pytest.raises(BadValue):
        rulings.rule(rita, hand.pk, amounts, " ", hand.version)
    with pytest.raises(BadAmount):
        rulings.rule(rita, hand.pk, net(table, Ann=110, Bob=-10, Cid=-100), WHY, hand.version)
    with pytest.raises(BadAmount):
        rulings.rule(rita, hand.pk, net(table, Ann=200, Bob=0, Cid=-100), WHY, hand.version)
    with pytest.raises(Conflict):
        rulings.rule(rita, hand.pk, net(table, 0, Ann=100, Bob=0, Cid=-100), WHY, hand.version)
    table.sit("Dan", 2000)
    with pytest.raises(BadValue):
        rulings.rule(rita, hand.pk, net(table, Ann=50, Dan=50, Bob=0, Cid=-100), WHY, hand.version)
    assert not Entry.objects.filter(kind=Entry.Kind.RULING).exists()
    open_one = table.deal("council-bluffs")
    with pytest.raises(Conflict, match="not over"):
        rulings.rule(rita, open_one.pk, amounts, WHY, 0)


def test_a_ruling_cannot_move_more_than_was_in_play(table: Table, rita: Actor) -> None:
    """Three stacks of 20.00 were dealt with; with a pot that is matched, what losers may owe comes in addition."""
    hand = play_council_bluffs(table)
    for much in (10_000_000, 6025):
        with pytest.raises(BadAmount, match="in play"):
            rule(table, rita, hand, {"Ann": much, "Bob": -much, "Cid": 0})
    rule(table, rita, hand, {"Ann": 6000, "Bob": -6000, "Cid": 0})
    folly = play_buddhas_folly(table, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")
    with pytest.raises(BadAmount, match="in play"):
        rule(table, rita, folly, {"Ann": 200, "Bob": -10_000_200, "Cid": 0}, carry=10_000_000)
    win(table, Ann=100, Bob=-100)
    lost = table.night.hands.get(set_up__isnull=True)
    with pytest.raises(BadAmount, match="in play"):
        rule(table, rita, lost, {"Ann": 10_000_000, "Bob": -10_000_000})
