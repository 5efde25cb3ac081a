"""Servers of one's own for the figures, as an installation starts them."""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.live.server import free_port
from tests.servers import Unavailable
from tests.servers.postgresql import postgresql
from tests.servers.redis import redis

START = 30
LOOP = ("-k", "config.worker.Loop", "config.asgi")
WSGI = ("config.wsgi",)

# Takes what tells the figures of one installation from those of another, and its environment.
Measured = Callable[[str, dict[str, str]], Iterator[dict[str, Any]]]


@contextmanager
def embedded(settings: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The environment of a new installation on SQLite, all of it in one process."""
    with tempfile.TemporaryDirectory(prefix="tableside-bench-") as var:
        yield {**os.environ, "TABLESIDE_VAR": var, "DATABASE_URL": "", "REDIS_URL": "", "WORKERS": "1", **settings}


@contextmanager
def on_postgresql(settings: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Of one on PostgreSQL, with processes and threads for requests as in compose.yaml. Raises `Unavailable`."""
    with embedded(settings) as environment, postgresql() as url:
        yield {**environment, "DATABASE_URL": url, "WORKERS": "2", "THREADS": "4"}


@contextmanager
def served(settings: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Of one on PostgreSQL and Redis. Raises `Unavailable`."""
    with on_postgresql(settings) as environment, redis() as url:
        yield {**environment, "REDIS_URL": url}


def on_both(measured: Measured, settings: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The figures of an embedded installation, and of a served one where there can be one."""
    for on, installation in (("", embedded), (".served", served)):
        try:
            with installation(settings) as environment:
                yield from measured(on, environment)
        except Unavailable as error:
            print(f"Not measured with PostgreSQL and Redis: {error}", file=sys.stderr)


def filled(environment: Mapping[str, str], maker: str, *arguments: str) -> Any:
    """The new database of the environment with its tables, and in them what `python -m bench.MAKER` makes and tells."""
    # Tables without migrations are the bare endpoint's; they refer to ours, which must be there first.
    for more in ([], ["--run-syncdb"]):
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0", *more]
        subprocess.run(migrate, env=environment, check=True)
    make = [sys.executable, "-m", f"bench.{maker}", *arguments]
    return json.loads(subprocess.run(make, env=environment, check=True, stdout=subprocess.PIPE).stdout)


class Serving(NamedTuple):
    """The ports for requests and for streams, and the process that holds the streams."""

    requests: int
    streams: int
    loop: int


@contextmanager
def serving(environment: Mapping[str, str]) -> Iterator[Serving]:
    """An installation at work: one process for all, or with Redis one for the streams and others for requests."""
    with ExitStack() as stack:
        streams, loop = stack.enter_context(server({**environment, "WORKERS": "1"}, LOOP))
        requests = stack.enter_context(server(environment, WSGI))[0] if environment["REDIS_URL"] else streams
        yield Serving(requests, streams, loop)


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
