"""A connection to the loop that is given up when its other end stalls: it costs no thread, but a file and memory."""

import asyncio
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from config import env

# A request must have come whole, and any part of an answer be taken, within so many seconds.
PATIENCE = env.number("REQUEST_SECONDS", 30)
# Request line and headers, far more than any client of ours sends.
LONGEST_HEAD = 64 * 1024


class Connection(HttpToolsProtocol):
    """It waits for a request, and for an answer to be taken, only so long; and for a head of a sensible size."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._coming: asyncio.TimerHandle | None = None
        self._going: asyncio.TimerHandle | None = None
        # Bytes of a head that is not whole yet, None while there is none.
        self._head: int | None = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._came()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > LONGEST_HEAD:
                self._give_up(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        self._expect()

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._came()
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._going = self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        if self._going is not None:
            self._going.cancel()
            self._going = None
        super().resume_writing()

    def _expect(self) -> None:
        """Keeps the time from the first of what has not come whole; from the start, for who sends nothing at all."""
        if self._coming is None:
            self._coming = self.loop.call_later(PATIENCE, self._give_up, HTTPStatus.REQUEST_TIMEOUT)

    def _came(self) -> None:
        if self._coming is not None:
            self._coming.cancel()
            self._coming = None

    def _give_up(self, status: HTTPStatus) -> None:
        """Say why, where no answer is under way that it would stand in."""
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(STATUS_LINE[status] + b"connection: close\r\ncontent-length: 0\r\n\r\n")
        self.transport.close()
