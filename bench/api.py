"""Figures of the API: entries that eight phones post at once, beside a bare endpoint of the same server."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from bench.phones import SETTINGS, Phone, beside_bare
from bench.serving import LOOP, WSGI, embedded, filled, on_postgresql, server
from tests.servers import Unavailable

CLIENTS = 8


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    with embedded(SETTINGS) as environment:
        yield from _measured("", environment, LOOP)
    try:
        with on_postgresql(SETTINGS) as environment:
            yield from _measured(".postgresql", environment, WSGI)
    except Unavailable as error:
        print(f"Not measured on PostgreSQL: {error}", file=sys.stderr)


def _measured(on: str, environment: dict[str, str], application: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    with ExitStack() as stack:
        tables = filled(environment, "api_tables", str(CLIENTS))
        port = stack.enter_context(server(environment, application))[0]
        yield from beside_bare("api.post", on, [Taker(port, table) for table in tables])


class Taker(Phone):
    """It enters what was offered last: whoever is on turn takes the card."""

    def post(self) -> None:
        offer = next(offer for offer in self.hand["legal"] if offer["type"] == "accept")
        self.act({"type": "accept", "player": offer["player"], "discard": offer["discard"]["can"][0]})
