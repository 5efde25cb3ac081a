"""Stories without a database: hands of the engine, told as exporters get them."""

from collections.abc import Iterator
from datetime import datetime
from random import Random
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from games import engine
from games.formats.hand_story import Story, play
from tests.engine.walks import steps

HAND = UUID("5d6f0b8f-0000-4000-8000-000000000001")
ZONE = "Europe/Berlin"


def story_of(document: dict[str, Any], currency: str = "EUR", decimals: int = 2) -> Story:
    start, told = play(document)
    at = datetime(2026, 11, 26, 20, 15, 30, tzinfo=ZoneInfo(ZONE))
    return Story(HAND, document, 7, "Thursday", currency, decimals, ZONE, at, start, told)


def walked(document: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The hand played to some end, by chance."""
    setup = engine.load_setup(document)
    entries = [step.entry for step in steps(engine.start(setup), chance)]
    return {**document, "actions": entries}


def council_bluffs(seed: int) -> Iterator[dict[str, Any]]:
    """Pot-limit hands of two to ten, with any blinds and antes, some of them short."""
    chance = Random(seed)
    names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jan"]
    while True:
        here = names[: chance.choice((2, 2, 2, 3, 3, 4, 5, 6, 10))]
        chip = chance.choice((1, 5, 10, 25))
        big = chance.choice((1, 2, 4, 10))
        small = chance.choice((big, chance.randint(1, big)))
        ante = chance.choice((0, 0, 1, 2, big, 3 * big))
        most = (5, 60, 200, 400, 2000)
        document = {
            "format": "tableside-hand/1",
            "game": "council-bluffs",
            "rules": {"ante": chip * ante, "small_blind": chip * small, "big_blind": chip * big},
            "chip": chip,
            "players": [{"name": name, "stack": chip * chance.randint(1, chance.choice(most))} for name in here],
            "dealer": chance.choice(here),
        }
        yield walked(document, chance)
