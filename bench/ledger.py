"""Figures of the money: do old books read as fast as new ones, and how few payments settle a night."""

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench.figures import at_least, at_most, side_by_side
from bench.settling import largest_first, plain_exact, two_pointer
from ledger.settlement import settle
from tests.servers import Unavailable
from tests.servers.postgresql import postgresql

THOUSAND, MILLION = 1_000, 1_000_000
ROUNDS = 30
UNITS = (1, 5, 25)
# Nobody loses more than this in an evening, in cents.
MOST = 5_000

Nets = tuple[int, ...]


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    yield from settlement()
    yield from books("sqlite")
    try:
        yield from books("postgresql")
    except Unavailable as error:
        print(f"Not measured on PostgreSQL: {error}", file=sys.stderr)


def books(database: str) -> Iterator[dict[str, Any]]:
    """A club with a million postings beside one with a thousand, each in a database of its own."""
    with ExitStack() as open_books:
        clubs = [open_books.enter_context(club(database, size)) for size in (THOUSAND, MILLION)]
        for work, figure, goal in (("read", "balance", 1.5), ("post", "post", 1.2)):
            rounds = [[ask(one, work) for one in clubs] for _ in range(ROUNDS)]
            small, large = (min(column) for column in zip(*rounds, strict=True))
            on = "" if database == "sqlite" else f".{database}"
            yield at_most(
                f"ledger.{figure}.million_vs_thousand{on}",
                round(large / small, 2),
                goal,
                thousand_us=small // 1000,
                million_us=large // 1000,
            )


@contextmanager
def club(database: str, postings: int) -> Iterator["subprocess.Popen[str]"]:
    """A process that keeps the books of a club (see `bench.ledger_books`), ready to be asked."""
    with ExitStack() as stack:
        var = stack.enter_context(tempfile.TemporaryDirectory(prefix="tableside-bench-"))
        file = f"sqlite:///{Path(var) / 'books.sqlite3'}"
        url = file if database == "sqlite" else stack.enter_context(postgresql())
        settings = {"DJANGO_SETTINGS_MODULE": "config.settings.test", "DATABASE_URL": url, "TABLESIDE_VAR": var}
        process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-m", "bench.ledger_books", str(postings)],
                env=os.environ | settings,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        stack.callback(process.terminate)
        assert process.stdout is not None
        assert process.stdout.readline() == "filled\n"
        yield process


def ask(process: "subprocess.Popen[str]", work: str) -> int:
    assert process.stdin is not None
    assert process.stdout is not None
    print(work, file=process.stdin, flush=True)
    return int(process.stdout.readline())


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
