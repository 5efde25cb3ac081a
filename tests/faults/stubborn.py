"""A phone that does not give up while the server is away, restarted, or killed in the middle of an answer."""

import http.client
import json
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tests.live.shaky import BETWEEN_TRIES, Answer, Line, Shaky, Write

# In seconds: nothing that is done to a server takes it away for longer.
PATIENCE = 90
BROKEN = (OSError, http.client.HTTPException, json.JSONDecodeError)


@dataclass(eq=False)
class Stubborn(Shaky):
    forgives: frozenset[int] = frozenset({503})

    def get(self, path: str) -> Answer:
        """Read until there is an answer that says something."""
        deadline = time.monotonic() + PATIENCE
        while (answer := super().get(path)).status == 503:
            assert time.monotonic() < deadline, f"{path} stays unavailable"
            time.sleep(BETWEEN_TRIES)
        return answer

    def _again(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        deadline = time.monotonic() + PATIENCE
        while True:
            with suppress(*BROKEN):
                return super()._again(method, path, body, headers)
            assert time.monotonic() < deadline, f"{path} is never answered"
            self._line.close()
            time.sleep(BETWEEN_TRIES)

    def _send_twice(self, write: Write) -> Answer | Any:
        """None where the server went away meanwhile: it is asked once more."""
        with suppress(*BROKEN):
            return super()._send_twice(write)
        return None

    def _send_and_hang_up(self, write: Write) -> None:
        with suppress(*BROKEN):
            super()._send_and_hang_up(write)

    def _send_half(self, write: Write) -> None:
        with suppress(*BROKEN):
            super()._send_half(write)

    def _answer(self, line: Line) -> Answer:
        answer = super()._answer(line)
        if answer.status == 503:
            time.sleep(BETWEEN_TRIES)
        return answer
