"""docs/benchmarks.md, out of the lines that docs/benchmarks.jsonl keeps: `BENCH_PAGE=1 python -m bench` writes both.

A run of some parts leaves the lines of the others as they are; each says when, and on which machine, it was measured.
"""

import json
import os
import platform
import sqlite3
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.names import FIGURES, names
from tests.servers.postgresql import version as postgresql_version

DOCS = Path(__file__).resolve().parent.parent / "docs"
LINES, PAGE = DOCS / "benchmarks.jsonl", DOCS / "benchmarks.md"
KNOWN = {"figure", "value", "unit", "goal", "better", "ok", "day", "machine"}
HEAD = """# Figures

Written by `make figures`, which takes about half an hour on a machine that does nothing else (`make figures
PARTS="api load"` measures some of them anew). `make bench` prints them without writing anything. A ratio holds ours
against something measured in the same run, in turns with it, on the same machine; nothing here compares two machines.
Clients and watchers run on the same machine as the server and take their part of it.
"""
TABLE = "| figure | | value | goal | | measured with it |\n| --- | --- | ---: | ---: | --- | --- |\n"

Figure = dict[str, Any]


def keep(found: list[Figure]) -> None:
    """Of figures that were kept before, the new ones take the place."""
    here = {"day": f"{datetime.now(UTC):%Y-%m-%d}", "machine": machine()}
    kept = {figure["figure"]: figure for figure in [*read(), *(figure | here for figure in found)]}
    every = [kept[name] for part in FIGURES for name in names(part) if name in kept]
    LINES.write_text("".join(f"{json.dumps(figure)}\n" for figure in every))
    # as they are kept: JSON has no numbers for keys
    PAGE.write_text(written(read()))


def read() -> list[Figure]:
    return [json.loads(line) for line in LINES.read_text().splitlines()] if LINES.exists() else []


def written(kept: list[Figure]) -> str:
    by_name = {figure["figure"]: figure for figure in kept}
    return "\n".join([HEAD, *_missed(kept), *(_part(part, by_name) for part in FIGURES)])


def _missed(kept: list[Figure]) -> Iterator[str]:
    missed = [figure for figure in kept if figure.get("ok") is False]
    yield f"{len(missed)} of {len(kept)} miss their goal" + (":\n" if missed else ".\n")
    for figure in missed:
        yield f"- `{figure['figure']}`: {_amount(figure, 'value')}, goal {_goal(figure)}"
    if missed:
        yield ""


def _part(part: str, by_name: dict[str, Figure]) -> str:
    """A table for the part, and where it was measured."""
    rows, where = [], []
    for name, words in names(part).items():
        figure = by_name.get(name)
        if figure is None:
            rows.append(f"| `{name}` | {words} | not measured | | | |")
            continue
        verdict = {True: "met", False: "**missed**", None: ""}[figure.get("ok")]
        more = ", ".join(f"{key} {value}" for key, value in figure.items() if key not in KNOWN)
        rows.append(f"| `{name}` | {words} | {_amount(figure, 'value')} | {_goal(figure)} | {verdict} | {more} |")
        where.append(f"Measured on {figure['day']}: {figure['machine']}.")
    places = "".join(f"{place}\n" for place in dict.fromkeys(where))
    return f"## {part}\n\n`python -m bench {part}`.\n{places}\n{TABLE}" + "\n".join(rows) + "\n"


def _goal(figure: Figure) -> str:
    if "goal" not in figure:
        return ""
    return f"at {'most' if figure.get('better') == 'less' else 'least'} {_amount(figure, 'goal')}"


def _amount(figure: Figure, which: str) -> str:
    unit = figure.get("unit", "x")
    return f"{figure[which]}{'' if unit == 'x' else ' '}{unit}"


def machine() -> str:
    """What the figures hang on, in words."""
    parts = [
        f"{os.cpu_count()} cores ({_processor()})",
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
        postgresql_version() or "no PostgreSQL",
        _redis(),
        f"Linux {platform.release().split('-')[0]}",
    ]
    return ", ".join(parts)


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())


def _redis() -> str:
    try:
        said = subprocess.run(["redis-server", "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S607
    except OSError:
        return "no Redis"
    return f"Redis {said.partition('v=')[2].partition(' ')[0]}"
