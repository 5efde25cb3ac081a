"""`python -m tests.faults`, which `make faults` runs: both installations, each on a database of its own."""

import os
import subprocess
import sys
import tempfile

from tests.servers.postgresql import postgresql

COMMAND = [sys.executable, "-m", "pytest", "-q", "-s", "tests/faults"]


def main() -> int:
    """How many of the two failed."""
    with tempfile.TemporaryDirectory(prefix="tableside-") as var, postgresql(durable=True) as url:
        settings = {"DJANGO_SETTINGS_MODULE": "config.settings.test", "TABLESIDE_VAR": var, "REDIS_URL": ""}
        runs = [subprocess.run(COMMAND, env=os.environ | settings | {"DATABASE_URL": one}) for one in ("", url)]
    return sum(run.returncode != 0 for run in runs)


if __name__ == "__main__":
    sys.exit(main())
