"""The system's Node.js and npm: Debian's packages, where there are none."""

import shutil
from pathlib import Path

from tests.servers import Unavailable
from tests.servers.debian import install

PACKAGES = {"node": "nodejs", "npm": "npm"}


def npm() -> Path:
    """The program, beside Node.js itself. Raises `Unavailable`, with what would help."""
    return [_program(name, package) for name, package in PACKAGES.items()][-1]


def _program(name: str, package: str) -> Path:
    if shutil.which(name) is None:
        install(package)
    found = shutil.which(name)
    if found is None:
        raise Unavailable(f"{name} is not installed; on Debian: apt install {package}")
    return Path(found)
