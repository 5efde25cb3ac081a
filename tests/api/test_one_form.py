"""Whatever answers, the same thing is written the same way: a write, a read, a stream, a file."""

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.http import HttpResponse

from tests.api.story import Stage, tell
from tests.api.story.stage import Step

pytestmark = pytest.mark.any_database("what is compared is how answers are written")

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
# Reports give every moment by the clock of the night (docs/api.md, Form).
BY_THE_NIGHTS_CLOCK = ("readNightReport", "readReportFile")
BETWEEN = timedelta(microseconds=123_457)


class Precise(Stage):
    """A stage whose clock never stands at a whole millisecond."""

    def now(self) -> datetime:
        return super().now() + BETWEEN


class Moments:
    """Every moment in every answer, and the last thing that each id stood for, by write and by read."""

    def __init__(self) -> None:
        self.short: list[str] = []
        self.of_writes: dict[str, dict[str, Any]] = {}
        self.differing: list[str] = []
        self.compared: set[str] = set()

    def __call__(self, step: Step, response: HttpResponse, content: bytes) -> None:
        if response["Content-Type"].partition(";")[0] not in ("application/json", "text/event-stream"):
            return
        text = content.decode()
        for found in MOMENT.finditer(text):
            # A whole second has no fraction: the cast came in then.
            if len(found[1] or ".123457") != len(".123457"):
                self.short.append(f"{step.operation}: {found[0]}")
        if response["Content-Type"] != "application/json":
            return
        for thing in things_of(json.loads(text)):
            if step.method != "get":
                self.of_writes[thing["id"]] = thing
            elif step.operation not in BY_THE_NIGHTS_CLOCK and (written := self.of_writes.get(thing["id"])):
                self._compare(step, written, thing)

    def _compare(self, step: Step, written: dict[str, Any], read: dict[str, Any]) -> None:
        """Moments that a thing has by both; one that was null may have come since."""
        for name in written.keys() & read.keys():
            before, after = written[name], read[name]
            if isinstance(before, str) and MOMENT.fullmatch(before) and after is not None:
                self.compared.add(name)
                if datetime.fromisoformat(before) == datetime.fromisoformat(after) and before != after:
                    self.differing.append(f"{step.operation}: {name} is {after}, and was {before}")


def things_of(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value
        for below in value.values():
            yield from things_of(below)
    elif isinstance(value, list):
        for below in value:
            yield from things_of(below)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_moment_is_written_alike_everywhere() -> None:
    moments = Moments()
    tell(Precise(after=moments))
    assert not moments.short, "\n".join(moments.short)
    assert not moments.differing, "\n".join(moments.differing)
    assert {"opened_at", "created_at", "confirmed_at"} <= moments.compared
