"""A phone whose network is bad: what it sends may come twice, late or by half, and its answer get lost."""

import http.client
import json
import random
import socket
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, NamedTuple

# In seconds: for one answer, and for an answer that says how a write ended.
ANSWER, ENDING = 30, 60
BETWEEN_TRIES = 0.05
MISHAPS = {"none": 10, "lost": 3, "twice": 3, "half": 2, "later": 3}
ECHO = 0.15

Line = http.client.HTTPConnection


class Answer(NamedTuple):
    status: int
    body: Any
    repeated: bool

    @property
    def is_open(self) -> bool:
        """It says nothing yet: the first request with this key is still at work, or the server cannot work."""
        return self.status == 503 or (self.status == 409 and bool(self.body["code"] == "in_flight"))


class Write(NamedTuple):
    """What was meant, under one key, however often it is sent."""

    path: str
    body: Any
    key: str
    version: int | None


@dataclass(eq=False)
class Shaky:
    """`done` has every write that was answered with success, by its key; `unsure` those not answered yet."""

    port: int
    token: str
    chance: random.Random
    done: dict[str, tuple[Write, Any]] = field(default_factory=dict)
    unsure: list[Write] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)
    # A server that is broken on purpose may say so.
    forgives: frozenset[int] = frozenset()
    mishaps: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._line = self._new_line()

    def get(self, path: str) -> Answer:
        return self._again("GET", path, None, {"Authorization": f"Bearer {self.token}"})

    def write(self, path: str, body: Any, version: int | None = None) -> Answer | None:
        """How it ended, or None where the phone goes on without knowing: it is among the unsure ones then."""
        write = Write(path, body, str(uuid.UUID(int=self.chance.getrandbits(128), version=4)), version)
        mishap = self.chance.choices(list(MISHAPS), list(MISHAPS.values()))[0]
        self.mishaps.add(mishap)
        match mishap:
            case "later":
                self._send_and_hang_up(write)
                self.unsure.append(write)
                return None
            case "twice":
                return self._ending(write, self._send_twice(write))
            case "lost":
                self._send_and_hang_up(write)
            case "half":
                self._send_half(write)
        return self._ending(write)

    def catch_up(self) -> None:
        """Ask how the unsure ones ended, the last one first; and send what ended long ago once more."""
        while self.unsure:
            self._ending(self.unsure.pop())
        if self.done and self.chance.random() < ECHO:
            write, body = self.chance.choice(list(self.done.values()))
            again = self._ending(write)
            assert (again.body, again.repeated) == (body, True), (write, again)

    def _ending(self, write: Write, answer: Answer | None = None) -> Answer:
        """Sends until the answer says how it ended."""
        deadline = time.monotonic() + ENDING
        while answer is None or answer.is_open:
            assert time.monotonic() < deadline, f"never answered: {write}"
            time.sleep(BETWEEN_TRIES if answer else 0)
            answer = self._again("POST", write.path, json.dumps(write.body), self._headers(write))
        if answer.status < 300:
            self.done.setdefault(write.key, (write, answer.body))
        return answer

    def _again(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        """On the line that stays open; the server may have closed it meanwhile."""
        try:
            self._line.request(method, f"/api/v1/{path}", body, headers)
            return self._answer(self._line)
        except (http.client.RemoteDisconnected, ConnectionError):
            self._line.close()
            self._line.request(method, f"/api/v1/{path}", body, headers)
            return self._answer(self._line)

    def _send_twice(self, write: Write) -> Answer:
        """On two lines at once: where both say that it is done, it was done once."""
        lines = [self._new_line(), self._new_line()]
        for line in lines:
            self._post(line, write)
        answers = [self._answer(line) for line in lines]
        for line in lines:
            line.close()
        if all(answer.status < 300 for answer in answers):
            assert answers[0].body == answers[1].body, write
            assert sorted(answer.repeated for answer in answers) == [False, True], write
        return min(answers, key=lambda answer: (answer.is_open, answer.status))

    def _send_and_hang_up(self, write: Write) -> None:
        line = self._new_line()
        self._post(line, write)
        time.sleep(self.chance.choice((0, 0.005, 0.05)))
        line.close()

    def _send_half(self, write: Write) -> None:
        raw = json.dumps(write.body)
        headers = self._headers(write) | {"Host": "localhost", "Content-Length": str(len(raw))}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        with socket.create_connection(("127.0.0.1", self.port), ANSWER) as line:
            line.sendall(f"POST /api/v1/{write.path} HTTP/1.1\r\n{head}\r\n{raw[: len(raw) // 2]}".encode())

    def _post(self, line: Line, write: Write) -> None:
        line.request("POST", f"/api/v1/{write.path}", json.dumps(write.body), self._headers(write))

    def _headers(self, write: Write) -> dict[str, str]:
        match = {} if write.version is None else {"If-Match": f'"{write.version}"'}
        return {
            "Authorization": f"Bearer {self.token}",
            "Idempotency-Key": write.key,
            "Content-Type": "application/json",
            **match,
        }

    def _answer(self, line: Line) -> Answer:
        answer = line.getresponse()
        body = json.loads(answer.read())
        self.statuses.add(answer.status)
        assert answer.status < 500 or answer.status in self.forgives, body
        return Answer(answer.status, body, answer.headers.get("Idempotency-Replayed") == "true")

    def _new_line(self) -> Line:
        return Line("127.0.0.1", self.port, timeout=ANSWER)
