"""A Redis of one's own: on a free port of the loopback, nothing kept, gone at the end."""

import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from tests.servers import Unavailable
from tests.servers.debian import install
from tests.servers.keeper import UP, keeping

PACKAGE = "redis-server"
_TRIES = 5

_KEEP = """
trap '' INT TERM HUP
setsid redis-server --bind 127.0.0.1 --port "$2" --save '' --appendonly no --dir "$1" --logfile "$1/log" \
    >/dev/null 2>&1 &
server=$!
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    kill -0 $server 2>/dev/null || break
    [ "$(redis-cli -p "$2" ping 2>/dev/null)" = PONG ] && up=1 && break
    sleep 0.1
done
[ -n "$up" ] && echo up || tail -n 20 "$1/log"
exec >/dev/null 2>&1
read -r end
kill -9 $server
wait $server
rm -rf "$1"
"""


@contextmanager
def redis() -> Iterator[str]:
    """The REDIS_URL of a new server. Raises `Unavailable`."""
    if not shutil.which("redis-server"):
        install(PACKAGE)
    for _ in range(_TRIES):  # the port may be taken between the look and the start
        port = _free_port()
        folder = tempfile.mkdtemp(prefix="tableside-redis-")
        with keeping(_KEEP, folder, str(port)) as said:
            if said == UP:
                yield f"redis://127.0.0.1:{port}/0"
                return
    raise Unavailable(f"Redis did not start: {said or 'it gave no reason'}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
