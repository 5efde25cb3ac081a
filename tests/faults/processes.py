"""Processes that can be killed as a power cut would, and are there again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tests.live.server import Server

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60


class Killable:
    """A command of Python's in a group of its own."""

    def __init__(self, arguments: list[str], environment: Mapping[str, str]) -> None:
        self._arguments, self._environment = arguments, dict(environment)
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *self._arguments],
            cwd=ROOT,
            env=os.environ | self._environment,
            process_group=0,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def kill_and_start(self) -> None:
        self.kill()
        self.start()

    def kill_a_child(self) -> None:
        """One of the processes that it keeps: whoever keeps them starts another."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for child in children[:1]:
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)

    def hold(self) -> None:
        """Nothing in it moves on until `go_on`: as if the time stood still."""
        os.killpg(self.process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.killpg(self.process.pid, signal.SIGCONT)

    def wait_until_up(self, port: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            with suppress(OSError):
                Server(port, self.process).ask("GET", "games/", "")
                return
            assert time.monotonic() < deadline, "the server does not come up"
            time.sleep(0.1)


class KillableRedis:
    """On one port, whatever happens to it; nothing of it is kept."""

    def __init__(self, port: int, folder: Path) -> None:
        quiet = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no", "--dir", str(folder)]
        self._command = ["redis-server", *quiet]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def kill_and_start(self) -> None:
        self.kill()
        time.sleep(0.5)
        self.start()
