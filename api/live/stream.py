"""The server's side of a live connection: an ASGI application around the one of all other requests.

A request to listen goes through that one first, so who may listen, and every error, is answered as anywhere else.
Where the view let somebody in, the connection is held and what happens is sent; a listener costs no thread.
"""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from api.live.frames import HEARTBEAT
from api.live.hub import Hub, Listener
from api.live.listening import ENVIRON_KEY, Listening
from api.live.threads import Message, Receive, Send, Threads

EVENTS = re.compile(r"/api/v1/nights/[^/]+/events/")
# Then a client comes back by itself, and is looked at anew: also one that is signed in to the pages.
LIFETIME = 600.0


class Live:
    """Everything over one port: requests by threads, streams by the loop. `hearing` gives what hears wake-ups."""

    def __init__(self, wsgi: Any, hub: Hub, threads: int, hearing: Callable[[Hub], Any] | None = None) -> None:
        self._hub, self._hearing = hub, hearing
        self._requests = Threads(wsgi, threads, "request")
        self._doors = Threads(wsgi, 2, "live-door")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http" and scope["method"] == "GET" and EVENTS.fullmatch(scope["path"]):
            await self._listen(scope, receive, send)
        else:
            await self._requests(scope, receive, send)

    def close(self) -> None:
        """Let all go who listen: the server is about to stop. From a signal, or from any thread."""
        self._hub.close()

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self._hub.start()
        if self._hearing is not None:
            self._hub.run(self._hearing(self._hub))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._hub.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _listen(self, scope: Message, receive: Receive, send: Send) -> None:
        """The answer that any server would give; and where somebody was let in, it goes on."""
        let_in: list[Listening] = []
        answer = await self._doors.ask(scope, receive, **{ENVIRON_KEY: let_in})
        if answer is None:
            return
        if let_in:
            # there is no length yet
            answer.headers = [(name, value) for name, value in answer.headers if name.lower() != b"content-length"]
        await self._doors.send(answer, send, goes_on=bool(let_in))
        if let_in:
            await self._hold(let_in[0], receive, send)

    async def _hold(self, who: Listening, receive: Receive, send: Send) -> None:
        listener = self._hub.join(who)
        gone = asyncio.create_task(_until_gone(listener, receive))
        try:
            await self._send_on(listener, send)
        finally:
            gone.cancel()
            self._hub.leave(listener)
        with suppress(OSError):
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_on(self, listener: Listener, send: Send) -> None:
        sent, until = listener.who.last, asyncio.get_running_loop().time() + LIFETIME
        while not listener.over and asyncio.get_running_loop().time() < until:
            listener.news.clear()
            if frames := await self._hub.next(listener, sent):
                sent = frames[-1][0]
                await send(
                    {"type": "http.response.body", "body": b"".join(one for _, one in frames), "more_body": True}
                )
                continue
            if listener.beat:
                listener.beat = False
                await send({"type": "http.response.body", "body": HEARTBEAT, "more_body": True})
                continue
            await listener.news.wait()


async def _until_gone(listener: Listener, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()
