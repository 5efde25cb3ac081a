"""Figures of a whole club evening: many tables, each with a scorekeeper who never stops to think, and eight who watch.

Random hands of every game, of what is offered and nothing else; all on this machine, over its loopback, for as many
entries as are counted here. Dealing and buying chips are entries like any other.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, cycle
from typing import Any

from bench.listening import Heard, how_late, lateness, listen
from bench.phones import SETTINGS, Phone, beside_bare
from bench.serving import Serving, filled, on_both, serving
from games import engine
from tests.api.walker import choose

TABLES = 16
WATCHERS = 8
FEW, BUY_IN = 20_000, 100_000
# A hand that does not end is called a misdeal.
LONGEST = 40
WEIGHTS = {"raise": 0.5, "reject": 2}


def figures() -> Iterator[dict[str, Any]]:
    """The figures, each with its goal."""
    return on_both(_figures, SETTINGS)


def _figures(on: str, environment: dict[str, str]) -> Iterator[dict[str, Any]]:
    tables = filled(environment, "api_tables", str(TABLES))
    with serving(environment) as ports:
        keepers = [Keeper(ports.requests, table) for table in tables]
        found, late = asyncio.run(_evening(ports, keepers, on))
    yield from found
    yield how_late(
        f"load.heard{on}",
        late,
        tables=TABLES,
        watchers=TABLES * WATCHERS,
        entries=sum(len(keeper.answered) for keeper in keepers),
        hands=sum(keeper.dealt for keeper in keepers),
    )


async def _evening(ports: Serving, keepers: "list[Keeper]", on: str) -> tuple[list[dict[str, Any]], list[float]]:
    """What the keepers' work came to, and how long after its answer each watcher of a table heard of each entry."""
    heard: list[Heard] = [{} for _ in keepers]
    listening = await asyncio.gather(
        *(
            listen(ports.streams, keeper.table["night"], keeper.table["token"], ears)
            for keeper, ears in zip(keepers, heard, strict=True)
            for _ in range(WATCHERS)
        )
    )
    found = await asyncio.to_thread(lambda: list(beside_bare("load.entry", on, keepers)))
    await asyncio.sleep(1)
    for listener in listening:
        listener.line.close()
    pairs = zip(heard, keepers, strict=True)
    late = chain.from_iterable(lateness(ears, keeper.answered, WATCHERS) for ears, keeper in pairs)
    return found, list(chain.from_iterable(late))


class Keeper(Phone):
    """Keeps score without a pause; `answered` says when each entry was."""

    def __init__(self, port: int, table: Mapping[str, Any]) -> None:
        super().__init__(port, table)
        self.chance = random.Random(table["sheet"])
        self.games = cycle(sorted(engine.GAMES))
        # What everybody has by the results; whoever has few chips buys some before the next deal.
        self.chips = Counter(dict.fromkeys(table["players"], int(table["stack"])))
        self.answered: list[float] = []
        self.dealt = 0

    def post(self) -> None:
        if self.hand["status"] == "open":
            self._play()
        elif poor := [player for player, chips in self.chips.items() if chips < FEW]:
            self._buy_in(poor[0])
        else:
            self._deal()
        self.answered.append(time.monotonic())

    def _play(self) -> None:
        long = self.hand["version"] >= LONGEST
        misdeal = {"type": "void", "reason": "It does not end"}
        self.act(misdeal if long else choose(self.chance, self.hand["legal"], **WEIGHTS))
        if self.hand["status"] != "open":
            self.chips.update(self.hand["result"].get("net", {}))

    def _buy_in(self, player: str) -> None:
        self.sent("POST", f"nights/{self.table['night']}/buy-ins/", {"player": player, "amount": BUY_IN})
        self.chips[player] += BUY_IN

    def _deal(self) -> None:
        self.hand = self.sent("POST", f"nights/{self.table['night']}/hands/", {"game": next(self.games)})
        self.dealt += 1
