"""Whether the engine's tests notice when a line of the betting, the pots or the showdown is another one.

mutmut changes the modules that pyproject.toml names, a line at a time, and runs the tests that come by there.
"""

import json
import os
import re
import shutil
import subprocess
import sys

from tests.house.records import ROOT, Record
from tests.house.survivors import why

GOAL = 90.0
WORK = ROOT / "mutants"
# One at a time, after everybody else: nobody waits for this.
RUN = ["nice", "-n", "19", sys.executable, "-m", "mutmut", "run", "--max-children", "1"]


def measure() -> Record:
    """How many changes there were and how many were noticed; of each other one what it was, and why it may be so."""
    shutil.rmtree(WORK, ignore_errors=True)
    subprocess.run(RUN, cwd=ROOT, check=True)
    _mutmut("export-cicd-stats")
    counted = json.loads((WORK / "mutmut-cicd-stats.json").read_text())
    left = [_shown(name) for name in re.findall(r"^ *(\S+): (?:survived|no tests)", _mutmut("results"), re.MULTILINE)]
    shutil.rmtree(WORK)
    return {"changes": counted["total"], "noticed": counted["killed"] + counted["timeout"], "left": left}


def _shown(name: str) -> dict[str, str | None]:
    """One change: the function, the line as it is, the line as it was tried."""
    lines = _mutmut("show", name).splitlines()
    was, tried = (next((line[1:].strip() for line in lines if line[0:1] == sign != line[1:2]), "") for sign in "-+")
    where = re.sub(r"^games\.engine\.|(?<=\.)x[ǁ_]|__mutmut_\d+$", "", name).replace("ǁ", ".")
    return {"where": where, "was": was, "tried": tried, "why": why(where, tried)}


def _mutmut(*arguments: str) -> str:
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, cwd=ROOT, env=os.environ, check=True, capture_output=True, text=True).stdout
