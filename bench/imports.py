"""How long it takes to import the engine: what every command pays before its first hand."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from bench.figures import at_most

ROUNDS = 9
_TIMED = "import time; start = time.process_time(); import games.engine; print(time.process_time() - start)"


def figures() -> Iterator[dict[str, Any]]:
    """Seconds in a fresh interpreter, the best of several."""
    runs = [subprocess.run([sys.executable, "-c", _TIMED], capture_output=True, check=True) for _ in range(ROUNDS)]
    yield at_most("engine.import", round(min(float(run.stdout) for run in runs), 4), 0.1, unit="s")
