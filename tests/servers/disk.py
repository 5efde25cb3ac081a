"""A small disk of one's own, in memory: what fills it hurts nobody else."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers import Unavailable

# By their names: where these lie is this system's matter.
MOUNT = ("mount", "-t", "tmpfs", "tableside", "-o")
UNMOUNT = ("umount", "--lazy")


@contextmanager
def small_disk(mebibytes: int) -> Iterator[Path]:
    """Where it is mounted, for as long as it is wanted. Raises `Unavailable` to whoever may not mount, as root may."""
    folder = Path(tempfile.mkdtemp(prefix="tableside-disk-"))
    try:
        said = subprocess.run([*MOUNT, f"size={mebibytes}m,mode=755", str(folder)], capture_output=True, text=True)
        if said.returncode:
            raise Unavailable(f"No small disk could be mounted: {said.stderr.strip()}")
        try:
            yield folder
        finally:
            subprocess.run([*UNMOUNT, str(folder)], check=True)
    finally:
        shutil.rmtree(folder)


@contextmanager
def filled_up(disk: Path, all_but: int) -> Iterator[None]:
    """With no more room than so many bytes, until it is freed again."""
    ballast = disk / "ballast"
    with ballast.open("wb") as file:
        left = shutil.disk_usage(disk).free - all_but
        while left > 0:
            left -= file.write(bytes(min(left, 1 << 20)))
    try:
        yield
    finally:
        ballast.unlink()
