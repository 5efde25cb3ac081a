"""How gunicorn serves one's own machine: `gunicorn -c config/gunicorn.py config.wsgi`."""

import gc
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from config import env
from config.network import lan_addresses

port = env.number("PORT", 8000)
bind = f"0.0.0.0:{port}"
# One process: SQLite has one writer anyway. A served installation sets WORKERS.
workers = env.number("WORKERS", 1)
threads = env.number("THREADS", 8)
# A process tells that it lives by the time of a file. On a disk that others keep busy that can take so long that it is
# taken for dead and killed; in memory it cannot.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108  gunicorn removes its name at once
loglevel = "warning"
control_socket_disable = True

_ROOT = Path(__file__).resolve().parent.parent
_SET_UP = [sys.executable, str(_ROOT / "manage.py"), "setup_token"]


# With several processes, each counts for itself; Prometheus is told the sum (docs/operations.md).
_METRICS = env.text("PROMETHEUS_MULTIPROC_DIR")


def on_starting(_server: Any) -> None:
    """The counts of an earlier start are gone with it."""
    if _METRICS:
        folder = Path(_METRICS)
        folder.mkdir(parents=True, exist_ok=True)
        for file in folder.glob("*.db"):
            file.unlink(missing_ok=True)


def post_worker_init(_worker: Any) -> None:
    """What a first request and a first showdown would wait for is made now.

    What was loaded stays until the process ends: Python need not look through it for what may go, again and again,
    which was a twentieth of what an entry costs.
    """
    from django.urls import get_resolver

    from games.engine import ranking

    _ = get_resolver().url_patterns
    ranking.build_tables()
    gc.collect()
    gc.freeze()


def child_exit(_server: Any, worker: Any) -> None:
    if _METRICS:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)


def when_ready(_server: Any) -> None:
    """Says where the table is found, once it is."""
    addresses = ["127.0.0.1", *lan_addresses()]
    print("\nTableside is up (Ctrl-C stops it):")
    for address in addresses:
        print(f"  http://{address}:{port}/")
    print("Sign in:")
    print(_welcome() or _set_up_token() or "  with your account", flush=True)


def _welcome() -> str:
    """What the demo said when it was made: who may sign in, and how."""
    from config.settings.base import VAR_DIR

    file = VAR_DIR / "welcome.txt"
    return file.read_text().rstrip() if file.is_file() else ""


def _set_up_token() -> str:
    """Asked of a process of its own: this one must not have the database open when it forks."""
    told = subprocess.run(_SET_UP, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603  our own
    return told.stdout.rstrip()
