"""The hub by itself: rows are read once for all, and whoever is far behind is served from the rows."""

import asyncio
import time
from collections.abc import Callable, Mapping
from uuid import UUID, uuid4

import pytest

from api.live import hub as module
from api.live.frames import HEARTBEAT
from api.live.hub import Frame, Hub
from api.live.listening import Listening
from api.live.stream import Live
from api.live.threads import Message

NIGHT = uuid4()


class Rows:
    """Stands for the database: so many rows of every night, how often they were asked for, and how long that takes."""

    def __init__(self, there: int) -> None:
        self.there, self.asked, self.takes = there, 0, 0.0

    def read(self, after: Mapping[UUID, int], most: int) -> dict[UUID, list[Frame]]:
        self.asked += 1
        time.sleep(self.takes)
        return {night: self._of(last, most) for night, last in after.items()}

    def _of(self, last: int, most: int) -> list[Frame]:
        return [(number, b"%d" % number) for number in range(last + 1, min(self.there, last + most) + 1)]


def no_one(_listening: list[Listening]) -> list[Listening]:
    return []


def who(last: int, night: UUID = NIGHT) -> Listening:
    return Listening(night, uuid4(), None, last)


async def heard(hub: Hub, last: int, up_to: int, night: UUID = NIGHT) -> list[int]:
    listener, numbers = hub.join(who(last, night)), []
    sent = last
    while sent < up_to:
        listener.news.clear()
        if frames := await hub.next(listener, sent):
            numbers += [number for number, _ in frames]
            sent = numbers[-1]
        else:
            await asyncio.wait_for(listener.news.wait(), 5)
    hub.leave(listener)
    return numbers


def run(scene: Callable[[Hub, Rows], object], there: int = 0) -> Rows:
    rows = Rows(there)

    async def played() -> None:
        hub = Hub(rows.read, no_one)
        hub.start()
        await scene(hub, rows)  # type: ignore[misc]
        hub.stop()

    asyncio.run(played())
    return rows


def test_a_hundred_listeners_cost_one_look() -> None:
    async def scene(hub: Hub, rows: Rows) -> None:
        listening = [asyncio.create_task(heard(hub, 0, 1)) for _ in range(100)]
        await asyncio.sleep(0.05)
        before, rows.there = rows.asked, 1
        hub.wake(NIGHT)
        assert await asyncio.gather(*listening) == [[1]] * 100
        assert rows.asked - before <= 2

    run(scene)


def test_what_comes_in_quick_succession_is_told_together_and_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SHORTEST", 0.2)

    async def scene(hub: Hub, rows: Rows) -> None:
        listening = asyncio.create_task(heard(hub, 0, 30))
        await asyncio.sleep(0.3)  # nothing was told for a while: so the first is told at once
        before, rows.there = rows.asked, 1
        hub.wake(NIGHT)
        await asyncio.sleep(0.1)
        assert rows.asked == before + 1
        for rows.there in range(2, 31):
            hub.wake(NIGHT)
            await asyncio.sleep(0)
        assert await listening == list(range(1, 31))
        assert rows.asked == before + 2

    run(scene)


def test_nights_that_have_news_are_read_together_and_the_less_often_the_longer_that_takes() -> None:
    nights = [uuid4() for _ in range(20)]

    async def scene(hub: Hub, rows: Rows) -> None:
        listening = [asyncio.create_task(heard(hub, 0, 30, night)) for night in nights]
        await asyncio.sleep(0.2)
        before, rows.takes, began = rows.asked, 0.01, time.monotonic()
        for rows.there in range(1, 31):
            for night in nights:
                hub.wake(night)
            await asyncio.sleep(0.01)
        assert await asyncio.gather(*listening) == [list(range(1, 31))] * 20
        # a hundredth of a second each, and ten times as long between two
        assert rows.asked - before <= 2 + (time.monotonic() - began) / (module.REST * rows.takes)

    run(scene)


def test_who_is_far_behind_and_who_is_ahead_hear_all_of_it_once() -> None:
    total = 3 * module.KEPT

    async def scene(hub: Hub, rows: Rows) -> None:
        ahead = asyncio.create_task(heard(hub, total, total + 1))
        behind = [asyncio.create_task(heard(hub, start, total + 1)) for start in (0, module.KEPT, total - 3)]
        await asyncio.sleep(0.1)
        rows.there = total + 1
        hub.wake(NIGHT)
        assert await ahead == [total + 1]
        for start, task in zip((0, module.KEPT, total - 3), behind, strict=True):
            assert await task == list(range(start + 1, total + 2))

    run(scene, total)


def test_a_lost_wake_up_is_made_good() -> None:
    async def scene(hub: Hub, rows: Rows) -> None:
        listening = asyncio.create_task(heard(hub, 0, 1))
        await asyncio.sleep(0.05)
        rows.there = 1
        assert await asyncio.wait_for(listening, 3 * module.LOOK_DEAF) == [1]

    run(scene)


def test_a_database_that_fails_is_asked_again() -> None:
    async def scene(hub: Hub, rows: Rows) -> None:
        listening = asyncio.create_task(heard(hub, 0, 1))
        await asyncio.sleep(0.05)
        whole, rows.there = rows.read, 1

        def broken(*_: object) -> dict[UUID, list[Frame]]:
            raise OSError("gone")

        hub._read = broken
        hub.wake(NIGHT)
        await asyncio.sleep(0.05)
        hub._read = whole
        assert await asyncio.wait_for(listening, 3 * module.LOOK_DEAF) == [1]

    run(scene)


def test_a_database_that_fails_in_a_burst_is_asked_as_seldom_as_one_that_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "SHORTEST", 0.2)

    async def scene(hub: Hub, rows: Rows) -> None:
        hub.hears = True  # so that it does not look by itself soon
        listening = asyncio.create_task(heard(hub, 0, 30))
        await asyncio.sleep(0.3)
        whole, failed = rows.read, []

        def broken(*asked: object) -> dict[UUID, list[Frame]]:
            failed.append(asked)
            raise OSError("gone")

        hub._read = broken
        for rows.there in range(1, 31):
            hub.wake(NIGHT)
            await asyncio.sleep(0.002)
        assert len(failed) == 1
        hub._read = whole
        # what was told while it failed is looked for without another word
        assert await asyncio.wait_for(listening, module.LOOK_HEARING / 2) == list(range(1, 31))

    run(scene)


def test_who_hears_nothing_is_told_now_and_then_that_the_line_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT", 0.02)
    said: list[bytes] = []

    async def scene(hub: Hub, _rows: Rows) -> None:
        async def take(message: Message) -> None:
            said.append(message["body"])

        listener = hub.join(who(0))
        sending = asyncio.create_task(Live(None, hub, 1)._send_on(listener, take))
        await asyncio.sleep(0.2)
        listener.end()
        await sending
        hub.leave(listener)

    run(scene)
    assert set(said) == {HEARTBEAT} and len(said) > 1
