"""Council Bluffs beside PokerKit: the same hands, turn by turn, chip by chip.

Where the two may differ by right, the hands are kept away from it:

- Two players post blinds of different sizes: with equal ones PokerKit has the other player begin.
- A blind or an ante is never short: PokerKit lowers what is to call to what was posted, rule 2.2 does not.
- After an all-in that is no full bet or raise, who may raise is not compared: PokerKit adds up only such all-ins as
  follow each other, and shuts out even players who have not acted; rule 0.8 does neither. Everything else still is.
- Where others have chips, but none enough to reach more than the highest bet, PokerKit allows no raise; by 0.8 it takes
  that nobody else has any.
- The board never plays low, and all amounts are multiples of 60, so that no pot leaves an odd chip: PokerKit gives all
  odd chips to one winner.
- In fixed limit nobody is short of chips (half a raise reopens under 0.8, a whole one with PokerKit) and there is no
  cap (PokerKit does not count the big blind as the bet).
"""

from collections import Counter
from random import Random
from typing import Any, NamedTuple

import pokerkit
import pytest
from pokerkit import Automation, OmahaHoldemHand
from pokerkit.games import FixedLimitPokerMixin, Holdem, NoLimitPokerMixin, OmahaHoldemMixin, UnfixedLimitHoldem

from games import engine
from games.engine.state import State

from .table import Document, hand, offered, then

UNIT = 60
HANDS = {"pot_limit": 70, "no_limit": 80, "fixed_limit": 25}

_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class NoLimitOmaha(NoLimitPokerMixin, OmahaHoldemMixin, UnfixedLimitHoldem):
    """PokerKit has Omaha in no-limit only once it is put together."""

    hand_types = (OmahaHoldemHand,)


class FixedLimitOmaha(FixedLimitPokerMixin, OmahaHoldemMixin, Holdem):
    """The same in fixed limit, without a cap."""

    hand_types = (OmahaHoldemHand,)
    max_completion_betting_or_raising_count = None


_TABLES: dict[str, Any] = {
    "pot_limit": pokerkit.PotLimitOmahaHoldem,
    "no_limit": NoLimitOmaha,
    "fixed_limit": FixedLimitOmaha,
}


class Table(NamedTuple):
    """One hand, dealt at both tables."""

    limit: str
    stacks: list[int]
    ante: int
    blinds: tuple[int, int]
    bet: int
    hands: list[list[str]]
    board: list[str]

    def ours(self) -> State:
        small, big = self.blinds
        rules = {"limit": self.limit, "small_blind": small, "big_blind": big, "ante": self.ante, "max_raises": 99}
        if self.limit == "fixed_limit":
            rules |= {"small_bet": self.bet, "big_bet": 2 * self.bet}
        return engine.start(engine.load_setup(hand("council-bluffs", *self.stacks, rules=rules)))

    def theirs(self) -> pokerkit.State:
        bets = (self.bet, 2 * self.bet) if self.limit == "fixed_limit" else (self.bet,)
        game = _TABLES[self.limit](_AUTOMATIONS, True, self.ante, self.blinds, *bets)
        state = game(self.stacks, len(self.stacks))
        for cards in self.hands:
            state.deal_hole("".join(cards))
        return state


def tables(limit: str, chance: Random) -> Table:
    """Two to six players, some with next to nothing, on a board of high cards.

    The blinds may be equal or far apart, and in fixed limit the bet may be more than the big blind.
    """
    count = chance.randint(2, 6)
    ante = chance.choice((0, 0, UNIT))
    sizes = (400,) if limit == "fixed_limit" else (4, 6, 9, 15, 30, 80)
    blinds = (UNIT, UNIT * chance.randint(1 if count > 2 else 2, 3))
    bet = blinds[1] + (UNIT * chance.randint(0, 2) if limit == "fixed_limit" else 0)
    stacks = [UNIT * chance.choice(sizes) + UNIT * chance.randint(0, 3) for _ in range(count)]
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    board = chance.sample([card for card in deck if card[0] in "9TJQK"], 5)
    rest = chance.sample([card for card in deck if card not in board], 4 * count)
    return Table(limit, stacks, ante, blinds, bet, [rest[place * 4 : place * 4 + 4] for place in range(count)], board)


