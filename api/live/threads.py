"""Requests answered by threads, as a WSGI server has them. Nobody who sends or reads slowly holds one.

The loop takes in a whole request before a thread sees it, and sends the answer while no thread waits for that.
"""

import asyncio
import io
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from asgiref.wsgi import WsgiToAsgiInstance
from django.conf import settings
from django.db import close_old_connections

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# So much of a long answer is read at once, and waits in memory for its reader.
PIECE = 256 * 1024


@dataclass(slots=True)
class Answer:
    """What the application answers. `content` is its beginning; `rest` gives what follows, None once that is all."""

    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes
    rest: Iterator[bytes] | None
    close: Callable[[], None]

    def read_on(self) -> None:
        """The next piece; after the last one the answer is closed."""
        taken, size = [], 0
        for part in self.rest or ():
            taken.append(part)
            size += len(part)
            if size >= PIECE:
                break
        else:
            self.rest = None
            self.close()
        self.content = b"".join(taken)


class Threads:
    """So many threads, and the application that they ask."""

    def __init__(self, wsgi: Any, count: int, name: str) -> None:
        self._wsgi = wsgi
        self._pool = ThreadPoolExecutor(count, thread_name_prefix=name)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if (answer := await self.ask(scope, receive)) is not None:
            await self.send(answer, send)

    async def ask(self, scope: Message, receive: Receive, **more: Any) -> Answer | None:
        """The answer to a request, None where it never came whole. `more` goes into the environ."""
        body = await _whole(receive)
        return None if body is None else await self._run(self._answer, scope, body, more)

    async def send(self, answer: Answer, send: Send, goes_on: bool = False) -> None:
        """Send it as it is taken. With `goes_on` its end is left open."""
        try:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            while answer.rest is not None:
                await send({"type": "http.response.body", "body": answer.content, "more_body": True})
                await self._run(answer.read_on)
            await send({"type": "http.response.body", "body": answer.content, "more_body": goes_on})
        finally:
            if answer.rest is not None:
                await self._run(answer.close)

    def _answer(self, scope: Any, body: bytes, more: dict[str, Any]) -> Answer:
        environ = {**_environ(scope, body), **more}
        started: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], _: Any = None) -> None:
            started[:] = int(status.split(" ", 1)[0]), headers

        parts = self._wsgi(environ, start)
        status, headers = started
        sent = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        answer = Answer(status, sent, b"", iter(parts), parts.close)
        answer.read_on()
        if answer.rest is not None:
            # Another thread may read on: this one keeps no connection for it.
            close_old_connections()
        return answer

    async def _run(self, work: Callable[..., Any], *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)


async def _whole(receive: Receive) -> bytes | None:
    """The body; None where its sender is gone. Of one that is too long there is as much as shows that it is."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body") or len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return bytes(body)


def _environ(scope: Message, body: bytes) -> dict[str, Any]:
    """Without headers that have an underscore: in an environ they would pass for others, X_Forwarded_For for one."""
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    # How many there are of one name is limited by the length of the head.
    told = WsgiToAsgiInstance(None, duplicate_header_limit=0)
    told.scope = {**scope, "headers": headers}
    environ: dict[str, Any] = told.build_environ(told.scope, io.BytesIO(body))
    return environ
