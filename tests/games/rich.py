"""A club that has something of everything: what an audit has to cover is tried on it."""

from games.accounts.services import users
from games.audit import services as audit
from games.clubs.services import anonymisation, clubs, invites, members, player_merge
from games.core.actor import Actor
from games.disputes.services import disputes
from games.models import Role
from games.money.services import chip_requests, chips, expenses
from games.nights.services import entry_reversal
from games.play.services import corrections, match_ends, rulings
from games.settlement.services import payments, settlements  # fmt: skip
from tests.games.cast import PASSWORD, Table, make_cast, make_table
from tests.games.nights.services.test_whole_night import play_buddhas_folly, play_council_bluffs, play_the_bluffs
from tests.games.play.services.test_match_stakes import bob_wins, start
from tests.games.play.services.test_matches import DRAWS
from tests.games.purse import end, open_table, win


def rich() -> Table:
    """People who came, left and were renamed; all games and corrections; matches, disputes, settlements, payments."""
    table = make_table(make_cast())
    _people(table)
    _chips(table)
    _matches(table)
    hand = table.enter(table.deal("council-bluffs"), "Cid fold", "Ann fold")
    dispute = disputes.open_dispute(table.cast.ann, "I did not fold", hand_id=hand.pk)
    disputes.withdraw_dispute(table.cast.ann, dispute.pk, "I did")
    win(table, Ann=500, Bob=-500)
    end(table)
    _hands(open_table(table.cast, table.players, "All games"))
    _money(table)
    assert "\n".join(map(str, audit.find(table.cast.club).differences)) == ""
    return table


def _people(table: Table) -> None:
    cast = table.cast
    settings = {"name": "Friday", "locale": "de_DE", "default_way": "account", "differences_by": "admin",
                "expenses_by": "night", "dispute_days": 7, "arbiter_may_play": False, "holds_back_disputed": False,
                "hands_by_link": True}  # fmt: skip
    clubs.change_club(cast.rob, cast.club.pk, **settings)
    clubs.rename_player(cast.sue, table.players["Bob"].pk, "Bob")
    for name in ("Spare", "Twin"):
        table.players[name] = clubs.add_player(cast.sue, cast.club.pk, name)
    player_merge.merge_players(cast.rob, table.players["Twin"].pk, table.players["Spare"].pk, "One person")
    gus = Actor(users.register("Gus", PASSWORD, "gus@example.org"))
    token = invites.token_of(invites.make_invite(cast.rob, cast.club.pk, Role.PLAYER))
    gone = invites.join(gus, token)
    members.leave_club(gus, cast.club.pk)
    anonymisation.pseudonymise_member(cast.rob, gone.pk)
    users.register("Rita", PASSWORD)
    clubs.add_member(cast.rob, cast.club.pk, "Rita", Role.PLAYER, is_arbiter=True)
    invites.make_invite(cast.rob, cast.club.pk, Role.PLAYER, player_id=table.players["Cid"].pk)
    users.add_device(cast.sue.user, "phone")


def _chips(table: Table) -> None:
    cast, night, bob = table.cast, table.night, table.players["Bob"].pk
    for decide in (chip_requests.grant, lambda actor, pk: chip_requests.refuse(actor, pk, "Not now")):
        asked = chip_requests.ask_for_chips(cast.sue, night.pk, bob, 500)
        decide(cast.sue, asked.pk)
    chips.recount(cast.sue, night.pk, {bob: table.stacks()["Bob"]}, "He asked for it")
    expenses.record_expense(cast.sue, night.pk, "Pizza", 900, ("player", bob))


def _hands(table: Table) -> None:
    """One that was undone and corrected, one ruled upon, one carried over; the night stays open, a hand in play."""
    cast = table.cast
    for name in ("Ann", "Bob", "Cid"):
        table.sit(name, 2000)
    first = play_council_bluffs(table)
    table.undo(first)
    table.enter(first, "Cid fold")
    first.refresh_from_db()
    change = {"actions": [table.action(line) for line in ("Ann fold", "Bob fold")]}
    corrections.correct(cast.rob, first.pk, change, "Ann had folded", first.version)
    play_the_bluffs(table)
    play_buddhas_folly(table, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")
    last = play_buddhas_folly(table, "Ann declare out", "Bob declare out", "Cid declare in")
    rita = Actor(cast.club.members.get(is_arbiter=True).user)
    last.refresh_from_db()
    ann, bob, cid = (table.players[name].pk for name in ("Ann", "Bob", "Cid"))
    net = dict(last.result["net"]) if last.result else {}
    moved = {ann: net.get(str(ann), 0) - 25, bob: net.get(str(bob), 0) + 25, cid: net.get(str(cid), 0)}
    rulings.rule(rita, last.pk, rulings.Asked(moved, None), "Seen by all", last.version)
    table.deal("guts")


def _matches(table: Table) -> None:
    """One that Bob has won, and one that ended as somebody gave up and the leader took it."""
    bob_wins(table, start(table, rules={"winner_hole": 5}))
    hand = start(table, rules={"winner_hole": 30})
    table.enter(hand, *DRAWS["Bob"], "Cid play Ks", "Ann fold", "Bob fold")
    assert hand.match
    match_ends.forfeit(table.cast.sue, hand.match.pk, table.players["Ann"].pk, "A train")
    match_ends.end_match(table.cast.sue, hand.match.pk, "leader", "It is late")


def _money(table: Table) -> None:
    """Two nights settled, one of them anew, a payment of each confirmed or reversed, and a buy-in disputed and taken
    back.
    """
    cast, second = table.cast, open_table(table.cast, table.players, "Next")
    for name in ("Ann", "Bob"):
        second.sit(name, 2000)
    dispute = disputes.open_dispute(cast.ann, "I had none", entry_id=second.buy_in("Ann", 500).pk)
    assert dispute.entry_id
    remedy = entry_reversal.take_back(cast.sue, dispute.entry_id, "It was Bob's")
    disputes.uphold_dispute(cast.rob, dispute.pk, "So it was", remedy.pk)
    win(second, Ann=500, Bob=-500)
    end(second)
    first = settlements.settle_night(cast.rob, table.night.pk).transfers.order_by("number")[0]
    payments.confirm_payment(cast.sue, payments.record_payment(cast.rob, first.pk, 25).pk)
    settlements.settle_night(cast.rob, second.night.pk)
    hand, (ann, bob) = second.night.hands.get(), (str(table.players[name].pk) for name in ("Ann", "Bob"))
    corrections.correct(cast.rob, hand.pk, {"net": {ann: 400, bob: -400}}, "Misread", hand.version, as_adjustment=True)
    other = settlements.settle_night(cast.rob, second.night.pk).transfers.get()
    payments.reverse_payment(cast.rob, payments.record_payment(cast.sue, other.pk, 25).pk, "It was not paid")
