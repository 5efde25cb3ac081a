"""Figures of the money: do old books read as fast as new ones, and how few payments settle a night."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from bench.asking import DATABASES, grown, keeper, on_each_database
from bench.figures import at_least, at_most, side_by_side
from bench.settling import largest_first, plain_exact, two_pointer
from ledger.settlement import settle

THOUSAND, MILLION = 1_000, 1_000_000
UNITS = (1, 5, 25)
# Nobody loses more than this in an evening, in cents.
MOST = 5_000

Nets = tuple[int, ...]


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    yield from settlement()
    yield from on_each_database(books)


def books(database: str) -> Iterator[dict[str, Any]]:
    """A club with a million postings beside one with a thousand, each in a database of its own."""
    with ExitStack() as stack:
        sizes = {"thousand": THOUSAND, "million": MILLION}
        clubs = {name: stack.enter_context(keeper(database, "ledger_books", size)) for name, size in sizes.items()}
        for work, figure, goal in (("read", "balance", 1.5), ("post", "post", 1.2)):
            yield grown(f"ledger.{figure}.million_vs_thousand{DATABASES[database]}", work, clubs, goal)


def settlement() -> Iterator[dict[str, Any]]:
    """Ours beside the usual ways, on the same random nights."""
    few = [nets for size in range(6, 21) for nets in nights(size, 10)]
    yield fewer("settlement.transfers.vs_largest_first", few, largest_first)
    yield fewer("settlement.transfers.vs_two_pointer", few, two_pointer)
    many = [nets for size in range(21, 61) for nets in nights(size, 4)]
    yield fewer("settlement.heuristic.vs_largest_first", many, largest_first)
    yield plain()


def nights(size: int, count: int) -> list[Nets]:
    """Nets of so many people, none zero, in chips of each unit; the same at every run."""
    chance = random.Random(size)
    found: list[Nets] = []
    while len(found) < count * len(UNITS):
        unit = UNITS[len(found) % len(UNITS)]
        nets = [unit * chance.randint(-MOST // unit, MOST // unit) for _ in range(size - 1)]
        nets.append(-sum(nets))
        if all(nets):
            found.append(tuple(nets))
    return found


def payments(nets: Nets) -> int:
    return len(settle(dict(enumerate(nets))))


def fewer(figure: str, sets: Sequence[Nets], theirs: Callable[[Nets], int]) -> dict[str, Any]:
    """All payments of ours by all of theirs; and on how many nights theirs took fewer, which is not to be."""
    pairs = [(payments(nets), theirs(nets)) for nets in sets]
    ratio = sum(ours for ours, _ in pairs) / sum(other for _, other in pairs)
    worse = sum(ours > other for ours, other in pairs)
    found = at_most(figure, round(ratio, 3), 1.0, nights=len(sets), worse=worse)
    return found | {"ok": found["ok"] and not worse}


def plain() -> dict[str, Any]:
    """The time of the textbook's exact method by ours, with the same number of payments; the least of all sizes."""
    ratios: dict[int, float] = {}
    for size in (6, 8, 10, 12, 14, 16):
        sets = nights(size, 1)
        assert [payments(nets) for nets in sets] == [plain_exact(nets) for nets in sets]
        ours, theirs = side_by_side((all_by(payments, sets), 5), (all_by(plain_exact, sets), 1), rounds=5)
        ratios[size] = round(theirs / ours, 2)
    return at_least("settlement.time.vs_plain_exact", min(ratios.values()), 1, by_players=ratios)


def all_by(method: Callable[[Nets], int], sets: Sequence[Nets]) -> Callable[[], object]:
    return lambda: [method(nets) for nets in sets]
