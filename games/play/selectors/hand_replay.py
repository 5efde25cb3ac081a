"""A hand stepped through: the table as it stood after each entry, and who entered what.

What was secret at a step is secret there, and what was never revealed stays so at every step (`disclosure`).
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from games import engine
from games.core.display_names import Cast, cast_of
from games.core.hand_state import STATUS, Step, is_sealed, known_step
from games.models import Entry, Hand, User
from games.play.selectors.disclosure import Revealed, hides, revealed_up_to, shown_body
from games.play.selectors.hands import line_of, view_of

Document = dict[str, Any]


def replay(hand: Hand, user: User | None, at: int | None = None) -> Document:
    """A hand that this viewer was given by `the_hand`, or by its link, as anybody: view, viewer, at, last, log.

    `view` is as `hand_view` gives it, after the first `at` of the actions that stand: 0 is the deal, `last` how many
    there are, which is also where a number beyond leads to and none. Nothing is `legal` in it, and `result` comes
    with the last step; `viewer` is which of the players the viewer is. Of a hand whose result only was entered there
    is no step but that.
    """
    cast = cast_of(hand, user)
    view, steps = view_of(hand, cast), _steps(hand)
    last = max(len(steps) - 1, 0)
    at = last if at is None else min(max(at, 0), last)
    if steps:
        view |= _standing(hand, steps[at], cast, is_last=at == last)
    return {"view": view, "viewer": cast.viewer, "at": at, "last": last, "log": _log(hand, steps, cast)}


def _steps(hand: Hand) -> list[Step]:
    """From the deal on."""
    found: list[Step] = []
    step = known_step(hand)
    while step:
        found.append(step)
        step = step.before
    return found[::-1]


def _standing(hand: Hand, step: Step, cast: Cast, *, is_last: bool) -> Document:
    table = engine.observe(step.state, cast.viewer)
    return {
        "phase": step.state.phase,
        "status": hand.status if hand.status == Hand.Status.UNDONE else STATUS[step.state.status],
        "to_act": table["to_act"],
        "table": table,
        "legal": [],
        "undo": None,
        "result": hand.result if is_last else None,
    }


def _log(hand: Hand, steps: list[Step], cast: Cast) -> list[Document]:
    """Every entry, oldest first: id, number, kind, body, step, gone, taken_back, by, device, at, phone_at.

    `step` is where an action that stands leads to, null for all else; `gone` whether it was taken back, or stated
    anew by a correction. Of an undo `taken_back` is the action that it took back. A correction is followed by the
    actions that it states and that stand.
    """
    entries = list(hand.entries.filter(number__isnull=False).select_related("by", "device").order_by("number"))
    revealed = revealed_up_to(entries)
    by_number = {entry.number: entry for entry in entries}
    places: dict[int, list[int]] = defaultdict(list)
    for at, step in enumerate(steps):
        places[step.number].append(at)
    lines: list[Document] = []
    for entry in entries:
        led_to = places[entry.number or 0]
        line = _line(entry, shown_body(entry, revealed, cast.viewer))
        if entry.kind == Entry.Kind.CORRECTION:
            lines += [line, *_restated(entry, steps, led_to, revealed)]
            continue
        line["step"] = led_to[0] if led_to else None
        line["gone"] = entry.kind == Entry.Kind.ACTION and not led_to and not is_sealed(entry)
        taken_back = by_number.get(entry.takes_back)
        line["taken_back"] = shown_body(taken_back, revealed, cast.viewer) if taken_back else None
        lines.append(line)
    return lines


def _restated(entry: Entry, steps: list[Step], led_to: Iterable[int], revealed: Revealed) -> list[Document]:
    """The actions of a correction: as if each had been entered by it."""
    lines = []
    for at in led_to:
        body = dict(steps[at].body or {})
        if hides(entry, body, revealed):
            del body["as"]
        lines.append({**_line(entry, body), "kind": Entry.Kind.ACTION, "step": at})
    return lines


def _line(entry: Entry, body: Document) -> Document:
    return line_of(entry, body) | {"step": None, "gone": False, "taken_back": None}
