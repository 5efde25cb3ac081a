"""The figures, one JSON line each: `python -m bench`, which `make bench` runs. No test: nothing fails here."""

import json

from bench import engine, imports, ranking


def main() -> None:
    """Prints each figure as soon as it is measured."""
    for module in (imports, ranking, engine):
        for figure in module.figures():
            print(json.dumps(figure), flush=True)


if __name__ == "__main__":
    main()
