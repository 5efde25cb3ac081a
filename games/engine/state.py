"""The state of a hand: immutable, and equal to any other state reached by the same set-up and actions."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.engine.events import Event
from games.engine.setup import Setup


class Chips(NamedTuple):
    """Where the money lies, in minor units; one entry a seat except `dead`.

    `bets` lie in front of the players this round, `paid` is what each put into the pot before, blinds and antes
    included, `dead` belongs to the main pot but makes no level (0.9): exchange fees, a carried pot.
    """

    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    paid: tuple[int, ...]
    dead: int

    @property
    def middle(self) -> int:
        """Every chip that is in the pot or bet."""
        return sum(self.bets) + sum(self.paid) + self.dead


class Cards(NamedTuple):
    """What is known of the cards. `board` lies open in the order it was turned; `known` and `seen` are card masks.

    `known` has the cards known to be in each player's hand, `seen` every card whose place is known, theirs included.
    """

    board: tuple[int, ...]
    known: tuple[int, ...]
    seen: int


class State(NamedTuple):
    """A hand at one moment.

    `stage` is the index in the set-up's course, `work` that stage's own record, None between stages. `live` is the
    mask of the seats that still contend. `outcome` is there once the hand is complete. `events` are of the last step.
    """

    setup: Setup
    status: str
    stage: int
    live: int
    chips: Chips
    cards: Cards
    declared: tuple[str | None, ...]
    work: Any
    outcome: Any
    events: tuple[Event, ...]

    # What changes at every action is written out, and made by the short way: `_replace` takes four times as long.

    def moved(self, work: Any, events: tuple[Event, ...], live: int, chips: Chips) -> State:
        """The state one action on, where chips have moved or a player has folded."""
        setup, status, stage, _, _, cards, declared, _, outcome, _ = self
        return tuple.__new__(State, (setup, status, stage, live, chips, cards, declared, work, outcome, events))

    def turned(self, work: Any, events: tuple[Event, ...], cards: Cards) -> State:
        """The state one action on, where a card has moved."""
        setup, status, stage, live, chips, _, declared, _, outcome, _ = self
        return tuple.__new__(State, (setup, status, stage, live, chips, cards, declared, work, outcome, events))

    def at_stage(self, stage: int) -> State:
        """The state at another stage, which has not begun."""
        setup, status, _, live, chips, cards, declared, _, outcome, events = self
        return tuple.__new__(State, (setup, status, stage, live, chips, cards, declared, None, outcome, events))

    @property
    def phase(self) -> str:
        """Where the hand stands, in a word of hand-file.md."""
        if self.status != "in_progress":
            return self.status
        return self.setup.course[self.stage].phase(self)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now, in the order of players."""
        if self.status != "in_progress":
            return ()
        return self.setup.course[self.stage].to_act(self)
