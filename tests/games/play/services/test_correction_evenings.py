"""Evenings by chance with matches for a stake, people who leave and come back, and hands corrected in between.

What a preview shows is what is posted, what is corrected back leaves no trace, and in the end everybody can be paid.
EVENINGS says how many.
"""

import os
import random
from contextlib import suppress
from typing import Any
from uuid import UUID

import pytest

from games import engine
from games.core.errors import BadAmount, Conflict, ServiceError
from games.models import Match, Night
from games.money.services import chips, night_accounts, parties
from games.nights.services import nights, seats
from games.nights.services.entry_reversal import take_back
from games.play.services import hands, match_ends, matches, missed_hands
from games.play.services.corrections import LaterHandIllegal, Preview, correct, preview_correction
from games.play.services.corrections.money_adjustments import standing_adjustment
from games.settlement.services import settlements
from tests.games.books import check_night
from tests.games.cast import Cast, make_table
from tests.games.play.services.test_correction_walks import check_stacks, finish, recorded, standing, truth
from tests.games.play.services.test_corrections import everything, moved
from tests.games.purse import books_hold, pay_all

EVENINGS = int(os.environ.get("EVENINGS", "6"))
HANDS = 7
STAKE = 500
STACK = 3000
RULES: dict[str, dict[str, Any]] = {
    "bluff-n-peg": {"winner_hole": 8, "last_chance_hole": -1},
    "buddhas-folly": {"ante": 25, "all_out_pays": True},
}
RESULT = "a result"
GAMES = ["bluff-n-peg"] * 4 + ["buddhas-folly", "council-bluffs", RESULT, RESULT]