class Played:
    """A hand under way at both tables."""

    def __init__(self, table: Table, chance: Random, seen: Counter[str]) -> None:
        self.table, self.chance, self.seen = table, chance, seen
        self.ours, self.theirs = table.ours(), table.theirs()
        self.short = False  # whether an all-in of this round was no full bet or raise

    def run(self) -> None:
        """To the end, then the stacks."""
        while self.ours.status == "in_progress":
            if self.ours.phase == "reveal":
                self.reveal()
            elif self.ours.phase == "betting":
                self.act()
            else:
                self.show()
        assert not self.theirs.status
        assert list(self.ours.chips.stacks) == self.theirs.stacks
        self.seen["hands"] += 1
        self.seen["side pots"] += len(self.ours.outcome.pots) > 1

    def reveal(self) -> None:
        turned = len(self.ours.cards.board)
        cards = self.table.board[turned : turned + (1 if turned else 3)]
        self.ours = then(self.ours, f"reveal {' '.join(cards)}")
        self.theirs.burn_card("??")
        self.theirs.deal_board("".join(cards))
        self.short = False

    def show(self) -> None:
        seat = self.ours.to_act[0]
        self.ours = then(self.ours, f"{self.ours.setup.names[seat]} show {' '.join(self.table.hands[seat])}")

    def act(self) -> None:
        """One decision: the same player, the same call, the same bounds; then the same action at both."""
        seat = self.ours.to_act[0]
        assert seat == self.theirs.actor_index
        to_call = (offered(self.ours, "call") or {"amount": 0})["amount"]
        assert to_call == self.theirs.checking_or_calling_amount
        self.seen["decisions"] += 1
        bounds = self.bounds()
        name = self.ours.setup.names[seat]
        roll = self.chance.random()
        if bounds and roll < 0.4:
            to = self.pick(*bounds)
            self.note(seat, to)
            self.ours = then(self.ours, f"{name} {'raise' if offered(self.ours, 'raise') else 'bet'} {to}")
            self.theirs.complete_bet_or_raise_to(to)
        elif to_call and roll > 0.87:
            self.ours = then(self.ours, f"{name} fold")
            self.theirs.fold()
        else:
            self.ours = then(self.ours, f"{name} {'call' if to_call else 'check'}")
            self.theirs.check_or_call()
        if self.ours.phase in ("betting", "reveal"):  # at the showdown PokerKit has already shown and paid
            assert list(self.ours.chips.stacks) == self.theirs.stacks

    def bounds(self) -> tuple[int, int] | None:
        """The least and the most that both tables let be bet."""
        ours, theirs = self.our_bounds(), self.their_bounds()
        if not self.short and self.can_be_answered():
            assert ours == theirs
            self.seen["bounds"] += 1
        return ours if ours == theirs else None

    def can_be_answered(self) -> bool:
        """Whether somebody else can put in more than the highest bet."""
        chips, seat = self.ours.chips, self.ours.to_act[0]
        return any(
            self.ours.live >> other & 1 and chips.bets[other] + stack > self.ours.work.highest
            for other, stack in enumerate(chips.stacks)
            if other != seat
        )

    def our_bounds(self) -> tuple[int, int] | None:
        offer = offered(self.ours, "raise") or offered(self.ours, "bet")
        if offer is None:
            return None
        bounds: Document = offer["to"]
        amounts = [*bounds.get("choices", ()), *(bounds[key] for key in ("min", "max", "all_in") if key in bounds)]
        found = [amount for amount in amounts if amount is not None]
        return min(found), max(found)

    def their_bounds(self) -> tuple[int, int] | None:
        low = self.theirs.min_completion_betting_or_raising_to_amount
        high = self.theirs.max_completion_betting_or_raising_to_amount
        return None if low is None or high is None else (low, high)

    def pick(self, low: int, high: int) -> int:
        """A multiple of the unit, or a bound."""
        between = low + UNIT * self.chance.randint(0, (high - low) // UNIT)
        to = self.chance.choice((low, low, high, between))
        return to if to % UNIT == 0 or to == self.all_in() else to // UNIT * UNIT if to // UNIT * UNIT >= low else low

    def all_in(self) -> int:
        seat = self.ours.to_act[0]
        return self.ours.chips.stacks[seat] + self.ours.chips.bets[seat]

    def note(self, seat: int, to: int) -> None:
        """Whether this bet is an all-in for less than a full one; and that reopening was seen."""
        round_ = self.ours.work
        self.short = self.short or to - round_.highest < round_.full
        self.seen["all-in"] += to == self.all_in()
        self.seen["short all-in"] += to - round_.highest < round_.full


@pytest.mark.parametrize("limit", ["pot_limit", "no_limit", "fixed_limit"])
def test_the_same_hand_at_both_tables(limit: str) -> None:
    chance, seen = Random(2024), Counter[str]()
    for _ in range(HANDS[limit]):
        Played(tables(limit, chance), chance, seen).run()
    assert seen["bounds"] > 300
    if limit != "fixed_limit":
        assert min(seen["all-in"], seen["side pots"], seen["short all-in"]) >= 8
