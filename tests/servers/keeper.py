"""The keeper of a server: a small shell that starts it, and stops it when this process ends, even if that is killed.

Its script says `up` once the server is there, or what went wrong; it then reads its input, which ends with us, and
tidies up. It is deaf to Ctrl-C: who presses it wants the tests to stop, and they then stop the server.
"""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

UP = "up"


@contextmanager
def keeping(script: str, *arguments: str, owner: str | None = None) -> Iterator[str]:
    """What the script said, `up` at best; the server is there until the end. `owner` is whose processes they are."""
    keeper = subprocess.Popen(
        ["/bin/sh", "-c", script, "sh", *arguments],
        cwd="/",
        user=owner,
        extra_groups=None if owner is None else [],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert keeper.stdin is not None
    assert keeper.stdout is not None
    try:
        yield keeper.stdout.read().strip()
    finally:
        keeper.stdin.close()
        keeper.wait()
