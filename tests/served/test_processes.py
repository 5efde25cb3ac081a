"""A served installation as its Procfile starts it: requests to one process, streams to another, tasks to a third."""

import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from games.accounts.services import users
from games.models import Task
from games.reports.services import report_requests
from tests.games.cast import Table
from tests.live.server import Server, database_url, free_port
from tests.served.conftest import until

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60


@dataclass
class Served:
    web: Server
    live: Server
    process: subprocess.Popen[bytes]


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    ports = free_port(), free_port()
    environment = os.environ | {
        "DATABASE_URL": database_url(),
        "WEB_PORT": str(ports[0]),
        "LIVE_PORT": str(ports[1]),
        "WORKERS": "2",
        "THREADS": "4",
        "TABLESIDE_VAR": str(folder),
        "TABLESIDE_METRICS_TOKEN": "for-prometheus",
        "PROMETHEUS_MULTIPROC_DIR": str(folder / "metrics"),
        # where the Procfile finds its programs
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    process = subprocess.Popen([sys.executable, "-m", "honcho", "start"], cwd=ROOT, env=environment, process_group=0)
    web, live = (Server(port, process) for port in ports)
    try:
        for server in (web, live):
            wait_for(server)
        yield Served(web, live, process)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE)


def wait_for(server: Server) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        with suppress(OSError):
            if get(server, "/health/ready/")[0] == 200:
                return
        assert server.process.poll() is None and time.monotonic() < deadline, "the processes did not start"
        time.sleep(0.1)


def get(server: Server, path: str, token: str = "") -> tuple[int, bytes]:
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    link.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
    answer = link.getresponse()
    content = answer.read()
    link.close()
    return answer.status, content


@pytest.mark.django_db(transaction=True)
def test_all_processes_do_their_part_and_end_together(table: Table, tmp_path: Path) -> None:
    token, _ = users.add_device(table.cast.sue.user, "phone")
    with served(tmp_path) as processes:
        ear = processes.live.listen(table.night.pk, token)
        ear.wait(lambda: bool(ear.events))
        body = {"player": str(table.players["Ann"].pk), "amount": 25}
        status, entry = processes.web.ask("POST", f"nights/{table.night.pk}/buy-ins/", token, body)
        assert status == 201
        ear.wait(lambda: ear.events[-1]["entry"] == entry["id"])
        asked = report_requests.ask_for_night_report(table.cast.sue, table.night.pk, "csv")
        task = until(asked, lambda one: one.state in (Task.State.DONE, Task.State.FAILED))
        assert task.state == Task.State.DONE
        status, counted = get(processes.web, "/metrics/", "for-prometheus")
        assert status == 200
        assert b'method="POST"' in counted
        assert get(processes.web, "/metrics/")[0] == 404
    # honcho ends them all, and none of them is left behind
    assert processes.process.returncode is not None
    for server in (processes.web, processes.live):
        with pytest.raises(OSError):
            get(server, "/health/live/")
