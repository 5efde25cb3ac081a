"""`python -m tests.faults`, which `make faults` runs: each installation on a database of its own."""

import os
import subprocess
import sys
import tempfile

from tests.servers import Unavailable
from tests.servers.disk import small_disk
from tests.servers.postgresql import postgresql

COMMAND = [sys.executable, "-m", "pytest", "-q", "-s"]
ALL, FULL_DISK = "tests/faults", "tests/faults/test_full_disk.py"
# In MiB: a database of ours and its log, and room to spare.
DISK = 250


def main() -> int:
    """How many failed: at home, served, and on a full disk."""
    with tempfile.TemporaryDirectory(prefix="tableside-") as var:
        settings = {"DJANGO_SETTINGS_MODULE": "config.settings.test", "TABLESIDE_VAR": var, "REDIS_URL": ""}
        with postgresql(durable=True) as url:
            failed = [_fails(ALL, settings | {"DATABASE_URL": one}) for one in ("", url)]
        failed.append(_fails_on_a_full_disk(settings))
    return sum(failed)


def _fails(tests: str, settings: dict[str, str]) -> bool:
    return subprocess.run([*COMMAND, tests], env=os.environ | settings).returncode != 0


def _fails_on_a_full_disk(settings: dict[str, str]) -> bool:
    try:
        with small_disk(DISK) as disk, postgresql(durable=True, disk=disk) as url:
            return _fails(FULL_DISK, settings | {"DATABASE_URL": url, "FAULT_DISK": str(disk)})
    except Unavailable as error:
        print(f"NOT RUN {FULL_DISK}: {error}")
        return False


if __name__ == "__main__":
    sys.exit(main())
