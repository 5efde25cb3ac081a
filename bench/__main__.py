"""The figures, one JSON line each: `python -m bench`, which `make bench` runs, or `python -m bench engine ledger`.

No test: a goal that is missed fails nothing. BENCH_PAGE=1 writes docs/benchmarks.md as well, part by part.
"""

import json
import os
import sys
import traceback
from importlib import import_module

from bench import page
from bench.names import FIGURES, names


def main(parts: list[str]) -> int:
    """Prints each figure as soon as it is measured. How many parts could not be measured to their end."""
    if unknown := [part for part in parts if part not in FIGURES]:
        sys.exit(f"There are no figures of {', '.join(unknown)}; there are those of {', '.join(FIGURES)}.")
    return sum(not _measured(part) for part in parts or FIGURES)


def _measured(part: str) -> bool:
    """Whether all went well: the other parts are measured in any case."""
    found = []
    try:
        for figure in import_module(f"bench.{part}").figures():
            print(json.dumps(figure), flush=True)
            found.append(figure)
    except Exception:
        traceback.print_exc()
        return False
    finally:
        if os.environ.get("BENCH_PAGE"):
            page.keep(found)
    if unknown := [figure["figure"] for figure in found if figure["figure"] not in names(part)]:
        print(f"bench/names.py does not know {', '.join(unknown)}.", file=sys.stderr)
    return not unknown


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
