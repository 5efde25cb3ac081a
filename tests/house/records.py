"""What was measured, and when: made in var/house, taken up into docs/house.json by who writes the page."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.page import machine

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "docs" / "house.json"
PARTS = ("tests", "coverage", "mutation")

Record = dict[str, Any]


def folder() -> Path:
    """Where a measurement is left."""
    found = Path(os.environ.get("TABLESIDE_VAR") or ROOT / "var") / "house"
    found.mkdir(parents=True, exist_ok=True)
    return found


def write(part: str, record: Record) -> None:
    here = {"day": f"{datetime.now(UTC):%Y-%m-%d}", "machine": machine()}
    (folder() / f"{part}.json").write_text(json.dumps(here | record, indent=1))


def read() -> dict[str, Record]:
    """What the page was last written from."""
    found: dict[str, Record] = json.loads(KEPT.read_text())
    return found


def taken_up() -> dict[str, Record]:
    """What is kept, with what has been measured here since; kept from now on."""
    kept = read() if KEPT.exists() else {}
    for part in PARTS:
        if (measured := folder() / f"{part}.json").exists():
            kept[part] = json.loads(measured.read_text())
    KEPT.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
    return kept
