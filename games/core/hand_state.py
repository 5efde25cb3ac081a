"""The state of a stored hand: its set-up and its entries, replayed.

What was replayed last is kept in memory for the hands in play, so that an action costs the same early and late in a
hand. What is kept is only ever a saving: the log alone says what is true.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from django.db import transaction

from games import engine
from games.models import Entry, Hand
from prepared.lookups import Prepared

HANDS_KEPT = 64

STATUS = {"in_progress": Hand.Status.OPEN, "complete": Hand.Status.COMPLETE, "void": Hand.Status.VOID}


class Line(Protocol):
    """What is needed of an entry to play a hand by its log."""

    @property
    def number(self) -> int | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def body(self) -> Any: ...
    @property
    def secret(self) -> bool: ...
    @property
    def takes_back(self) -> int | None: ...
    @property
    def by_id(self) -> UUID: ...


class Played(NamedTuple):
    """An action that stands: the number of the entry that has it, its body, and who entered it."""

    number: int
    body: Mapping[str, Any]
    by: UUID


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

    def hidden(self) -> list[Played]:
        """The secret declarations that stand and are not revealed, the last one first."""
        found: list[Played] = []
        step: Step | None = self
        while step and not step.reveals:
            if step.secret:
                assert step.body is not None and step.by is not None
                found.append(Played(step.number, step.body, step.by))
            step = step.before
        return found

    def actions(self) -> list[Played]:
        """All that stand up to this step, in order."""
        found: list[Played] = []
        step: Step = self
        while step.before:
            assert step.body is not None and step.by is not None
            found.append(Played(step.number, step.body, step.by))
            step = step.before
        return found[::-1]

    def shown(self) -> list[Mapping[str, Any]]:
        """The bodies of the same, as anybody may know them: without words that are not revealed."""
        found: list[Mapping[str, Any]] = []
        step, revealed = self, False
        while step.before:
            assert step.body is not None
            revealed = revealed or step.reveals
            hides = step.secret and not revealed
            found.append({key: said for key, said in step.body.items() if key != "as"} if hides else step.body)
            step = step.before
        return found[::-1]

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


_LATER = Prepared(
    lambda hand, after, up_to: Entry.objects.filter(hand=hand, number__gt=after, number__lte=up_to).order_by("number"),
    hand=UUID,
    after=int,
    up_to=int,
)

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
        version, step = 0, Step(0, engine.start(engine.load_stored(hand.set_up)))
    if version < hand.version:
        later = list(_LATER.rows(hand=hand.pk, after=version, up_to=hand.version))
        if any(entry.kind == Entry.Kind.CORRECTION for entry in later):
            step = play(*_standing(hand, hand.entries.filter(number__lte=hand.version).order_by("number")))
        else:
            step = _play(step, later)
        keep(hand, step)
    return step


def known_step(hand: Hand) -> Step | None:
    """The same; none of a hand of which only the result was entered."""
    return last_step(hand) if hand.set_up is not None else None


def play(set_up: Mapping[str, Any], actions: Sequence[Played]) -> Step:
    """A hand from its deal. Raises the engine's Refusal; `action` is the place of the one refused."""
    *_, step = steps(set_up, actions)
    return step


def steps(set_up: Mapping[str, Any], actions: Sequence[Played]) -> Iterator[Step]:
    """The same, step by step from the deal on."""
    step = Step(0, engine.start(engine.load_stored(dict(set_up))))
    yield step
    for index, (number, body, by) in enumerate(actions):
        try:
            step = step.after(number, body, by)
        except engine.Refusal as refusal:
            refusal.action = index
            raise
        yield step


def standing(log: Iterable[Line]) -> tuple[dict[str, Any] | None, list[Played]]:
    """The set-up and the actions that a hand's log comes to, told from the log alone.

    A correction says what holds from then on; one that was made only in money changes neither.
    """
    set_up: dict[str, Any] | None = None
    actions: list[Played] = []
    for entry in log:
        assert entry.number is not None
        match entry.kind:
            case Entry.Kind.DEAL:
                set_up = entry.body
            case Entry.Kind.ACTION if not is_sealed(entry):
                actions.append(Played(entry.number, entry.body, entry.by_id))
            case Entry.Kind.UNDO:
                actions = [action for action in actions if action.number != entry.takes_back]
            case Entry.Kind.CORRECTION if not entry.body.get("adjustment"):
                set_up = entry.body["set_up"]
                if entry.body["actions"] is not None:
                    actions = [Played(entry.number, body, entry.by_id) for body in entry.body["actions"]]
    return set_up, actions


def undoes_deal(log: Iterable[Line]) -> bool:
    """Whether a hand's log says that its deal was undone: entry 0 was taken back."""
    return any(entry.kind == Entry.Kind.UNDO and entry.takes_back == 0 for entry in log)


def _standing(hand: Hand, log: Iterable[Entry]) -> tuple[dict[str, Any], list[Played]]:
    set_up, actions = standing(log)
    return set_up or hand.set_up or {}, actions


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
    sealed: set[int] = set()
    for entry in entries:
        assert entry.number is not None
        if is_sealed(entry):
            sealed.add(entry.number)
        elif entry.kind == Entry.Kind.ACTION:
            step = step.after(entry.number, entry.body, entry.by_id)
        elif entry.takes_back and entry.takes_back not in sealed:  # the deal itself, 0, is not a step
            step = step.without(entry.takes_back)
    return step


def is_sealed(entry: Line) -> bool:
    """A declaration that was never revealed, and came here from elsewhere without its word: it plays no part."""
    return entry.kind == Entry.Kind.ACTION and entry.secret and "as" not in entry.body
