"""What of a hand's log may be shown. A declaration made in secret has no `as` before all are in."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.models import Entry

# What a ruling sets: the award, or how pegs move
RULED = ("net", "carry", "peg_moves")


class Revealed(NamedTuple):
    """What of a log lies open: secrets up to this entry, but for those that were taken back."""

    up_to: int
    taken_back: frozenset[int]


def revealed_up_to(entries: Iterable[Entry]) -> Revealed:
    """The number of the last entry by which secrets came to lie open and that stands (0 where none does).

    A misdeal reveals nothing: what was secret then stays so. Neither does a last declaration that was taken back.
    """
    entries = list(entries)
    taken_back = frozenset(entry.takes_back for entry in entries if entry.takes_back is not None)
    standing = (entry.number or 0 for entry in entries if entry.reveals and entry.number not in taken_back)
    return Revealed(max(standing, default=0), taken_back)


def is_hidden(entry: Entry, revealed: Revealed, viewer: str | None) -> bool:
    """Whether an entry is a declaration that the viewer (a player's id) may not see: anyone's but their own.

    One that was taken back was never part of the hand: it stays hidden when all others are revealed.
    """
    own = viewer is not None and entry.body.get("player") == viewer
    number = entry.number or 0
    return entry.secret and not own and (number > revealed.up_to or number in revealed.taken_back)


def hides(entry: Entry, body: Mapping[str, Any], revealed: Revealed) -> bool:
    """Whether an action, entered by this entry or restated by it, is a declaration that nobody may see."""
    if entry.kind == Entry.Kind.CORRECTION:
        return entry.secret and body.get("type") == "declare"
    return is_hidden(entry, revealed, None)


def shown_body(entry: Entry, revealed: Revealed, viewer: str | None) -> dict[str, Any]:
    """The body of an entry, without the word of a declaration that is hidden.

    A secret correction says what was declared in a hand that it calls a misdeal: its declarations are left out.
    """
    if entry.secret and entry.kind == Entry.Kind.CORRECTION:
        return {**entry.body, "actions": [body for body in entry.body["actions"] if body.get("type") != "declare"]}
    if not is_hidden(entry, revealed, viewer):
        return dict(entry.body)
    return {key: value for key, value in entry.body.items() if key != "as"}


def told_body(entry: Entry) -> dict[str, Any]:
    """What an entry tells whoever listens to the night. Of a secret declaration: who has declared, for good.

    A deal and a correction tell that there is one, not the set-ups: the hand itself has those.
    Of a dispute it is told that somebody spoke, not what they said.
    """
    body = entry.body
    match entry.kind:
        case Entry.Kind.DEAL:
            return {"game": body["game"]}
        case Entry.Kind.CORRECTION:
            return {"reason": body["reason"], "cause": body["cause"]}
        case Entry.Kind.ACTION if entry.secret:
            return {"type": body["type"], "player": body["player"]}
        case Entry.Kind.RULING:
            return {"reason": body.get("reason", "")} | {key: body[key] for key in RULED if key in body}
        case Entry.Kind.DISPUTE:
            return {key: value for key, value in body.items() if key != "text"}
    return {key: value for key, value in body.items() if key != "after_hand"}
