"""Who takes which part of a pot, and why (rules 0.10, 0.12, 1.10)."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.pot_game import Judge
from games.engine.pots import halves, shares
from games.engine.ranking import Best
from games.engine.seats import bit, mask_of, seats_of


class Claimed(NamedTuple):
    """A pot at the showdown. `made` are the masks of all claims, one a direction, `claims` of those not given up;
    `gave_up` is the mask of those who mucked a contested claim here; in a `shared` pot no claim is contested
    (`undeclared = share`)."""

    amount: int
    contenders: int
    made: tuple[int, ...]
    claims: tuple[int, ...]
    gave_up: int
    shared: bool

    def contested(self) -> int:
        """The mask of those with a claim that somebody else has too."""
        if self.shared:
            return 0
        mask = 0
        for claims in self.claims:
            if claims & (claims - 1):
                mask |= claims
        return mask

    def without(self, seat: int) -> Claimed:
        """The pot after a muck: contested claims are given up, one that nobody else has stays (0.12)."""
        if not self.contested() >> seat & 1:
            return self
        claims = tuple(mask & ~bit(seat) if mask & (mask - 1) else mask for mask in self.claims)
        return self._replace(claims=claims, gave_up=self.gave_up | bit(seat))


class Winner(NamedTuple):
    """A seat, its amount, and the five cards that won it; None where no cards were judged or shown."""

    seat: int
    amount: int
    best: Best | None


class Award(NamedTuple):
    """One part of a pot: `share` is `high`, `low`, `all` or `uncontested`. Winners in the order of players.

    `odd` is the mask of those among tied winners who took an odd chip or what is smaller than one, `order` the order in
    which they were asked (0.10).
    """

    share: str
    direction: str | None
    amount: int
    winners: tuple[Winner, ...]
    odd: int
    order: tuple[int, ...]


class PotAwards(NamedTuple):
    """A pot with its awards, and what explains them: the claims it came down to, and who failed as a both-player.

    `failed` pairs a seat with a word: `mucked`, `beaten` or `tied` and the direction, as in (2, "beaten", "low").
    """

    claimed: Claimed
    awards: tuple[Award, ...]
    failed: tuple[tuple[int, str, str], ...]


def award(judge: Judge, pot: Claimed) -> PotAwards:
    """The awards of one pot among its contenders (1.10)."""
    both = judge.game.both_rule(judge.setup)
    mucked = pot.gave_up if both != "each_half" else 0
    failed = tuple([(seat, "mucked", "") for seat in seats_of(mucked & _union(pot.claims))])
    standing = tuple([claims & ~mucked for claims in pot.claims])
    left = _union(standing)
    if left & (left - 1) == 0:
        return PotAwards(pot, (_part(judge, pot.amount, "uncontested", None, left),), failed)
    if pot.shared:
        declared = next(way for way, claims in zip(judge.game.directions, pot.claims, strict=True) if claims)
        return PotAwards(pot, (_part(judge, pot.amount, "all", declared, left),), failed)
    beaten = _beaten_both(judge, standing, both)
    lost = sum({bit(seat) for seat, _, _ in beaten})
    if left & ~lost:  # where all have failed, the halves go to the best of those who failed after all
        standing = tuple(claims & ~lost for claims in standing)
    return PotAwards(pot, _awards(judge, pot.amount, standing), failed + beaten)


def _union(claims: tuple[int, ...]) -> int:
    union = 0
    for mask in claims:
        union |= mask
    return union


def _beaten_both(judge: Judge, standing: tuple[int, ...], both: str) -> tuple[tuple[int, str, str], ...]:
    """Both-players who do not win (or tie, unless they must scoop) each way over all claims: they fail together."""
    if both == "each_half" or len(standing) < 2:
        return ()
    failed = []
    won = [judge.winners(mask, direction) for mask, direction in zip(standing, judge.game.directions, strict=True)]
    for seat in seats_of(standing[0] & standing[1]):
        for winners, direction in zip(won, judge.game.directions, strict=True):
            if not winners >> seat & 1:
                failed.append((seat, "beaten", direction))
            elif both == "must_scoop" and winners != bit(seat):
                failed.append((seat, "tied", direction))
    return tuple(failed)


def _awards(judge: Judge, amount: int, standing: tuple[int, ...]) -> tuple[Award, ...]:
    """The whole pot to one direction when nobody is left in the other, else the halves."""
    won = [
        (direction, winners)
        for direction, mask in zip(judge.game.directions, standing, strict=True)
        if (winners := judge.winners(mask, direction))
    ]
    if len(won) == 1:
        direction, winners = won[0]
        return (_part(judge, amount, "all", direction, winners),)
    (high, high_winners), (low, low_winners) = won
    high_amount, low_amount = halves(amount, judge.setup.chip)
    first = _part(judge, high_amount, high, high, high_winners)
    order = judge.setup.edition.low_order(first.order, first.odd)
    return (first, _part(judge, low_amount, low, low, low_winners, order))


def _part(
    judge: Judge, amount: int, share: str, direction: str | None, winners: int, order: tuple[int, ...] = ()
) -> Award:
    """One part, in whole chips; odd chips in `order`, else from the left of the dealer."""
    order, chip = order or judge.setup.order, judge.setup.chip
    parts = shares(amount, [seat for seat in order if winners >> seat & 1], chip)
    each = amount // chip // len(parts) * chip
    odd = mask_of([seat for seat, part in parts.items() if part > each]) if len(parts) > 1 else 0
    return Award(
        share,
        direction,
        amount,
        tuple(
            [Winner(seat, parts[seat], judge.best(seat, direction) if direction else None) for seat in sorted(parts)]
        ),
        odd,
        order,
    )
