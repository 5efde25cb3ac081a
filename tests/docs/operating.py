"""What the page for whoever runs a server tells to type, typed."""

import os
import subprocess
import sys
from pathlib import Path

from tests.docs.pages import DOCS, ROOT, fenced
from tests.servers.embedded import url_of

CLUB = "Thursday Cards"  # of the demo


class Installation:
    """A database of its own, in a file, and what an operator types there; paths and names as they are here."""

    def __init__(self, file: Path) -> None:
        self.file, self.url = file, url_of(file)

    def types(self, text: str, **settings: str) -> str:
        folder = self.file.parent
        text = text.replace("manage.py", str(ROOT / "manage.py")).replace("/backups/", f"{folder}/")
        text = text.replace('"Thursday"', f'"{CLUB}"')
        given = {"DATABASE_URL": self.url, "TABLESIDE_VAR": str(folder), "REDIS_URL": "", **settings}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", text],  # noqa: S607
            cwd=folder,
            env={**os.environ, **given, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{text}\n{done.stdout}{done.stderr}"
        return done.stdout


def block(begins: str) -> str:
    (found,) = [text for text in fenced(DOCS / "operations.md", "sh") if text.startswith(begins)]
    return found
