"""Any sequence of what can happen to money keeps the books in order, and in the end everybody can be paid.

Each step is something a scorekeeper might do next; what is refused changes nothing.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from games.clubs.services import clubs, player_merge
from games.core.errors import ServiceError
from games.engine import Refusal
from games.models import BuyInRequest, Hand, Match, Night, Payment, PaymentWay, Player, Settlement
from games.money.services import chip_requests, chips, expenses, night_accounts, parties
from games.nights.services import entry_reversal, nights, seats
from games.play.selectors.hands import hand_view
from games.play.services import hands, match_ends, matches, missed_hands
from games.play.services.corrections import correct
from games.settlement.services import payments, settlements
from tests.api.walker import choose
from tests.games.cast import Cast, make_cast
from tests.games.purse import books_hold, pay_all
from tests.games.reckoning import claims_hold, table_holds, wind_up
from tests.games.replayed import check_effects

CHIP = 25
LONGEST = 120
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eva")

pick = st.integers(0, 99)
whole_chips = st.integers(1, 40).map(lambda count: count * CHIP)
ways = st.sampled_from(["cash", "account"])


@contextmanager
def maybe() -> Iterator[None]:
    """A step that may be refused: then all of it is undone."""
    with suppress(ServiceError, Refusal), transaction.atomic():
        yield


def one_of(rows: Any, which: int) -> Any:
    found = list(rows)
    return found[which % len(found)] if found else None


class Evenings(RuleBasedStateMachine):
    """Nights of one club, its players picked by number."""

    cast: Cast

    @initialize()
    def found(self) -> None:
        self.around = transaction.atomic()
        self.around.__enter__()
        self.cast = make_cast()
        self.sue, self.rob = self.cast.sue, self.cast.rob
        for name in NAMES:
            clubs.add_player(self.sue, self.cast.club.pk, name)
        self.open_night(0)

    def night(self, which: int, *status: str) -> Night:
        rows = Night.objects.filter(club=self.cast.club, status__in=status or Night.Status.values)
        return one_of(rows.order_by("opened_at"), which)

    def player(self, which: int) -> Player:
        return one_of(Player.objects.filter(club=self.cast.club).order_by("name"), which)

    @rule(which=pick)
    def open_night(self, which: int) -> None:
        if Night.objects.filter(status="open").count() < 2:
            night = nights.open_night(self.sue, self.cast.club.pk, "Night", CHIP)
            for more in range(3):
                self.arrive(-1, which + more, 20 * CHIP, ("cash", "account")[which % 2], night)

    @rule(which=pick, who=pick, amount=whole_chips, way=ways)
    def arrive(self, which: int, who: int, amount: int, way: str, night: Night | None = None) -> None:
        if night := night or self.night(which, "open"):
            with maybe():
                seats.take_seat(self.sue, night.pk, self.player(who).pk)
            with maybe():
                chips.buy_in(self.sue, night.pk, self.player(who).pk, amount, way)

    @rule(which=pick, who=pick, off=st.integers(-2, 2), way=ways, leaves=st.booleans())
    def cash_out(self, which: int, who: int, off: int, way: str, leaves: bool) -> None:
        if night := self.night(which, "open"):
            player = self.player(who)
            count = max(0, night_accounts.read(night).stacks.get(str(player.pk), 0) + off * CHIP)
            with maybe():
                chips.cash_out(self.sue, night.pk, player.pk, count, way)
            if leaves and (seat := night.seats.filter(player=player).first()):
                with maybe():
                    seats.leave(self.sue, seat.pk, "waive", "gone")

    @rule(which=pick, who=pick, off=st.integers(-2, 2))
    def recount(self, which: int, who: int, off: int) -> None:
        if night := self.night(which, "open"):
            player = self.player(who).pk
            count = max(0, night_accounts.read(night).stacks.get(str(player), 0) + off * CHIP)
            with maybe():
                chips.recount(self.sue, night.pk, {player: count}, "counted")

    @rule(which=pick, winner=pick, loser=pick, amount=whole_chips)
    def win(self, which: int, winner: int, loser: int, amount: int) -> None:
        night = self.night(which, "open")
        if night and night.seats.filter(status="in").count() > 1:
            with maybe():
                seated = list(night.seats.filter(status="in").order_by("position"))
                net = {
                    one_of(seated, loser).player_id: -amount,
                    one_of(seated, loser + 1 + winner % 2).player_id: amount,
                }
                missed_hands.record_result(self.sue, night.pk, "Stud", net)

    @rule(which=pick, seed=pick, stake=st.sampled_from([None, 0, 2 * CHIP, 8 * CHIP]), ends=st.booleans())
    def play_a_match(self, which: int, seed: int, stake: int | None, ends: bool) -> None:
        self.play(which, "bluff-n-peg", {"winner_hole": 10, "last_chance_hole": -6}, stake, seed, ends)

    @rule(which=pick, seed=pick, ends=st.booleans())
    def play_for_a_pot(self, which: int, seed: int, ends: bool) -> None:
        self.play(which, "buddhas-folly", {"ante": CHIP, "match_cap": 8 * CHIP}, None, seed, ends)

    def play(self, which: int, game: str, rules: dict[str, int], stake: int | None, seed: int, ends: bool) -> None:
        """A hand by chance; it ends, or is a misdeal."""
        chance, night = random.Random(seed), self.night(which, "open")
        if night is None:
            return
        with maybe():
            hand = hands.start_hand(self.sue, night.pk, game, rules, stake=stake)
            for _ in range(LONGEST if ends else 3):
                if hand.status == Hand.Status.OPEN:
                    action = choose(chance, hand_view(self.sue, hand)["legal"])
                    hand = hands.act(self.sue, hand.pk, [action], hand.version)
            if hand.status == Hand.Status.OPEN:
                hands.act(self.sue, hand.pk, [{"type": "void", "reason": ""}], hand.version)

    @rule(which=pick, again=st.booleans())
    def undo(self, which: int, again: bool) -> None:
        """The last hand is open again, and then is a misdeal, or is finished as it was."""
        night = self.night(which)
        hand = night and night.hands.order_by("-number").first()
        if hand:
            with maybe():
                last = hand.entries.filter(kind="action").order_by("-number").first()
                hand = hands.undo(self.sue, hand.pk, hand.version)
                if hand.status == Hand.Status.OPEN:
                    body = last.body if again else {"type": "void", "reason": ""}
                    hands.act(self.sue, hand.pk, [body], hand.version)

    @rule(which=pick, amount=whole_chips)
    def correct(self, which: int, amount: int) -> None:
        if not Hand.objects.filter(set_up__isnull=True).exists():
            self.win(which, 0, 0, CHIP)
        hand = one_of(Hand.objects.filter(set_up__isnull=True, status="complete").order_by("started_at"), which)
        if hand:
            winner, loser = hand.result["net"]
            with maybe():
                net = {winner: amount, loser: -amount}
                correct(self.rob, hand.pk, {"net": net}, "misread", hand.version, as_adjustment=True)

    @rule(which=pick, amount=st.integers(1, 5000), payer=pick, among=st.lists(pick, max_size=4), club=st.integers(0, 9))
    def spend(self, which: int, amount: int, payer: int, among: list[int], club: int) -> None:
        if night := self.night(which, "open"):
            paid_by = [("box", None), ("club", None), ("player", self.player(payer).pk)][payer % 3]
            equally = [self.player(who).pk for who in among]
            with maybe():
                expenses.record_expense(self.sue, night.pk, "pizza", amount, paid_by, equally, club=club)

    @rule(which=pick)
    def take_back(self, which: int) -> None:
        entry = one_of(self.cast.club.entries.filter(number=None).order_by("at", "id"), which)
        if entry:
            with maybe():
                entry_reversal.take_back(self.sue, entry.pk, "wrong")

    @rule(which=pick, who=pick, amount=whole_chips, decide=st.sampled_from(["grant", "refuse", "withdraw", "wait"]))
    def ask(self, which: int, who: int, amount: int, decide: str) -> None:
        if night := self.night(which, "open"):
            with maybe():
                chip_requests.ask_for_chips(self.sue, night.pk, self.player(who).pk, amount)
            waiting = one_of(BuyInRequest.objects.filter(night=night, status="asked").order_by("asked_at"), who)
            decisions: dict[str, Callable[[Any], object]] = {
                "grant": lambda one: chip_requests.grant(self.sue, one),
                "refuse": lambda one: chip_requests.refuse(self.sue, one, "no"),
                "withdraw": lambda one: chip_requests.withdraw(self.sue, one),
            }
            if waiting and decide in decisions:
                with maybe():
                    decisions[decide](waiting.pk)

    @rule(which=pick, who=st.lists(pick, max_size=3))
    def decide_difference(self, which: int, who: list[int]) -> None:
        if night := self.night(which, "open"):
            with maybe():
                players = [self.player(one).pk for one in who]
                nights.decide_difference(self.sue, night.pk, players, "decided", by_club=not players)

    @rule(which=pick, who=pick, how=st.sampled_from(["return", "leader", "forfeit"]))
    def end_match(self, which: int, who: int, how: str) -> None:
        match = one_of(Match.objects.filter(status__in=matches.RUNNING).order_by("started_at"), which)
        if match:
            with maybe():
                if how == "forfeit":
                    match_ends.forfeit(self.sue, match.pk, UUID(one_of(match.members, who)), "enough")
                else:
                    match_ends.end_match(self.sue, match.pk, how, "late")

    @rule(which=pick)
    def reopen(self, which: int) -> None:
        if night := self.night(which, "closed"):
            with maybe():
                nights.reopen_night(self.rob, night.pk, "one more")

    @rule(which=pick, whole=st.booleans())
    def settle(self, which: int, whole: bool) -> None:
        """A night, which ends if it has not yet; or all that have ended."""
        night = self.night(which)
        if night.status == Night.Status.OPEN:
            wind_up(self.cast, night)
        with maybe():
            if whole:
                settlements.settle_club(self.sue, self.cast.club.pk)
            else:
                settlements.settle_night(self.sue, night.pk)

    @rule(which=pick, of=pick, amount=st.integers(1, 2000))
    def pay(self, which: int, of: int, amount: int) -> None:
        """A part of what is owed, or, at the last, all of it."""
        if not Settlement.objects.exists():
            self.settle(which, True)
        settlement = one_of(Settlement.objects.order_by("made_at"), which)
        if transfer := settlement and one_of(settlement.transfers.order_by("number"), of):
            with maybe():
                way = one_of(PaymentWay.values, of)
                payments.record_payment(self.sue, transfer.pk, min(amount, payments.outstanding(transfer)), way)

    @rule(which=pick)
    def reverse_payment(self, which: int) -> None:
        if payment := one_of(Payment.objects.order_by("made_at"), which):
            with maybe():
                payments.reverse_payment(self.sue, payment.pk, "it was none")

    @rule(who=pick, into=pick)
    def merge(self, who: int, into: int) -> None:
        with maybe():
            player_merge.merge_players(self.rob, self.player(who).pk, self.player(into).pk, "one person")

    @invariant()
    def in_order(self) -> None:
        books_hold(self.cast.club)
        for night in Night.objects.filter(club=self.cast.club):
            table_holds(night)
        claims_hold(self.cast)

    def teardown(self) -> None:
        """The last night ends, all is settled and paid: nobody owes anything."""
        try:
            for night in Night.objects.filter(club=self.cast.club):
                nights.reopen_night(self.rob, night.pk, "last look") if night.status == "closed" else None
                wind_up(self.cast, night)
                check_effects(night)
            with maybe():
                settlements.settle_club(self.sue, self.cast.club.pk)
            for settlement in Settlement.objects.all():
                pay_all(self.sue, settlement)
            for nets in parties.balances(self.cast.club).values():
                assert not any(nets.values())
            self.in_order()
        finally:
            transaction.set_rollback(True)
            self.around.__exit__(None, None, None)


@pytest.mark.slow
@pytest.mark.django_db
def test_whatever_happens_the_books_are_in_order_and_all_can_be_paid() -> None:
    few = settings(max_examples=12, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(Evenings, settings=few)
