"""The figures of the house: `python -m tests.house` prints them, and writes docs/house.md anew.

What takes long is measured by itself and kept until it is measured again: `python -m tests.house coverage` (some
minutes), `python -m tests.house mutation` (a quarter of an hour), and the tiers by `make test`.
"""

import sys
from collections.abc import Callable

from tests.house import coverage, mutation, page, records

MEASURED: dict[str, Callable[[], records.Record]] = {"coverage": coverage.measure, "mutation": mutation.measure}


def main(parts: list[str]) -> int:
    if unknown := [part for part in parts if part not in MEASURED]:
        sys.exit(f"There is nothing to measure of {', '.join(unknown)}; there is of {', '.join(MEASURED)}.")
    for part in parts:
        records.write(part, MEASURED[part]())
    kept = records.taken_up()
    text = page.written(kept)
    page.PAGE.write_text(text)
    print(text)
    missed = page.missed(kept)
    for line in missed:
        print(line, file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
