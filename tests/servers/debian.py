"""Debian's packages, where this machine is a Debian and we may."""

import os
import shutil
import subprocess

from tests.servers import Unavailable


def install(package: str) -> None:
    """Raises `Unavailable`, with what would help."""
    wanted = f"{package} is not installed; on Debian: apt install {package}"
    apt_get = shutil.which("apt-get")
    if os.geteuid() != 0 or not apt_get:
        raise Unavailable(wanted)
    print(f"Installing Debian's package {package}...", flush=True)
    # Level 1 keeps the package from starting a server of its own, which nobody here would use.
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", package]):
        done = subprocess.run([apt_get, *command], env=quiet, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Unavailable(f"{wanted} (tried, and it said: {done.stderr.strip()[-500:]})")
