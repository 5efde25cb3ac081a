"""The state of a stored hand: its set-up and its entries, replayed.

What was replayed last is kept in memory for the hands in play, so that an action costs the same early and late in a
hand. What is kept is only ever a saving: the log alone says what is true.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any
from uuid import UUID

from django.db import transaction

from games import engine
from games.models import Entry, Hand

HANDS_KEPT = 64


@dataclass(frozen=True, slots=True)
class Step:
    """An action that stands, what it led to, and the step before it. Number 0 is the deal."""

    number: int
    state: engine.State
    before: "Step | None" = None
    body: Mapping[str, Any] | None = None
    secret: bool = False
    by: UUID | None = None

    def after(self, number: int, body: Mapping[str, Any], by: UUID) -> "Step":
        """The step that an action makes from here. Raises the engine's Refusal."""
        state = engine.apply(self.state, engine.load_action(self.state.setup, dict(body)))
        secret = any(event.what == "declared" and event.text is None for event in state.events)
        return Step(number, state, self, body, secret, by)

    @property
    def reveals(self) -> bool:
        """Whether with this step secret declarations came to lie open."""
        return any(event.what == "declaration_revealed" for event in self.state.events)

    def without(self, number: int) -> "Step":
        """The steps that stand once one of them is taken back; those after it are played again."""
        later: list[Step] = []
        step: Step = self
        while step.number != number:
            later.append(step)
            assert step.before, "only a step that stands is taken back"
            step = step.before
        assert step.before, "the deal is not taken back"
        step = step.before
        for again in reversed(later):
            assert again.body is not None and again.by is not None
            step = step.after(again.number, again.body, again.by)
        return step


_AT_HAND = "_last_step"
_kept: OrderedDict[UUID, tuple[int, Step]] = OrderedDict()
_lock = Lock()


def last_step(hand: Hand) -> Step:
    """The last step that stands at the hand's version."""
    assert hand.set_up is not None, "a hand of which only the result is known has no steps"
    at_hand: tuple[int, Step] | None = vars(hand).get(_AT_HAND)
    if at_hand and at_hand[0] == hand.version:
        return at_hand[1]
    with _lock:
        version, step = _kept.get(hand.pk, (0, None))
    if step is None or version > hand.version:
        version, step = 0, Step(0, engine.start(engine.load_setup(hand.set_up)))
    if version < hand.version:
        steps = hand.entries.filter(number__gt=version, number__lte=hand.version).order_by("number")
        step = _play(step, steps)
        keep(hand, step)
    return step


def keep(hand: Hand, step: Step) -> None:
    """Remember where a hand stands: in the row at hand at once, for others once it is committed.

    A version that is rolled back is given out again, to another step.
    """
    hand_id, version = hand.pk, hand.version
    vars(hand)[_AT_HAND] = version, step

    def remember() -> None:
        with _lock:
            if version >= _kept.get(hand_id, (0, None))[0]:
                _kept[hand_id] = (version, step)
                _kept.move_to_end(hand_id)
            while len(_kept) > HANDS_KEPT:
                _kept.popitem(last=False)

    transaction.on_commit(remember)


def _play(step: Step, entries: Iterable[Entry]) -> Step:
    for entry in entries:
        assert entry.number is not None
        if entry.kind == Entry.Kind.ACTION:
            step = step.after(entry.number, entry.body, entry.by_id)
        elif entry.takes_back is not None:
            step = step.without(entry.takes_back)
    return step
