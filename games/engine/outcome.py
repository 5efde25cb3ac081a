"""How a hand ended: for money, or in holes of the peg board."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.awards import PotAwards


class MoneyOutcome(NamedTuple):
    """Pots and their awards; what is carried to the next deal and who pays its antes (3.6); what each loser matched."""

    pots: tuple[PotAwards, ...]
    carry: int
    antes_paid_by: int | None
    matches: tuple[tuple[int, int], ...]


class PegOutcome(NamedTuple):
    """Holes moved and stood on afterwards, by seat; the winners; whether the match goes on (4.7 to 4.10).

    `match` is `in_progress`, `won` or `tiebreak`, with the seats concerned.
    """

    pegs: tuple[int, ...]
    moves: tuple[int, ...]
    winners: tuple[int, ...]
    match: str
    players: tuple[int, ...]
