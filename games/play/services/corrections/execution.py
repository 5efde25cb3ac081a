"""A plan carried out: entries, reversals and new postings, in the caller's transaction."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.core import concurrency
from games.core.actor import Actor
from games.core.event_log import keep_steps, next_entry
from games.core.hand_state import Step, keep, known_step
from games.models import Entry, Hand, Night
from games.money.services import night_accounts
from games.play.services import hand_posting
from games.play.services.corrections.hand_outcome import VOID, Record
from games.play.services.corrections.money_adjustments import Adjustment
from games.play.services.corrections.plan import Plan, Revision


@dataclass(frozen=True, slots=True)
class Pen:
    """Who corrects or rules (`word`), why and when. `actions` is a new list, None where the recorded ones hold."""

    actor: Actor
    night: Night
    word: str
    reason: str
    now: datetime
    actions: list[Mapping[str, Any]] | None = None

    @property
    def memo(self) -> str:
        return f"{self.word}: {self.reason}"[:200]


def take_back_adjustment(pen: Pen, entry: Entry) -> None:
    night_accounts.reverse(pen.night, ("adjustment",), entry.pk, pen.now, pen.memo)


def adjust(pen: Pen, hand: Hand, proposed: Record, adjustment: Adjustment) -> Entry:
    """The correction in money alone: the hand stays as recorded, with the adjustment beside it."""
    body = _body(pen.reason, proposed, pen.actions) | {"adjustment": adjustment.document()}
    kept = known_step(hand)  # before its version moves on
    entry = _entry(pen, hand, body, proposed)
    hand.corrections += 1
    _stay(hand, entry, kept, "corrections")
    night_accounts.post(pen.night, "adjustment", adjustment.moves, entry.pk, pen.now, pen.memo)
    return entry


def says_the_same(
    actions: list[Mapping[str, Any]] | None, proposed: Record, adjustment: Adjustment, entry: Entry
) -> bool:
    """Whether it is the correction in money that was made with this entry, whatever it was made for."""
    body = _body("", proposed, actions) | {"adjustment": adjustment.document()}
    return body == entry.body | {"reason": ""}


def rule_beside(pen: Pen, hand: Hand, body: Mapping[str, Any]) -> Entry:
    """A ruling: the hand stays as recorded, with this beside it."""
    kept = known_step(hand)  # before its version moves on
    entry = next_entry(pen.actor, pen.night, hand, Entry.Kind.RULING, {**body, "reason": pen.reason}, pen.now)
    hand.rulings += 1
    _stay(hand, entry, kept, "rulings")
    return entry


def rule_through(pen: Pen, plan: Plan, body: Mapping[str, Any]) -> Entry:
    """A ruling, and all that follows from it."""
    return _carry_out(pen, plan, lambda: rule_beside(pen, plan.target.hand, {**body, **_counts(plan)}))


def carry_out(pen: Pen, plan: Plan) -> Entry:
    """The correction, and all that follows from it."""
    body = _body(pen.reason, plan.target.after, pen.actions) | _counts(plan)
    return _carry_out(pen, plan, lambda: _revise(pen, plan.target, body))


def _carry_out(pen: Pen, plan: Plan, begin: Callable[[], Entry]) -> Entry:
    """Everything is reversed before anything is posted anew. `begin` writes the first entry, the others' cause."""
    revisions = [plan.target, *plan.later]
    moved = [revision for revision in revisions if revision.moves_money]
    for revision in moved:
        hand_posting.reverse_all(pen.night, revision.hand, pen.now, pen.memo)
    first = begin()
    cause = {"hand": str(plan.target.hand.pk), "number": first.number}
    for revision in plan.later:
        actions: list[Mapping[str, Any]] | None = [{**VOID, "reason": pen.reason}] if revision.called_off else None
        _revise(pen, revision, _body(pen.reason, revision.after, actions) | {"cause": cause})
    _save_matches(plan)
    for revision in moved:
        if revision.after.counts:
            hand_posting.post_again(pen.night, revision.hand, revision.credit_after, revision.paid_after, pen.now)
    for count in plan.counts:
        key = f"{count.entry.pk}:{first.pk}"
        night_accounts.post(pen.night, "adjustment", count.moves, key, pen.now, pen.memo)
    return first


def _counts(plan: Plan) -> dict[str, Any]:
    return {"counts": {str(count.entry.pk): count.document() for count in plan.counts}}


def _stay(hand: Hand, entry: Entry, kept: Step | None, counted: str) -> None:
    """Save an entry that leaves the hand as it is."""
    keep_steps([entry])
    hand.save(update_fields=["version", counted])
    if kept:
        keep(hand, kept)


def _body(reason: str, record: Record, actions: list[Mapping[str, Any]] | None) -> dict[str, Any]:
    """What holds from this entry on. A hand of which only the result is known has nets in place of a set-up."""
    body: dict[str, Any] = {"reason": reason, "set_up": record.set_up, "actions": actions, "cause": None}
    if record.set_up is None:
        body |= {"net": record.result["net"] if record.result else None, "actions": None}
    return body | {"adjustment": None}


def _entry(pen: Pen, hand: Hand, body: dict[str, Any], record: Record) -> Entry:
    """The next entry of the hand; secret where it says what was declared and never revealed."""
    secret = body["actions"] is not None and record.step is not None and bool(record.step.hidden())
    return next_entry(pen.actor, pen.night, hand, Entry.Kind.CORRECTION, body, pen.now, secret=secret)


def _revise(pen: Pen, revision: Revision, body: dict[str, Any]) -> Entry:
    hand, after = revision.hand, revision.after
    before = known_step(hand)
    entry = _entry(pen, hand, body, after)
    keep_steps([entry])
    hand.set_up = None if after.set_up is None else dict(after.set_up)
    hand.status, hand.phase = after.status, after.phase
    hand.result = None if after.result is None else dict(after.result)
    hand.corrections += 1
    if after.step and before:
        concurrency.move_on(hand, before.state, after.step.state)
    hand.ended_at = (hand.ended_at or pen.now) if hand.status != Hand.Status.OPEN else None
    hand.save()
    if after.step:
        keep(hand, after.step)
    return entry


def _save_matches(plan: Plan) -> None:
    """Pegs as the hands leave them; who won, unless the match ended otherwise than on the board."""
    for board in plan.boards.values():
        match = board.match
        match.pegs, match.rules = board.new.pegs, board.new.rules
        match.status, match.leaders = board.outcome
        match.save(update_fields=["pegs", "rules", "status", "leaders"])