class Evening:
    """A table, and whether stacks or pot were said to be below zero by a preview of what was then done."""

    def __init__(self, cast: Cast, seed: int) -> None:
        self.chance = random.Random(seed)
        self.cast, self.table = cast, make_table(cast)
        self.below: set[str] = set()

    @property
    def night(self) -> Night:
        return Night.objects.get(pk=self.table.night.pk)

    def someone(self) -> UUID:
        return self.chance.choice(list(self.table.players.values())).pk

    def stack(self, player: UUID) -> int:
        return night_accounts.read(self.night).stacks.get(str(player), 0)

    def play(self) -> None:
        sue, night, game = self.cast.sue, self.night.pk, self.chance.choice(GAMES)
        if game == RESULT:
            winner, loser = self.someone(), self.someone()
            lost = self.stack(loser) if self.chance.random() < 0.3 else min(self.stack(loser), 500)
            if winner != loser and lost > 0:
                missed_hands.record_result(sue, night, "Stud", {winner: lost, loser: -lost})
            return
        running = matches.running(self.night, game)
        stake = self.chance.choice([0, STAKE, STAKE]) if game == "bluff-n-peg" and not running else None
        hand = hands.start_hand(sue, night, game, None if running else RULES.get(game), stake=stake)
        hands.act(sue, hand.pk, finish(self.chance, hand.set_up, []), 0)

    def come_or_go(self) -> None:
        sue, night, player = self.cast.sue, self.night.pk, self.someone()
        seat = self.night.seats.get(player=player)
        if seat.status == "left":
            seats.take_seat(sue, night, player)
        if seat.status != "in":
            chips.buy_in(sue, night, player, STACK)
            seats.sit_in(sue, seat.pk)
            return
        if stack := self.stack(player):
            off = self.chance.choice([0, 0, 0, 25])
            chips.cash_out(sue, night, player, max(0, stack - off), self.chance.choice(["cash", "account"]))
        if self.chance.random() < 0.8:
            seats.leave(sue, seat.pk, self.chance.choice(["pay", "waive"]), "late")

    def count(self) -> None:
        player = self.someone()
        counts = {player: max(0, self.stack(player) - self.chance.choice([0, 25]))}
        chips.recount(self.cast.sue, self.night.pk, counts, "counted")

    def end_a_match(self) -> None:
        match = Match.objects.filter(night=self.night, status__in=matches.RUNNING).first()
        if match and self.chance.random() < 0.5:
            match_ends.forfeit(self.cast.sue, match.pk, UUID(self.chance.choice(match.members)), "enough")
        elif match:
            match_ends.end_match(self.cast.sue, match.pk, self.chance.choice(["return", "leader"]), "late")

    def take_back(self) -> None:
        kinds = ("cash_out", "recount", "forfeit", "match_end", "pot")
        if entries := list(self.night.entries.filter(kind__in=kinds).order_by("-at", "pk")[:3]):
            take_back(self.cast.sue, self.chance.choice(entries).pk, "it was none")

    def step(self) -> None:
        doing = (self.come_or_go, self.come_or_go, self.end_a_match, self.count, self.take_back)
        for do in (self.play, self.chance.choice(doing), self.chance.choice(doing)):
            with suppress(ServiceError, engine.Refusal):
                do()
            self.hold()
        for _ in range(2):
            self.correct()

    def correct(self) -> None:
        """A hand as it might have been, and perhaps back again."""
        table, rob = self.table, self.cast.rob
        rows = list(table.night.hands.exclude(status="void", set_up=None).exclude(status="open"))
        if not rows:
            return
        hand = self.chance.choice(rows)
        change, before, original = truth(self.chance, hand), standing(table), recorded(hand)
        stood, adjusted, in_money = everything(table), standing_adjustment(hand), self.chance.random() < 0.2
        try:
            shown = preview_correction(rob, hand.pk, change)
            done = correct(rob, hand.pk, change, "by chance", hand.version, as_adjustment=in_money)
        except (BadAmount, Conflict, LaterHandIllegal):
            assert standing(table) == before
            return
        assert done.preview == shown
        self.below |= {*shown.warnings} & {"below_zero", "pot_below_zero"}
        if not in_money or shown.blocked:
            self.posted(shown, stood)
        self.hold()
        if self.chance.random() < 0.6 and not adjusted:
            correct(rob, hand.pk, original, "it was right", done.hand.version)
            assert standing(table) == before
            self.hold()

    def posted(self, shown: Preview, before: dict[tuple[str, str], int]) -> None:
        after = everything(self.table)
        for account in {*before, *after}:
            assert after.get(account, 0) - before.get(account, 0) == moved(shown.moves, account), account

    def hold(self) -> None:
        """Nothing on the table is negative without a word, and a match that is over holds no stakes."""
        stands = night_accounts.read(self.night)
        assert "below_zero" in self.below or min(stands.stacks.values()) >= 0
        assert "pot_below_zero" in self.below or stands.pot >= 0
        for match in Match.objects.filter(night=self.night):
            on = match.status in matches.RUNNING and matches.has_begun(match)
            assert stands.matches.get(str(match.pk), 0) == (match.stake * len(match.members) if on else 0)

    def close(self) -> None:
        """All that stands in the way is decided."""
        sue, night = self.cast.sue, self.night
        for match in Match.objects.filter(night=night, status__in=matches.RUNNING):
            if matches.has_begun(match):
                match_ends.end_match(sue, match.pk, "return", "late")
        if night_accounts.read(night).pot:
            if not night.seats.exclude(status="left").exists():
                seats.take_seat(sue, night.pk, self.someone())
            nights.decide_pot(sue, night.pk, "split", "late")
        for player, stack in night_accounts.read(night).stacks.items():
            if stack:
                chips.cash_out(sue, night.pk, UUID(player), max(0, stack))
        if night_accounts.read(night).difference:
            nights.decide_difference(self.cast.rob, night.pk, [self.someone()], "late")
        nights.close_night(sue, night.pk)

    def settle(self) -> None:
        with suppress(Conflict):  # nothing to settle
            settlement = settlements.settle_night(self.cast.sue, self.night.pk)
            pay_all(self.cast.sue, settlement)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(EVENINGS))
def test_evenings_by_chance(cast: Cast, seed: int) -> None:
    evening = Evening(cast, seed)
    for _ in range(HANDS):
        evening.step()
    # what was taken back later had been in the stacks that were dealt with meanwhile
    if not evening.night.entries.filter(kind="take_back").exists():
        check_stacks(evening.table)
    evening.close()
    check_night(evening.table.night)
    evening.settle()
    for _ in range(3):
        evening.correct()
    nights.reopen_night(cast.rob, evening.night.pk, "what was corrected is to be decided")
    evening.close()
    evening.settle()
    assert not any(any(nets.values()) for nets in parties.balances(cast.club).values())
    books_hold(cast.club)
