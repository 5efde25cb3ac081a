"""The editions of the rules. A hand is judged by the one it names, so that a change of the rules changes no hand that
was played.

An edition holds the functions in which it differs from the others. The set-up carries it, and what depends on the
edition calls its function there; nothing else in the engine asks for the number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

Order = tuple[int, ...]


class Edition(NamedTuple):
    """`low_order` is the order in which tied winners of a low half take its odd chips, from the order of seats and the
    mask of those who took one in the high half of the same pot (0.10)."""

    number: int
    low_order: Callable[[Order, int], Order]


def _from_the_left(order: Order, served: int) -> Order:
    """Edition 1: each half by itself, from the left of the dealer."""
    return order


def _served_last(order: Order, served: int) -> Order:
    """Edition 2: whoever has had an odd chip comes last, so that identical hands share evenly."""
    waiting = [seat for seat in order if not served >> seat & 1]
    return (*waiting, *[seat for seat in order if served >> seat & 1])


EDITIONS: Mapping[int, Edition] = {
    edition.number: edition for edition in (Edition(1, _from_the_left), Edition(2, _served_last))
}
FIRST = min(EDITIONS)
NEWEST = max(EDITIONS)
