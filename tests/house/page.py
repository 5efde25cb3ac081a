"""docs/house.md: the sizes as they are now, and what was measured last of the rest."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.house import coverage, mutation
from tests.house.records import ROOT, Record
from tests.house.sizes import Part, Size, middle, sheets, sizes

PAGE: Path = ROOT / "docs" / "house.md"
HEAD = """# Figures of the house

Written by `make house`. The sizes are those of the day it was run; what takes long is measured by itself (`make test`,
`make coverage`, `make mutation`), says when and on what, and stands until it is measured again. How fast it runs is on
[another page](benchmarks.md).
"""


def written(kept: Mapping[str, Record]) -> str:
    parts = [HEAD, *_sizes(), *_tiers(kept.get("tests")), *_coverage(kept.get("coverage"))]
    return "\n".join([*parts, *_mutation(kept.get("mutation"))]) + "\n"


def missed(kept: Mapping[str, Record]) -> list[str]:
    """What is below its goal, and changes that no test notices for no reason."""
    found = []
    for package, one in kept.get("coverage", {}).get("packages", {}).items():
        if min(one["lines"], one["branches"]) < coverage.GOAL:
            reached = f"{one['lines']} % of the lines of {package} and {one['branches']} % of its branches"
            found.append(f"The tests reach {reached}: {coverage.GOAL} % is wanted.")
    if changed := kept.get("mutation"):
        if _score(changed) < mutation.GOAL:
            found.append(f"The tests notice {_score(changed)} % of the changes: {mutation.GOAL} % is wanted.")
        unexplained = [one for one in changed["left"] if one["why"] is None]
        found += [f"No test notices, for no reason: {one['where']}: {one['tried']}" for one in unexplained]
    return found


def _sizes() -> Iterator[str]:
    yield "## Lines\n\nOf functions without their docstrings; migrations, which are generated, are left out.\n"
    yield "| package | lines | modules | median | largest | functions | median | largest |"
    yield "| --- | ---: | ---: | ---: | --- | ---: | ---: | --- |"
    for size in sizes():
        yield _row(size)
    yield "\n| pages | lines | files | median | largest |\n| --- | ---: | ---: | ---: | --- |"
    for name, files in sheets():
        lines = sum(file.lines for file in files)
        yield f"| `{name}` | {lines:,} | {len(files)} | {middle(files)} | {_largest(files)} |"
    yield ""


def _row(size: Size) -> str:
    modules, functions = size.modules, size.functions
    return (
        f"| `{size.name}` | {size.lines:,} | {len(modules)} | {middle(modules)} | {_largest(modules)} "
        f"| {len(functions)} | {middle(functions)} | {_largest(functions)} |"
    )


def _largest(parts: list[Part]) -> str:
    largest = max(parts)
    return f"{largest.lines}: `{largest.name.rpartition(': ')[2].rpartition('/')[2]}`"


def _tiers(record: Record | None) -> Iterator[str]:
    yield "## The tiers of `make test`\n"
    if record is None:
        yield "Not measured: `make test` does.\n"
        return
    yield f"{_when(record)}\n\n| tier | seconds |\n| --- | ---: |"
    for tier in record["tiers"]:
        yield f"| {tier['title']} | {tier['seconds']}{'' if tier['ok'] else ' (failed)'} |"
    yield f"| all of it, {record['passed']:,} tests | {sum(tier['seconds'] for tier in record['tiers'])} |\n"


def _coverage(record: Record | None) -> Iterator[str]:
    yield "## What the tests reach\n"
    if record is None:
        yield "Not measured: `make coverage` does.\n"
        return
    yield f"By the package's own tests, the ledger's on both databases. At least {coverage.GOAL:.0f} % is wanted."
    yield f"{_when(record)}\n\n| package | lines | branches |\n| --- | ---: | ---: |"
    for package, one in record["packages"].items():
        yield f"| `{package}` | {one['lines']} % | {one['branches']} % |"
    yield ""


def _mutation(record: Record | None) -> Iterator[str]:
    yield "## What the tests notice\n"
    if record is None:
        yield "Not measured: `make mutation` does."
        return
    yield (
        "mutmut changes the betting, the pots, the awards and the showdown of the engine, a line at a time, and runs\n"
        f"the tests that come by there. They notice **{record['noticed']:,} of {record['changes']:,}** changes,\n"
        f"{_score(record)} %; at least {mutation.GOAL:.0f} % is wanted, and a reason for each of the others. "
        f"{_when(record)}\n\n| not noticed | in | why that may be so |\n| ---: | --- | --- |"
    )
    for reason in sorted({one["why"] or "**a test is missing**" for one in record["left"]}):
        places = Counter(one["where"] for one in record["left"] if (one["why"] or "**a test is missing**") == reason)
        yield f"| {places.total()} | {', '.join(f'`{place}`' for place in places)} | {reason} |"


def _score(record: Record) -> float:
    return float(round(100 * record["noticed"] / record["changes"], 1))


def _when(record: Record) -> str:
    return f"Measured on {record['day']}: {record['machine']}."
