"""A finished hand told action by action, for those who write it down in another form."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from games import engine


class Told(NamedTuple):
    """One action, and the hand before and after it. `seat` is None where the dealer acts."""

    action: engine.Action
    seat: int | None
    before: engine.State
    after: engine.State


@dataclass(frozen=True, slots=True)
class Story:
    """A hand file played through, with what the club knows about it beside the cards.

    `started_at` is by the clock of the night's time zone, `decimals` are those of the currency.
    """

    id: UUID
    document: Mapping[str, Any]
    number: int
    night: str
    currency: str
    decimals: int
    time_zone: str
    started_at: datetime
    start: engine.State
    told: tuple[Told, ...]

    @property
    def setup(self) -> engine.Setup:
        return self.start.setup

    @property
    def end(self) -> engine.State:
        return self.told[-1].after if self.told else self.start

    @property
    def result(self) -> dict[str, Any]:
        return engine.result(self.end)


def play(document: Mapping[str, Any]) -> tuple[engine.State, tuple[Told, ...]]:
    """The hand as it was dealt, and every action that followed. The file must be one that the engine takes."""
    setup, entries = engine.load_hand(document)
    start = state = engine.start(setup)
    told = []
    for entry in entries:
        action = engine.load_action(setup, entry)
        after = engine.apply(state, action)
        told.append(Told(action, None if action.player is None else setup.seat(action.player), state, after))
        state = after
    return start, tuple(told)
