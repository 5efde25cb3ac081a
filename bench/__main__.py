"""The figures, one JSON line each: `python -m bench`, which `make bench` runs, or `python -m bench engine ledger`.

No test: nothing fails here.
"""

import json
import sys
from importlib import import_module

# Growth and the ledger come last: a million postings are made first, on each database, which takes minutes.
MODULES = ("imports", "ranking", "engine", "api", "pages", "live", "load", "watchers", "audit", "growth", "ledger")


def main(names: list[str]) -> None:
    """Prints each figure as soon as it is measured."""
    for name in names or MODULES:
        if name not in MODULES:
            sys.exit(f"There are no figures of {name}; there are those of {', '.join(MODULES)}.")
        for figure in import_module(f"bench.{name}").figures():
            print(json.dumps(figure), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
