"""Moves of money between accounts, and what they add up to. Pure: the standard library alone.

A move is an amount in minor units and the account it goes to; a negative amount comes from the account.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

BALANCE, CHIPS, POT, DIFFERENCE, BOX = "balance", "chips", "pot", "difference", "box"
MATCH, CLUB = "match", "club"

Amounts = Mapping[str, int]


class Account(NamedTuple):
    """A kind, and the player or the match that owns it."""

    kind: str
    owner: str | None = None


class Move(NamedTuple):
    """An amount to an account, or, negative, from it."""

    account: Account
    amount: int


Moves = tuple[Move, ...]


@dataclass(slots=True)
class Standing:
    """What accounts are at; players and matches by id."""

    stacks: dict[str, int] = field(default_factory=dict)
    pot: int = 0
    difference: int = 0
    box: int = 0
    club: int = 0
    matches: dict[str, int] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=dict)

    @property
    def over_short(self) -> int:
        """Counted minus expected: positive is over, negative is short."""
        return -self.difference

    @property
    def left(self) -> dict[str, int]:
        """The sums still on the table: chips by the book, carried pot, stakes of matches, over or short."""
        chips, stakes = sum(self.stacks.values()), sum(self.matches.values())
        return {"chips": chips, "pot": self.pot, "stakes": stakes, "over_short": self.over_short}

    @property
    def is_cleared(self) -> bool:
        """Whether nothing is left on the table: no chips, no pot, no difference, no stakes of a match."""
        return not (self.pot or self.difference or any(self.stacks.values()) or any(self.matches.values()))

    @property
    def is_below_zero(self) -> bool:
        """Whether a stack or the carried pot holds less than nothing."""
        return self.pot < 0 or any(stack < 0 for stack in self.stacks.values())

    def add(self, kind: str, owner: str | None, amount: int) -> None:
        """Add to one account."""
        if (by_owner := _BY_OWNER.get(kind)) is None:
            setattr(self, kind, getattr(self, kind) + amount)
        else:
            assert owner is not None
            amounts = getattr(self, by_owner)
            amounts[owner] = amounts.get(owner, 0) + amount


_BY_OWNER = {CHIPS: "stacks", MATCH: "matches", BALANCE: "balances"}


def fold(moves: Iterable[Move]) -> Standing:
    """Add the moves up, in whatever order they came."""
    standing = Standing()
    for (kind, owner), amount in moves:
        standing.add(kind, owner, amount)
    return standing


def totals(moves: Iterable[Move]) -> dict[Account, int]:
    """Return the sum for each account in order of first occurrence, without sums of zero."""
    found: dict[Account, int] = defaultdict(int)
    for account, amount in moves:
        found[account] += amount
    return {account: amount for account, amount in found.items() if amount}


def opposite(moves: Iterable[Move]) -> Moves:
    """Return the moves that undo these."""
    return tuple(Move(account, -amount) for account, amount in moves)


def to_chips(amounts: Amounts) -> Moves:
    """Return a move to each player's chips."""
    return tuple(Move(Account(CHIPS, player), amount) for player, amount in amounts.items())


def to_balances(amounts: Amounts) -> Moves:
    """Return a move to each player's balance with the club."""
    return tuple(Move(Account(BALANCE, player), amount) for player, amount in amounts.items())


def to(kind: str, amount: int) -> Moves:
    """Return a move to an account without an owner: the pot, the difference, the cash box or the club."""
    return (Move(Account(kind), amount),)


def difference_of(before: Amounts, after: Amounts) -> dict[str, int]:
    """Return how much more each player has in `after` than in `before`."""
    return {player: after.get(player, 0) - before.get(player, 0) for player in {**before, **after}}


def chips_of(moves: Iterable[Move]) -> dict[str, int]:
    """Return what the moves add to each player's chips; players with zero are included."""
    return fold(moves).stacks


def minus(amounts: Amounts) -> dict[str, int]:
    """Negate each player's amount."""
    return {player: -amount for player, amount in amounts.items()}
