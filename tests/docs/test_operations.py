"""The page for whoever runs a server names every setting there is, and none that there is not."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text()


def read_by_the_code() -> set[str]:
    sources = (ROOT / "config").rglob("*.py")
    return {name for source in sources for name in re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source.read_text())}


def told_on_the_page() -> set[str]:
    rows = re.findall(r"^\| (`[A-Z_`, ]+) \|", PAGE, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}


def test_every_setting_is_told() -> None:
    assert read_by_the_code() == told_on_the_page()


def test_every_command_is_there() -> None:
    told = set(re.findall(r"manage\.py (\w+)", PAGE))
    known = subprocess.run(
        [sys.executable, "manage.py", "help", "--commands"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {"backup", "restore", "migrate"} <= told
    assert told <= set(known.stdout.split())


def test_what_it_links_to_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
