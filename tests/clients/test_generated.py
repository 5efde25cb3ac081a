"""Clients that the usual generators make of the API's description play a hand against a server."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.accounts.services import users
from tests.clients.npm import node_modules
from tests.games.cast import Cast, make_cast
from tests.live.server import Server, a_server

HERE = Path(__file__).parent
DESCRIPTION = HERE.parents[1] / "docs" / "openapi.yaml"
GENERATOR = Path(sys.executable).parent / "openapi-python-client"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """With everything committed, so that another process sees it."""
    return make_cast()


@pytest.fixture
def server(cast: Cast) -> Iterator[Server]:
    with a_server(REDIS_URL="") as one:
        yield one


def run(command: list[object], where: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=where, env=os.environ | environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def play(command: list[object], where: Path, server: Server, cast: Cast, **more: str) -> None:
    token = users.add_device(cast.sue.user, "a generated client")[0]
    reached = {"SERVER": f"http://127.0.0.1:{server.port}", "TOKEN": token, "CLUB": str(cast.club.pk)}
    told = json.loads(run(command, where, **reached, **more).splitlines()[-1])
    # The first to act has called, and the other two have folded.
    assert told["entries"] == ["deal", "action", "action", "action"]
    assert sorted(name.split()[0] for name in told["net"]) == ["Ann", "Bob", "Cara"]
    assert sum(told["net"].values()) == 0
    assert any(told["net"].values())


def test_a_python_client(tmp_path: Path, server: Server, cast: Cast) -> None:
    target = tmp_path / "tableside_client"
    options = ["--meta", "none", "--output-path", target, "--config", HERE / "content_types.yaml", "--fail-on-warning"]
    path = f"{GENERATOR.parent}{os.pathsep}{os.environ['PATH']}"
    said = run([GENERATOR, "generate", "--path", DESCRIPTION, *options], tmp_path, PATH=path)
    assert "WARNING" not in said, said
    assert len(list(target.glob("api/*/[a-z]*.py"))) == operations()
    play([sys.executable, HERE / "play.py"], tmp_path, server, cast, PYTHONPATH=str(tmp_path))


def test_a_typescript_client(tmp_path: Path, server: Server, cast: Cast) -> None:
    modules = node_modules()
    (tmp_path / "node_modules").symlink_to(modules)
    for name in ("package.json", "tsconfig.json", "play.ts"):
        (tmp_path / name).write_text((HERE / name).read_text())
    tool = modules / ".bin"
    run([tool / "openapi-typescript", DESCRIPTION, "-o", "schema.d.ts"], tmp_path)
    described = (tmp_path / "schema.d.ts").read_text().partition("export interface operations {")[2]
    assert len(re.findall(r"^    \w+: \{$", described, re.MULTILINE)) == operations()
    run([tool / "tsc", "--project", "."], tmp_path)
    play(["node", tmp_path / "built" / "play.js"], tmp_path, server, cast)


def operations() -> int:
    return DESCRIPTION.read_text().count("\n      operationId: ")
