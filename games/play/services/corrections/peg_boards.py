"""Peg matches as they went, and as they would go with a corrected hand."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import Hand, Match
from games.play.services import match_ends, matches
from games.play.services.corrections.hand_outcome import Document, Record
from games.play.services.corrections.night_history import History
from games.play.services.corrections.refusals import Blocked


@dataclass(slots=True)
class Board:
    """One match twice: `old` as its hands left it so far, `new` as they would. Neither is ever saved.

    `as_it_went`: whether the hands alone tell how the match stands, and it was not ended otherwise.
    """

    match: Match
    old: Match
    new: Match
    as_it_went: bool

    @property
    def status(self) -> str:
        """Of the match after what the new board has so far: one that was ended otherwise stays so."""
        return self.new.status if self.as_it_went else self.match.status

    @property
    def outcome(self) -> tuple[str, list[str]]:
        """How the match is left with the new board complete, and who leads it."""
        return matches.at_rest(self.new if self.as_it_went else self.match)

    def take(self, before: Record, after: Record) -> None:
        """A hand of the match is over, or is none that counts."""
        for side, record in ((self.old, before), (self.new, after)):
            if record.counts and record.set_up:
                ruled = record.ruled.peg_moves if record.ruled else None
                matches.leave(side, record.set_up, record.result, ruled)


def before(hand: Hand, history: History) -> Board:
    """The board on which a hand was dealt; nothing has changed yet."""
    assert hand.match
    start = copy.copy(hand.match)
    matches.set_out(start, hand)
    counted = [one for one in history.hands if one.match_id == hand.match_id and matches.counts(one)]
    matches.play_on(start, [one for one in counted if one.ordinal < hand.ordinal])
    end = copy.copy(start)
    matches.play_on(end, [one for one in counted if one.ordinal >= hand.ordinal])
    ended = any(match_ends.is_end(note, hand.match) for note in history.notes())
    as_it_went = not ended and matches.at_rest(end) == (hand.match.status, hand.match.leaders)
    return Board(hand.match, start, copy.copy(start), as_it_went)


def follow(set_up: Document, board: Board) -> dict[str, Any]:
    """The set-up of a later hand of the match on the new board. Raises Blocked where it would not be dealt."""
    old, new = board.old, board.new
    if new.status not in matches.RUNNING:
        raise Blocked("match_over", _("The match would be over before this hand."))
    pegs = {player: new.pegs[player] + hole - old.pegs[player] for player, hole in set_up["pegs"].items()}
    tied = new.status == Match.Status.TIEBREAK
    if tied and set(pegs) != set(new.leaders):
        raise Blocked("not_the_tied", _("The match would be tied, and this hand was not dealt to those who are tied."))
    return {"pegs": pegs, "tiebreak": tied, "rules": new.rules}


def runs_on(hand: Hand, boards: Mapping[Any, Board]) -> bool:
    """Whether an earlier match of the game would not be over when this hand of another one was dealt."""
    return any(
        board.match.game == hand.game and board.match.pk != hand.match_id and board.status in matches.RUNNING
        for board in boards.values()
    )
