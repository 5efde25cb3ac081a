"""Servers of one's own for the figures, as an installation starts them."""

import http.client
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.live.server import free_port

START = 30
LOOP = ("-k", "config.worker.Loop", "config.asgi")
WSGI = ("config.wsgi",)


@contextmanager
def server(environment: Mapping[str, str], application: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Its port, and the process that does the work."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py", *application]
    process = subprocess.Popen(command, env={**environment, "PORT": str(port)}, stdout=subprocess.DEVNULL)
    try:
        for _ in range(START * 10):
            try:
                link = http.client.HTTPConnection("127.0.0.1", port)
                link.request("GET", "/api/v1/games/")
                link.getresponse().read()
                break
            except OSError:
                time.sleep(0.1)
        workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        yield port, int(workers[0])
    finally:
        process.terminate()
        process.wait()
