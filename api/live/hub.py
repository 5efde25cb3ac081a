"""Who listens to which night in this process. A night's new rows are read once, however many listen; and those of all
nights that have news, together.

Wake-ups only say that there may be something new. Where none can be heard, the hub looks every second; and where they
can it still looks now and then, since one may get lost.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any
from uuid import UUID

from api.live.listening import Listening

log = logging.getLogger(__name__)

# Frames of a night kept in memory: whoever is further behind reads the rows.
KEPT = 200
BATCH = 200
# Between two looks pass so many times what the last one took, and as many seconds as this at least and at most. What
# comes in between is told together: each telling costs every listener's connection, and where much is entered, entering
# goes before telling. What comes later than that, as nearly all at a table does, is told at once.
REST, SHORTEST, LONGEST = 10, 0.05, 0.15
LOOK_DEAF = 1.0
LOOK_HEARING = 5.0
# Proxies and phones give up on a connection that stays silent for long. One clock for all: a timer for each would cost
# more than what it is to tell.
BEAT = 15.0
# A revoked token or a removed member is out within this many seconds.
SWEEP = 5.0

Frame = tuple[int, bytes]
# Of each night what follows a number.
Read = Callable[[Mapping[UUID, int], int], Mapping[UUID, list[Frame]]]
Barred = Callable[[list[Listening]], list[Listening]]


@dataclass(eq=False, slots=True)
class Listener:
    """One open connection; `over` when it must end, `beat` when it is to be told that it is alive."""

    who: Listening
    news: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False
    beat: bool = False

    def end(self) -> None:
        self.over = True
        self.news.set()


class Room:
    """A night that somebody listens to; `last` is the number up to which its rows were read."""

    def __init__(self, night: UUID, last: int) -> None:
        self.night, self.last = night, last
        self.frames: deque[Frame] = deque(maxlen=KEPT)
        self.listeners: set[Listener] = set()

    def since(self, sent: int) -> list[Frame] | None:
        """What follows; None where that is not in memory."""
        if sent >= self.last:
            return []
        if not self.frames or self.frames[0][0] > sent + 1:
            return None
        # from the newest on: most listeners lack only that
        lacking = list(takewhile(lambda one: one[0] > sent, reversed(self.frames)))
        return lacking[::-1]

    def add(self, frames: list[Frame]) -> None:
        self.frames.extend(frames)
        self.last = frames[-1][0]
        for listener in self.listeners:
            listener.news.set()


class Hub:
    """`read` gives frames of nights after a number each, `barred` those who may not listen any more; both block."""

    def __init__(self, read: Read, barred: Barred) -> None:
        self._read, self._barred = read, barred
        self._rooms: dict[UUID, Room] = {}
        # The nights with news, and what tells that there are any.
        self._due: set[UUID] = set()
        self._news = asyncio.Event()
        # A thread of its own: a listener never waits for the requests, nor they for it.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="live")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task[Any]] = []
        self.hears = False

    def start(self) -> None:
        """Once the loop runs that everything here belongs to."""
        self._loop = asyncio.get_running_loop()
        works = (self._keep_reading(), self._keep_looking(), self._keep_sweeping(), self._keep_beating())
        self._tasks = [asyncio.create_task(work) for work in works]

    def run(self, work: Any) -> None:
        """Something that hears: it lives as long as the hub."""
        self._tasks.append(asyncio.create_task(work))

    def close(self) -> None:
        """`stop`, from wherever."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.stop)

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for listener in self._listeners():
            listener.end()

    def wake(self, night: UUID) -> None:
        """From any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.woken, night)

    def woken(self, night: UUID) -> None:
        if night in self._rooms:
            self._due.add(night)
            self._news.set()

    def look(self) -> None:
        for night in list(self._rooms):
            self.woken(night)

    def join(self, who: Listening) -> Listener:
        """The rows are looked at once more: something may have come since the listener's own look."""
        room = self._rooms.setdefault(who.night, Room(who.night, who.last))
        listener = Listener(who)
        room.listeners.add(listener)
        self.woken(who.night)
        return listener

    def leave(self, listener: Listener) -> None:
        room = self._rooms[listener.who.night]
        room.listeners.discard(listener)
        if not room.listeners:
            del self._rooms[room.night]

    async def next(self, listener: Listener, sent: int) -> list[Frame]:
        """What follows, empty where nothing does yet. Rows are the truth, for whoever memory does not reach."""
        room = self._rooms[listener.who.night]
        frames = room.since(sent)
        return (await self._rows({room.night: sent}))[room.night] if frames is None else frames

    async def _keep_reading(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            due, self._due = self._due, set()
            began = time.monotonic()
            await self._look_at([self._rooms[night] for night in due if night in self._rooms])
            await asyncio.sleep(min(max(REST * (time.monotonic() - began), SHORTEST), LONGEST))

    async def _look_at(self, rooms: Collection[Room]) -> None:
        """Where it fails, they are looked at again with the next news, or by and by."""
        try:
            frames = await self._rows({room.night: room.last for room in rooms})
        except Exception:
            log.exception("%s nights could not be read; they are looked at again", len(rooms))
            return
        for room in rooms:
            if new := frames[room.night]:
                room.add(new)
            if len(new) == BATCH:
                self.woken(room.night)

    async def _rows(self, after: Mapping[UUID, int]) -> Mapping[UUID, list[Frame]]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._read, after, BATCH)

    async def _keep_looking(self) -> None:
        looked = 0.0
        while True:
            await asyncio.sleep(LOOK_DEAF)
            if not self.hears or time.monotonic() - looked >= LOOK_HEARING:
                looked = time.monotonic()
                self.look()

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            for listener in self._listeners():
                listener.beat = True
                listener.news.set()

    def _listeners(self) -> list[Listener]:
        return [one for room in self._rooms.values() for one in room.listeners]

    async def _keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            listening = list({one.who for one in self._listeners()})
            if not listening:
                continue
            try:
                loop = asyncio.get_running_loop()
                barred = set(await loop.run_in_executor(self._thread, self._barred, listening))
            except Exception:
                log.exception("Who may listen could not be read; it is looked at again")
                continue
            for one in self._listeners():
                if one.who in barred:
                    one.end()
