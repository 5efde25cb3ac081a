"""A server of one's own on the database of a test, and those who listen to it."""

import http.client
import json
import os
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from django.db import connection

PATIENCE = 30
COMMAND = ["-m", "uvicorn", "config.asgi:application", "--loop", "asyncio", "--http", "httptools", "--lifespan", "on"]


@dataclass
class Server:
    """Reached over HTTP, as a phone does."""

    port: int
    process: "subprocess.Popen[bytes]"

    def ask(self, method: str, path: str, token: str, body: Any = None) -> tuple[int, Any]:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": str(uuid.uuid4())}
        sent = None if body is None else json.dumps(body)
        link.request(method, f"/api/v1/{path}", sent, headers | {"Content-Type": "application/json"})
        answer = link.getresponse()
        content = answer.read()
        link.close()
        return answer.status, json.loads(content) if content else None

    def listen(self, night: Any, token: str, after: int | None = None) -> "Ear":
        return Ear(self.port, night, token, after)


@dataclass
class Ear:
    """An open stream, read by a thread: `events` as they came, `times` when (monotonic)."""

    port: int
    night: Any
    token: str
    after: int | None
    events: list[dict[str, Any]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    status: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        self.link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {self.token}"}
        if self.after is not None:
            headers["Last-Event-ID"] = str(self.after)
        self.link.request("GET", f"/api/v1/nights/{self.night}/events/", headers=headers)
        self.answer = self.link.getresponse()
        self.status = self.answer.status
        self.socket = self.link.sock
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            for line in self.answer:
                if line.startswith(b"data: "):
                    self.events.append(json.loads(line.removeprefix(b"data: ")))
                    self.times.append(time.monotonic())
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            pass  # closed while it was read
        self.over = True

    @property
    def numbers(self) -> list[int]:
        return [event["number"] for event in self.events]

    def until(self, number: int) -> float:
        """When this number was heard."""
        self.wait(lambda: bool(self.numbers) and self.numbers[-1] >= number)
        return self.times[self.numbers.index(number)]

    def wait(self, holds: Any, patience: float = PATIENCE) -> None:
        deadline = time.monotonic() + patience
        while not holds():
            assert time.monotonic() < deadline, f"heard only {self.numbers}"
            time.sleep(0.005)

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close() if self.over else self.socket.shutdown(socket.SHUT_RDWR)


# As `make run` does.
AT_HOME = ["-m", "gunicorn", "-c", "config/gunicorn.py", "-k", "config.worker.Loop", "config.asgi"]


@contextmanager
def a_server(at_home: bool = False, port: int = 0, **environment: str) -> Iterator[Server]:
    """A process of its own, on the database of this test; on a free port where none is named."""
    port = port or free_port()
    command = AT_HOME if at_home else [*COMMAND, "--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"]
    environment |= {"DATABASE_URL": database_url(), "PORT": str(port)}
    # A group of its own: its children end with it.
    process = subprocess.Popen([sys.executable, *command], env=os.environ | environment, process_group=0)
    server = Server(port, process)
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                server.ask("GET", "games/", "")
                break
            except OSError:
                assert process.poll() is None and time.monotonic() < deadline, "the server did not start"
                time.sleep(0.05)
        yield server
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def database_url() -> str:
    of = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{of['NAME']}"
    port = f":{of['PORT']}" if of["PORT"] else ""
    return f"postgres://{of['USER']}:{of['PASSWORD']}@{quote(of['HOST'], safe='')}{port}/{of['NAME']}"
