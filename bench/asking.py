"""Processes that keep a database of their own each, and are asked in turns how long a piece of work takes them.

So a small one and a large one are measured side by side: a slow spell of the machine hits both.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter_ns
from typing import Any

from bench.figures import at_most
from tests.servers import Unavailable
from tests.servers.postgresql import postgresql

TIMES = 10
ROUNDS = 30
# What ends the names of a database's figures.
DATABASES = {"sqlite": "", "postgresql": ".postgresql"}

Works = Mapping[str, Callable[[], object]]


@contextmanager
def keeper(database: str, maker: str, size: int) -> Iterator["subprocess.Popen[str]"]:
    """`python -m bench.MAKER SIZE` with an empty database, when it has filled that. Raises `Unavailable`."""
    with ExitStack() as stack:
        var = stack.enter_context(tempfile.TemporaryDirectory(prefix="tableside-bench-"))
        file = f"sqlite:///{Path(var) / 'kept.sqlite3'}"
        url = file if database == "sqlite" else stack.enter_context(postgresql())
        settings = {"DATABASE_URL": url, "REDIS_URL": "", "TABLESIDE_VAR": var}
        process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-m", f"bench.{maker}", str(size)],
                env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.test"} | settings,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        stack.callback(process.terminate)
        assert process.stdout is not None
        assert process.stdout.readline() == "filled\n"
        yield process


def on_each_database(measured: Callable[[str], Iterator[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    """What is measured on each that can be had here; which one cannot is said."""
    for database in DATABASES:
        try:
            yield from measured(database)
        except Unavailable as error:
            print(f"Not measured on {database}: {error}", file=sys.stderr)


def grown_clubs(
    maker: str, sizes: Mapping[str, int], works: Mapping[str, str], goal: float, *, rounds: int = ROUNDS
) -> Iterator[dict[str, Any]]:
    """Figures of clubs of two sizes, side by side on each database; `works` are the figures' names, by work."""

    def measured(database: str) -> Iterator[dict[str, Any]]:
        with ExitStack() as stack:
            clubs = {name: stack.enter_context(keeper(database, maker, size)) for name, size in sizes.items()}
            for work, figure in works.items():
                yield grown(f"{figure}{DATABASES[database]}", work, clubs, goal, rounds=rounds)

    return on_each_database(measured)


def grown(
    figure: str,
    work: str,
    keepers: Mapping[str, "subprocess.Popen[str]"],
    goal: float,
    *,
    rounds: int = ROUNDS,
    **more: Any,
) -> dict[str, Any]:
    """What the work costs the second of two keepers, by what it costs the first: the least of several rounds each."""
    measured = [[_ask(one, work) for one in keepers.values()] for _ in range(rounds)]
    small, large = (min(column) for column in zip(*measured, strict=True))
    took = {f"{name}_us": least // 1000 for name, least in zip(keepers, (small, large), strict=True)}
    return at_most(figure, round(large / small, 2), goal, **took, **more)


def _ask(process: "subprocess.Popen[str]", work: str) -> int:
    assert process.stdin is not None
    assert process.stdout is not None
    print(work, file=process.stdin, flush=True)
    return int(process.stdout.readline())


def answer(works: Works, times: int = TIMES) -> None:
    """Of a keeper that has filled its database: for each line the nanoseconds of the work that the line names."""
    print("filled", flush=True)
    for line in sys.stdin:
        work = works[line.strip()]
        start = perf_counter_ns()
        for _ in range(times):
            work()
        print((perf_counter_ns() - start) // times, flush=True)
