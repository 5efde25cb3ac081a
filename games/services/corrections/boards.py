"""Peg matches as they went, and as they would go with a corrected hand."""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games import engine
from games.models import Hand, Match
from games.services import matches
from games.services.corrections.record import Document, Record
from games.services.corrections.refusals import Blocked


@dataclass(slots=True)
class Board:
    """One match twice: `old` as its hands left it so far, `new` as they would. Neither is ever saved."""

    match: Match
    old: Match
    new: Match

    def take(self, before: Record, after: Record) -> None:
        """A hand of the match is over, or is none that counts."""
        for side, record in ((self.old, before), (self.new, after)):
            if record.status == Hand.Status.COMPLETE and record.result:
                matches.move_on(side, record.result)

    @property
    def as_it_went(self) -> bool:
        """Whether the hands alone tell how the match stands: nobody gave up, and it was not ended otherwise."""
        return (self.old.status, self.old.leaders) == (self.match.status, self.match.leaders)


def before(hand: Hand, hands: Sequence[Hand]) -> Board:
    """The board on which a hand was dealt; nothing has changed yet."""
    assert hand.match
    start = copy.copy(hand.match)
    start.pegs = dict.fromkeys(start.members, _start(hand))
    start.status, start.leaders = Match.Status.IN_PROGRESS, []
    for other in hands:
        counts = other.match_id == hand.match_id and other.status == Hand.Status.COMPLETE
        if other.number < hand.number and counts and other.result:
            matches.move_on(start, other.result)
    return Board(hand.match, start, copy.copy(start))


def follow(set_up: Document, board: Board) -> dict[str, Any]:
    """The set-up of a later hand of the match on the new board. Raises Blocked where it would not be dealt."""
    old, new = board.old, board.new
    if new.status not in matches.RUNNING:
        raise Blocked("match_over", "The match would be over before this hand.")
    pegs = {player: new.pegs[player] + hole - old.pegs[player] for player, hole in set_up["pegs"].items()}
    tied = new.status == Match.Status.TIEBREAK
    if tied and set(pegs) != set(new.leaders):
        raise Blocked("not_the_tied", "The match would be tied, and this hand was not dealt to those who are tied.")
    return {"pegs": pegs, "tiebreak": tied, "rules": new.rules}


def runs_on(hand: Hand, boards: Mapping[Any, Board]) -> bool:
    """Whether an earlier match of the game would not be over when this hand of another one was dealt."""
    return any(
        board.match.game == hand.game and board.match.pk != hand.match_id and board.new.status in matches.RUNNING
        for board in boards.values()
    )


def _start(hand: Hand) -> int:
    """The hole where every peg of the match starts."""
    assert hand.set_up and hand.match
    setup = engine.load_setup({**hand.set_up, "rules": hand.match.rules, "pegs": None, "tiebreak": False})
    return int(setup.rules["start"])
