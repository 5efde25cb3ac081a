"""What a hand comes to: as it is stored, and as it would be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from games import engine
from games.core.hand_state import STATUS, Played, Step, known_step, play
from games.models import Hand
from games.money.services.awards import PegMoves
from games.play.services import matches

Document = Mapping[str, Any]


VOID: Document = MappingProxyType({"type": "void", "reason": ""})


class Ruled(NamedTuple):
    """What a ruling on a hand gives each player, and how much more it leaves in the carried pot; or how pegs move."""

    net: Mapping[str, int] = MappingProxyType({})
    carried: int = 0
    peg_moves: PegMoves | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A set-up and what its actions led to. `step` is the last of them, where it was asked for.

    A hand of which only the result is known has neither set-up nor step.

    Where there was a ruling, that is what counts in money and on the board, whatever the actions led to.
    """

    set_up: Document | None
    status: str
    phase: str
    result: Document | None
    step: Step | None = field(default=None, compare=False)
    ruled: Ruled | None = None

    @property
    def net(self) -> dict[str, int]:
        """What counts in money: nothing until the hand is over, nothing of a misdeal."""
        if self.ruled:
            return dict(self.ruled.net)
        counts = self.status == Hand.Status.COMPLETE and self.result
        return dict(self.result.get("net", {})) if counts and self.result else {}

    @property
    def carried(self) -> int:
        """How much more lies in the carried pot after the hand than before."""
        if self.ruled:
            return self.ruled.carried
        if self.status != Hand.Status.COMPLETE or not self.result or not self.set_up or "carry" not in self.set_up:
            return 0
        return int(self.result["carry"]) - int(self.set_up["carry"])

    @property
    def counts(self) -> bool:
        """Whether pegs moved with it."""
        return self.status == Hand.Status.COMPLETE or self.ruled is not None

    @property
    def pegs(self) -> dict[str, int]:
        """The holes of who was dealt in, once it is over."""
        if self.ruled and self.ruled.peg_moves is not None and self.set_up:
            return matches.moved(self.set_up, self.ruled.peg_moves)
        return dict((self.result or {}).get("pegs", {}))

    @property
    def log(self) -> list[Document] | None:
        """What was done, where it was asked for. No guess at a secret is told right or wrong by comparing it."""
        return self.step.shown() if self.step else None

    @property
    def stacks(self) -> dict[str, int]:
        """What the players had at the deal; nobody has chips in a game for pegs."""
        return {player["name"]: player.get("stack", 0) for player in self.set_up["players"]} if self.set_up else {}


def stored(hand: Hand) -> Record:
    return Record(hand.set_up, hand.status, hand.phase, hand.result)


def recorded(hand: Hand) -> Record:
    """The same with its actions, where they are known."""
    return replace(stored(hand), step=known_step(hand))


def played(set_up: Document, actions: Sequence[Played]) -> Record:
    """What the rules make of it. Raises the engine's Refusal; `action` is the place of the one refused."""
    step = play(set_up, actions)
    status = STATUS[step.state.status]
    result = engine.result(step.state) if status != Hand.Status.OPEN else None
    return Record(set_up, status, step.state.phase, result, step)


def called_off(hand: Hand) -> Record:
    """A hand that was dealt, as a misdeal. Who says so plays no part: only of a secret is it ever asked."""
    assert hand.set_up is not None
    return played(hand.set_up, [Played(hand.version + 1, VOID, hand.pk)])


def only_result(net: Mapping[str, int] | None) -> Record:
    """A hand that nobody entered; without nets it is called off."""
    status = Hand.Status.VOID if net is None else Hand.Status.COMPLETE
    return Record(None, status, status, None if net is None else {"net": dict(net)})
