"""The packages of npm that the TypeScript client is made with, as `package-lock.json` has them."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from tests.servers import Unavailable
from tests.servers.node import npm

HERE = Path(__file__).parent
FILES = ("package.json", "package-lock.json")
STAMP = ".installed"


def node_modules() -> Path:
    """Where they are, in the virtual environment. Raises `Unavailable`, with what would help."""
    folder = Path(sys.prefix) / "node-of-tests"
    wanted = hashlib.sha256(b"".join((HERE / name).read_bytes() for name in FILES)).hexdigest()
    stamp = folder / STAMP
    if not stamp.is_file() or stamp.read_text() != wanted:
        _install(folder)
        stamp.write_text(wanted)
    return folder / "node_modules"


def _install(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for name in FILES:
        shutil.copy(HERE / name, folder / name)
    done = subprocess.run(
        [str(npm()), "ci", "--no-audit", "--no-fund", "--ignore-scripts"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Unavailable(f"npm could not install the packages of {HERE / FILES[0]}: {done.stderr.strip()[-500:]}")
