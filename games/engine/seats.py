"""Seating order (rules 0.2). A seat is the index of a player in the set-up; "left" is the next one, wrapping."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def from_left_of(seat: int, count: int) -> tuple[int, ...]:
    """All seats clockwise, starting left of `seat` and ending with it."""
    return tuple((seat + step) % count for step in range(1, count + 1))


def bit(seat: int) -> int:
    """The seat as a set of one: sets of seats are bit masks."""
    return 1 << seat


def seats_of(mask: int) -> tuple[int, ...]:
    """The seats in a set, in the order of players."""
    return tuple([seat for seat in range(mask.bit_length()) if mask >> seat & 1])


def mask_of(seats: Iterable[int]) -> int:
    """The set of these seats."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def next_of(order: tuple[int, ...], after: int, mask: int) -> int:
    """The first seat of `mask`, which has one, to the left of `after`. `after` itself comes last."""
    start = order.index(after) + 1
    return next(seat for seat in order[start:] + order[:start] if mask >> seat & 1)


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The tuple with the value of one seat replaced."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)
