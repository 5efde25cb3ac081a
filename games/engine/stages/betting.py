"""A betting round (rules 0.8): who is asked, what a bet or raise may be, when the round ends."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.actions import Action
from games.engine.events import Event
from games.engine.offers import Amounts, Offer
from games.engine.pots import collect
from games.engine.refusal import Refusal
from games.engine.seats import bit, put
from games.engine.stage import Stage, refuse_turn
from games.engine.state import Chips, State


class Stakes(NamedTuple):
    """What may be bet in a round. `limit` is `no_limit`, `pot_limit` or `sizes`.

    `least` is the minimum bet; it or the largest blind, whichever is more, is the measure of a raise before the first
    full bet. `sizes` is what a bet or raise may add in a limit game; `cap` the most raises; `blinds` (seat, amount) in
    the order they are posted, the largest last.
    """

    limit: str
    least: int
    sizes: tuple[int, ...] = ()
    cap: int | None = None
    blinds: tuple[tuple[int, int], ...] = ()

    def is_full(self, added: int, full: int) -> bool:
        """Whether an addition reaches the threshold of 0.8: the last full bet or raise, half of it in limit games."""
        return (2 * added if self.limit == "sizes" else added) >= full


class Round(NamedTuple):
    """A betting round under way. `turn` is the seat that is asked, or was asked last; `highest` the bet to call and to
    raise over; `full` the last full bet or raise.

    `acted` has for each seat what `highest` was when it last acted, -1 before.
    """

    turn: int
    highest: int
    full: int
    raises: int
    acted: tuple[int, ...]


class Betting(Stage):
    """One round of betting."""

    __slots__ = ("stakes",)
    name = "betting"
    kinds = ("fold", "check", "call", "bet", "raise")

    def __init__(self, stakes: Stakes) -> None:
        self.stakes = stakes

    def begin(self, state: State) -> State:
        """Blinds are posted; the first to act is left of the last blind, or left of the dealer."""
        chips, events = state.chips, state.events
        after, highest = state.setup.dealer, 0
        for seat, amount in self.stakes.blinds:
            posted = min(amount, chips.stacks[seat])
            chips = _bet(chips, seat, posted)
            if posted:  # an ante may have taken the whole stack
                events = (*events, Event("blind_posted", seat, posted))
            after, highest = seat, max(highest, amount)
        full = max(self.stakes.least, highest)
        round_ = Round(after, highest, full, 0, (-1,) * len(state.setup.names))
        return _ask(state, round_, state.live, chips, events)

    def to_act(self, state: State) -> tuple[int, ...]:
        """The one whose turn it is."""
        return (state.work.turn,)

    def offer(self, state: State, kind: str, seat: int | None) -> Offer:
        """Raises `not_your_turn`, or why this kind is not possible before the size of a bet is looked at."""
        round_: Round = state.work
        if seat is None or seat != round_.turn:
            refuse_turn(state, seat)
        if kind == "fold":
            return Offer("fold", seat)
        if kind == "bet" or kind == "raise":
            return self._offer_raise(state, kind, seat)
        to_call = owed(state.chips, state.live, round_.highest, seat)
        if kind == "check":
            if to_call:
                raise Refusal("cannot_check", to_call=to_call)
            return Offer("check", seat)
        if not to_call:
            raise Refusal("nothing_to_call")
        return Offer("call", seat, None, min(to_call, state.chips.stacks[seat]))

    def _offer_raise(self, state: State, kind: str, seat: int) -> Offer:
        round_: Round = state.work
        if kind == "bet" and round_.highest:
            raise Refusal("cannot_bet", highest=round_.highest)
        if kind == "raise" and not round_.highest:
            raise Refusal("cannot_raise")
        return Offer(kind, seat, to=self._amounts(state, seat), closed=self._closed(round_, kind, seat))

    def _closed(self, round_: Round, kind: str, seat: int) -> Refusal | None:
        """Why no raise may come, whatever its size: the cap, or no reopening since this seat acted."""
        if kind == "bet":
            return None
        if self.stakes.cap is not None and round_.raises >= self.stakes.cap:
            return Refusal("raise_cap", cap=self.stakes.cap)
        acted = round_.acted[seat]
        if acted >= 0 and not self.stakes.is_full(round_.highest - acted, round_.full):
            return Refusal("not_reopened")
        return None

    def _amounts(self, state: State, seat: int) -> Amounts:
        """What a bet or raise may be made to. Raises `bad_amount` when nobody is left who could answer it."""
        chips, round_, stakes = state.chips, state.work, self.stakes
        if not any_has_chips(chips.stacks, state.live & ~bit(seat)):
            raise Refusal("bad_amount", "nobody_to_answer")
        whole = chips.bets[seat] + chips.stacks[seat]
        highest, full = round_.highest, round_.full
        if stakes.limit == "sizes":
            choices = tuple(highest + size for size in stakes.sizes if size >= full and highest + size <= whole)
            high = highest + stakes.sizes[-1]
            return Amounts(choices, highest + full, high, 1, whole if highest < whole <= high else None)
        high = whole
        if stakes.limit == "pot_limit":
            high = min(whole, highest + chips.middle + owed(chips, state.live, highest, seat))
        all_in = whole if highest < whole <= high else None
        return Amounts(None, highest + full, high, state.setup.chip, all_in)

    def take(self, state: State, action: Action, offer: Offer) -> State:
        """Chips go in, and the next one is asked."""
        seat = offer.seat
        assert seat is not None
        live, chips, round_, kind = state.live, state.chips, state.work, action.kind
        if kind == "fold":
            return _ask(state, round_, live & ~bit(seat), chips, (Event("folded", seat),))
        if kind == "check":
            event = Event("checked", seat)
        elif kind == "call":
            amount = offer.amount or 0
            chips = _bet(chips, seat, amount)
            event = Event("called", seat, amount)
        else:
            to = action.to or 0
            chips = _bet(chips, seat, to - chips.bets[seat])
            event = Event("bet" if kind == "bet" else "raised", seat, to)
            round_ = self._raised(round_, to)
        turn, highest, full, raises, acted = round_
        asked = Round(turn, highest, full, raises, put(acted, seat, highest))
        return _ask(state, asked, live, chips, (event,))

    def _raised(self, round_: Round, to: int) -> Round:
        """A bet or raise: a full one is the new measure; an opening bet is none of the raises, nor is a short one."""
        turn, highest, full, raises, acted = round_
        added = to - highest
        counts = highest > 0 and self.stakes.is_full(added, full)
        return Round(turn, to, max(added, full), raises + counts, acted)


def owed(chips: Chips, live: int, highest: int, seat: int) -> int:
    """What a seat must add to call: not above the most that any other active player has in or can put in (0.8)."""
    bets, stacks = chips.bets, chips.stacks
    missing = highest - bets[seat]
    if missing <= 0:
        return 0
    reach = 0
    for other, stack in enumerate(stacks):
        if other != seat and live >> other & 1 and bets[other] + stack > reach:
            reach = bets[other] + stack
            if reach >= highest:
                return missing
    return max(0, reach - bets[seat])


def _bet(chips: Chips, seat: int, amount: int) -> Chips:
    stacks, bets = list(chips.stacks), list(chips.bets)
    stacks[seat] -= amount
    bets[seat] += amount
    return Chips(tuple(stacks), tuple(bets), chips.paid, chips.dead)


def any_has_chips(stacks: tuple[int, ...], seats: int) -> bool:
    """Whether any of these seats, a mask, has chips left."""
    for seat, stack in enumerate(stacks):  # noqa: SIM110 - a generator takes three times as long
        if stack and seats >> seat & 1:
            return True
    return False


def _ask(state: State, round_: Round, live: int, chips: Chips, events: tuple[Event, ...]) -> State:
    """The next seat left of `turn` that must act is on turn; when there is none, the round is over."""
    turn, highest, full, raises, acted = round_
    stacks = chips.stacks
    seats = len(stacks)
    for place in range(turn + 1, turn + 1 + seats):
        seat = place % seats
        if stacks[seat] and live >> seat & 1:
            unasked = acted[seat] < 0 and any_has_chips(stacks, live & ~bit(seat))
            if unasked or owed(chips, live, highest, seat):
                return state.moved(Round(seat, highest, full, raises, acted), events, live, chips)
    return collect(state, live, chips, events)
