"""What is in the middle: uncalled bets, side pots (rules 0.9), whole-chip shares and odd chips (0.10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.events import Event
from games.engine.seats import mask_of, put, seats_of
from games.engine.state import Chips, State


class Pot(NamedTuple):
    """An amount, and the mask of the seats that may win it."""

    amount: int
    contenders: int


def post_antes(state: State, ante: int) -> State:
    """The ante from each player, up to the stack (0.3)."""
    if not ante:
        return state
    stacks = state.chips.stacks
    antes = tuple(min(ante, stack) for stack in stacks)
    events = tuple(Event("ante_posted", seat, amount) for seat, amount in enumerate(antes))
    left = tuple(stack - amount for stack, amount in zip(stacks, antes, strict=True))
    return state._replace(chips=state.chips._replace(stacks=left, paid=antes), events=(*state.events, *events))


def collect(state: State, live: int, chips: Chips, events: tuple[Event, ...]) -> State:
    """The end of a betting round: bets go into the pot, and what nobody matched goes back, antes included (0.9).

    Whoever has put in most alone is asked no more, and so has not folded.
    """
    stacks, bets, paid, dead = chips
    paid = tuple([before + bet for before, bet in zip(paid, bets, strict=True)])
    second, top = sorted(paid)[-2:]
    seat, uncalled = paid.index(top), top - second
    if uncalled:
        stacks, paid = put(stacks, seat, stacks[seat] + uncalled), put(paid, seat, second)
        events = (*events, Event("uncalled_bet_returned", seat, uncalled))
    return state.moved(None, events, live, Chips(stacks, (0,) * len(bets), paid, dead))


def side_pots(chips: Chips, live: int) -> tuple[Pot, ...]:
    """Main pot first. A level that no active player reached falls to the pot below it; dead money to the main pot."""
    paid = chips.paid
    levels = sorted({paid[seat] for seat in seats_of(live)})
    pots: list[Pot] = []
    amount, below = chips.dead, 0
    for level in levels:
        reach = level if level < levels[-1] else max(paid)
        for put_in in paid:
            if put_in > below:
                amount += min(put_in, reach) - below
        contenders = live & mask_of([seat for seat, put_in in enumerate(paid) if put_in >= level])
        pots.append(Pot(amount, contenders))
        amount, below = 0, level
    return tuple(pots)


def halves(amount: int, chip: int) -> tuple[int, int]:
    """High and low: whole chips; the odd one, and what is smaller than a chip, go to high (0.10)."""
    low = amount // chip // 2 * chip
    return amount - low, low


def shares(amount: int, winners: Sequence[int], chip: int) -> dict[int, int]:
    """Each winner's part. `winners` stand in the order of 0.10: odd chips go one each in that order, and the first also
    gets what is smaller than one chip."""
    chips, crumbs = divmod(amount, chip)
    each, odd = divmod(chips, len(winners))
    parts = {seat: (each + (place < odd)) * chip for place, seat in enumerate(winners)}
    parts[winners[0]] += crumbs
    return parts
